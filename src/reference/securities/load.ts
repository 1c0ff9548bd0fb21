// The loading of securities. (interface 2.7)

import { loadKind } from "../../platform/bulk/load-kind.ts";
import type { CellHint } from "../../platform/bulk/read/cell-limits.ts";
import { decimal, id, text } from "../../values/scalars.ts";
import { object, optional } from "../../values/wire.ts";
import { changedFactors } from "./changed-factors.ts";
import { withLostZeros } from "./cusip.ts";
import { keepFormerNames } from "./former-name-queries.ts";

/** A ticker as securities have it. */
export function ticker(description: string) {
  return text({ max: 20, pattern: /^\S+$/, description });
}

/** A CUSIP as securities have it. */
export function cusip() {
  return text({ max: 9, pattern: /^[0-9A-Z*@#]{9}$/ });
}

const SecurityRecord = object({
  securityId: id({ description: "The security's id." }),
  ticker: ticker("No two securities share one, ignoring case."),
  cusip: optional(cusip()),
  name: text({ max: 100 }),
  instrumentType: text({ max: 20, description: "Such as EQ, a fund or a bond; IX is an index." }),
  issuingFirmOid: optional(id({ description: "The issuer, where it is a firm of this service." })),
  quotationFactor: optional(
    decimal({
      places: 6,
      above: "0",
      description:
        "The factor from a quotation to the price of one share: 0.01 of a bond in percent of par, whose shares are its " +
        "face; 100 of an option per contract. 1 if left out.",
    }),
  ),
  settlementPeriod: optional(
    decimal({
      places: 0,
      min: "0",
      max: "10",
      description: "Settlement days after the trade date; those of its group if left out.",
    }),
  ),
  taxStatus: optional(
    text({
      oneOf: ["RIC", "REIT"],
      description: "How a fund is taxed: a regulated investment company, or a real estate trust.",
    }),
  ),
});

/** The file `securities`. */
export const securityKind = loadKind({
  name: "securities",
  about: "The securities that accounts and models hold.",
  columns: SecurityRecord,
  table: "security",
  key: ["securityId"],
  fields: { quotationFactor: null },
  derived: {
    columns: ["quotation_factor"],
    of: ({ quotationFactor }) => ({ quotation_factor: quotationFactor ?? "1" }),
  },
  async atEnd(tx, end) {
    await keepFormerNames(tx, end);
    (await changedFactors(tx)).forEach(end.notify);
  },
  references: [{ fields: ["issuingFirmOid"], table: "firm", columns: ["firm_oid"] }],
  hints: { cusip: cusipHint },
  uniques: [
    {
      field: "ticker",
      columns: ["ticker"],
      ignoresCase: true,
      reason: "Another security has this ticker.",
    },
  ],
  subject: (row) => `security:${row.securityId}`,
  example: [
    "securityId,ticker,cusip,name,instrumentType,quotationFactor",
    "6001,ACME,99901A109,Acme Corporation,EQ,",
    "6002,BOLT,99902B106,Bolt Fasteners Inc.,EQ,",
    "6003,BCASH,,Bursar Cash,MF,",
    "6004,ACME29,99901AAB4,Acme Corporation 4.5 % 2029,DB,0.01",
  ].join("\n"),
});

function cusipHint(cell: string): CellHint | undefined {
  const { length } = cell;
  if (/[eE]\+/.test(cell)) {
    const cure = "write all nine in a column that is formatted as text";
    return { reason: "A spreadsheet has read the CUSIP as a number with an exponent.", cure };
  }
  if (!/^[0-9A-Z*@#]{1,8}$/.test(cell)) return undefined;
  const whole = withLostZeros(cell);
  const has = `A CUSIP has 9 characters, and this one ${length}`;
  if (whole === undefined) {
    return { reason: `${has}.`, cure: "write all nine; spreadsheets drop zeros at the beginning" };
  }
  const reason = `${has}: a spreadsheet has dropped zeros at its beginning.`;
  return { reason, cure: `write ${whole}`, read: whole };
}
