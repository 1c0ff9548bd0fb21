// Reads that are refused, or find nothing: years, periods, plans, words and parts that are not there.
import fc from "fast-check";
import { type Actor, caller, done, forbidden, Request, refused } from "./model.ts";
import { type Caller, firmViewers, seesAccount } from "./visibility.ts";

const of = (account: string, path: string) => `/restapi/accounts/${account}/${path}`;
const units = "performance/unitvalues";

type Read = readonly [path: string, outcome: string | number | object, who?: readonly Actor[]];
/** A path, and what is wrong with it or what it shows; who sees the account reads it, or those named. */
const reads: readonly Read[] = [
  [of("RA00000001", "reportedtaxlots"), "invalid.tax.year"],
  [of("RA00000001", "reportedtaxlots?taxyear=2026"), "invalid.tax.year"],
  [of("RA00000001", "reportedtaxlots?taxyear=2031"), "invalid.tax.year"],
  [of("RA00000001", "reportedtaxlots?taxyear=2019"), 404],
  [of("RA00000002", "reportedtaxlots?taxyear=2025"), "account.non.taxable"],
  [of("RA00000001", `${units}?daterange=2026-02-27,2026-02-02`), "invalid.daterange"],
  [of("RA00000001", `${units}?daterange=2026-02-30,2026-03-02`), "invalid.daterange"],
  [of("RA00000001", `${units}?daterange=1999-01-04,1999-01-08`), { values: [] }],
  [of("RA00000001", `folios/RA0000000103/${units}?daterange=x`), "invalid.daterange"],
  [of("RA00000001", `folios/RA0000000203/${units}`), 404],
  [of("RA00000001", "restrictions/999999"), 404],
  [
    of("RA00000002", "cashtransfers/expresscheckinstructions"),
    { accountNumber: "RA00000002", contributionYear: "2026" },
  ],
  [
    "/restapi/members/ada.whitfield/ifas?ifastatus=closed",
    "invalid.ifastatus",
    ["client", ...firmViewers],
  ],
  ["/restapi/firms/1006/billingplans", "UNSUPPORTED", ["operator"]],
  ["/restapi/firms/1006/billingplans/3001", "UNSUPPORTED", ["operator"]],
  ["/restapi/firms/1003/billingplans/3103", 404, ["operator", "otherAdviser"]],
  [
    "/restapi/firms/1003/billingplans",
    { advisoryBilling: ["3101", "3102"], brokerageBillingDisclosed: false },
    ["operator", "otherAdviser"],
  ],
  ["/restapi/accounts?user=erin.cole", 200, ["operator", "otherAdviser"]],
  ["/restapi/accounts?user=no.body", 403, []],
];

function mayRead(caller: Caller, path: string, who: readonly Actor[] | undefined): boolean {
  return who?.includes(caller) ?? seesAccount(caller, path.split("/")[3] ?? "");
}

const reading = fc
  .record({ caller, read: fc.constantFrom(...reads) })
  .map(({ caller, read: [path, outcome, who] }) => {
    return new Request({
      caller,
      name: `reads ${path}`,
      send: (_, service) => service.call(caller, "GET", path),
      expected: () => {
        if (!mayRead(caller, path, who)) return forbidden;
        if (typeof outcome === "string") return refused(outcome);
        return typeof outcome === "number" ? done(outcome) : done(200, outcome);
      },
      become: () => {},
    });
  });

/** Reads of values, forms and plans. */
export const valueRequests = [reading, reading];
