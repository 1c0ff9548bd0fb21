// How contra firms are loaded.
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { ContraFirmRecord } from "./schema.ts";

/** The file `contra-firms`. */
export const contraFirmKind = loadKind({
  name: "contra-firms",
  about: "The institutions from which accounts are transferred.",
  columns: ContraFirmRecord,
  table: "contra_firm",
  key: ["name"],
  uniques: [
    {
      field: "dtcNumber",
      columns: ["dtc_number"],
      reason: "Another contra firm has this clearing number.",
    },
  ],
  subject: ({ name }) => `contra-firm:${name}`,
  example: [
    "name,dtcNumber,phoneNumber,primaryAddress,acatEligible",
    'Cedar Clearing,0911,5185550100,"{""line1"":""4 Elm Street"",""city"":""Troy"",""state"":""NY"",""zipcode"":""12180""}",true',
  ].join("\n"),
});
