// What closes a lot, of which only the pages of lots tell.
import transactions from "../../src/reference/codes/transaction-code.csv";
import { listOf } from "./codes.ts";

/** The codes of the transactions that close lots. */
export const closingCodes = listOf(transactions);
