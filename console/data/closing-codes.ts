// Names of the transactions that close lots, for the tax lot pages only.
import transactions from "../../src/reference/codes/transaction-code.csv";
import { listOf } from "./codes.ts";

/** Codes of the transactions that close lots. */
export const closingCodes = listOf(transactions);
