// Names of codes that only transfers use.
import kinds from "../../src/reference/codes/transfer-kind.csv";
import { listOf } from "./codes.ts";

/** The types of transfers. */
export const transferKinds = listOf(kinds);
