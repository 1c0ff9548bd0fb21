// The paths of accounts and folios, and who reads what lies under them.

import type { RightOfRoute } from "../../../values/rights.ts";
import { Type } from "../../../values/type.ts";

const accountnumber = Type.String({ examples: ["RA00000001"] });

/** The path of an account. */
export const AccountPath = Type.Object({ accountnumber });

/** The same, where another account of the sample has something to show. */
export function accountPath(example: string): typeof AccountPath {
  return Type.Object({ accountnumber: Type.String({ examples: [example] }) });
}

/** The path of a folio; the example is one of the sample's. */
export function folioPath(example = "RA0000000103") {
  return Type.Object({ accountnumber, folionumber: Type.String({ examples: [example] }) });
}

/** The access of reads of an account's records: a client member reads them by a right. */
export function readBy(right: RightOfRoute) {
  const callers = ["institutional", "issuing", "operator", "client"] as const;
  return { access: "account", right, callers } as const;
}
