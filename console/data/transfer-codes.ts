// The names of codes that only transfers have.
import kinds from "../../src/reference/codes/transfer-kind.csv";
import { listOf } from "./codes.ts";

/** The kinds of transfers. */
export const transferKinds = listOf(kinds);
