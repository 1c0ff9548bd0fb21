// How folios are loaded. (interface 2.2)
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { anyName } from "../../../values/names.ts";
import { text } from "../../../values/scalars.ts";
import { object, optional } from "../../../values/wire.ts";
import { firmOfAccount } from "./firm-of-account.ts";
import { rulesOfFolio } from "./load-faults.ts";
import { LoadedAccountNumber } from "./schema.ts";
import { completeSources } from "./source-queries.ts";

/** The file `folios`. */
export const folioKind = loadKind({
  name: "folios",
  about:
    "The folios of accounts: `01` is cash, `02` holdings outside a folio, `03` and up " +
    "are folios.",
  columns: object({
    accountNumber: LoadedAccountNumber,
    folioNumber: text({ max: 12, description: "The account's number and two digits." }),
    folioName: text({ max: 64, pattern: anyName }),
    folioType: text({
      pattern: /^(cash|holdings|folio)$/,
      description: "`cash`, `holdings` or `folio`, according to the two digits.",
    }),
    performanceSource: optional(
      text({
        pattern: /^(computed|loaded)$/,
        description:
          "Whether its performance is `computed` from `transactions` or `loaded` as " +
          "`valuations`. If left out, it stays, and a folio without one gets `loaded` with " +
          "its first valuations, if they come with or before its first transactions, and " +
          "`computed` otherwise.",
      }),
    ),
  }),
  table: "folio",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "folioNumber"],
  fields: { folioName: "name" },
  references: [{ fields: ["accountNumber"], table: "account", columns: ["account_number"] }],
  rules: rulesOfFolio,
  beforeApply: async (tx, stage) => {
    await completeSources(tx, stage);
    return [];
  },
  subject: (row) => row.accountNumber,
  example: [
    "accountNumber,folioNumber,folioName,folioType",
    "RA1234ABCD,RA1234ABCD01,Cash,cash",
    "RA1234ABCD,RA1234ABCD03,Growth,folio",
  ].join("\n"),
});
