// How the addresses for paper checks are loaded, and the instructions for ACH and wires.
import type { Static } from "typebox";
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { isAbaNumber } from "../../../values/aba-number.ts";
import { rowRules } from "../../../values/row-rule.ts";
import { CheckAddressRecord, EftInstructionsRecord, WireInstructionsRecord } from "./schema.ts";

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

type Dated = Pick<Static<typeof EftInstructionsRecord>, "validFrom" | "validTo">;

const datedRule = rowRules<Dated & { readonly routingAbaNumber: string }>();
const rulesOfBanks = [
  datedRule(["validFrom", "validTo"], ({ validFrom, validTo }) =>
    validTo === undefined || validFrom <= validTo
      ? []
      : [{ column: "validTo", reason: "It is before validFrom." }],
  ),
  datedRule(["routingAbaNumber"], ({ routingAbaNumber }) =>
    isAbaNumber(routingAbaNumber)
      ? []
      : [{ column: "routingAbaNumber", reason: "Its last digit does not check the others." }],
  ),
];

/** The file `eft-instructions`. */
export const eftInstructionsKind = loadKind({
  name: "eft-instructions",
  about:
    "Where money is sent by ACH, by day. If two rows are in force on a day, the one that began " +
    "later applies. An account's number at the bank is the prefix and the account's number.",
  columns: EftInstructionsRecord,
  table: "eft_instructions",
  key: ["validFrom"],
  rules: rulesOfBanks,
  subject: () => "eft-instructions",
  example: [
    "validFrom,validTo,bankName,routingAbaNumber,accountPrefix",
    "2024-01-01,,Mohawk Trust,999900004,4410",
  ].join("\n"),
});

/** The file `wire-instructions`. */
export const wireInstructionsKind = loadKind({
  name: "wire-instructions",
  about:
    "Where money is sent by wire, by day. If two rows are in force on a day, the one that began " +
    "later applies.",
  columns: WireInstructionsRecord,
  table: "wire_instructions",
  key: ["validFrom"],
  fields: { accountNumber: "bank_account_number" },
  rules: rulesOfBanks,
  subject: () => "wire-instructions",
  example: [
    "validFrom,validTo,accountName,accountNumber,routingAbaNumber,line1,city,state,zipcode",
    "2024-01-01,,Bursar Brokerage,900177,999900004,Mohawk Trust,Troy,NY,12180",
  ].join("\n"),
});
