// The decisions of the operator that a line keeps when it is worked out anew.
import type { Decimal } from "@bursar/values/decimal";
import { expect, test } from "vitest";
import type { Announced } from "./announced.ts";
import { noEntitlement, revisedLine } from "./entitled-lines.ts";
import type { LineRow } from "./line-queries.ts";

const event = { eventId: "4401", version: 2 } as unknown as Announced;

function line(more: object): LineRow {
  return {
    accountNumber: "RA00000001",
    eventId: "4401",
    status: "DUE",
    version: 1,
    factsVersion: "1",
    shares: "10.00000" as Decimal,
    entitlement: noEntitlement,
    transactionIds: [],
    foundIds: [],
    reason: null,
    comment: null,
    differs: null,
    isDue: false,
    ...more,
  } as unknown as LineRow;
}

const comment = "The claim is open";
const foundIds = ["901"];

test.each([
  ["held by hand stays held", { status: "HELD", comment }, {}, { status: "HELD", comment }],
  ["held by the service is due", { status: "HELD" }, {}, { status: "DUE", comment: null }],
  ["found since is no longer due", {}, { status: "FOUND", foundIds }, { status: "FOUND" }],
  [
    "released though it was found stays due",
    { foundIds, comment },
    { status: "FOUND", foundIds },
    { status: "DUE", comment, reason: null },
  ],
  [
    "released against the custodian stays due",
    { comment },
    { status: "HELD", reason: "custodian" },
    { status: "DUE", comment, reason: null },
  ],
])("a line %s", (_, was, is, wanted) => {
  const fresh = line({ version: 2, shares: "12.00000", ...is });
  expect(revisedLine(event, line(was), fresh)).toEqual({ ...fresh, ...wanted });
});
