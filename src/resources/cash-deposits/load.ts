// How the addresses for paper checks are loaded.
import type { Static } from "typebox";
import { loadKind } from "../../platform/bulk/load-kind.ts";
import { rowRules } from "../../values/row-rule.ts";
import { CheckAddressRecord } from "./schema.ts";

const rule = rowRules<Static<typeof CheckAddressRecord>>();

/** The file `check-addresses`. */
export const checkAddressKind = loadKind({
  name: "check-addresses",
  about:
    "Where paper checks are mailed, by kind of mail and day. If two addresses are in force on a " +
    "day, the one that began later applies.",
  columns: CheckAddressRecord,
  table: "check_address",
  key: ["depositKind", "validFrom"],
  rules: [
    rule(["validFrom", "validTo"], ({ validFrom, validTo }) =>
      validTo === undefined || validFrom <= validTo
        ? []
        : [{ column: "validTo", reason: "It is before validFrom." }],
    ),
  ],
  subject: ({ depositKind }) => `check-address:${depositKind}`,
  example: [
    "depositKind,validFrom,validTo,payableTo,line1,line2,line3,city,state,zipcode,country",
    "express,2024-01-01,,Bursar Brokerage,1 Harbor Street,Suite 200,,Albany,NY,12207,US",
  ].join("\n"),
});
