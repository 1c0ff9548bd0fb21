// The loading of rates of backup withholding.
import { loadKind } from "../../platform/bulk/load-kind.ts";
import { day, decimal } from "../../values/scalars.ts";
import { object } from "../../values/wire.ts";

const columns = object({
  from: day({ description: "The first day on which it is withheld." }),
  rate: decimal({ places: 2, min: "0", max: "100", description: "In percent." }),
});

/** The file `backup-withholding`. */
export const backupWithholdingKind = loadKind({
  name: "backup-withholding",
  about:
    "The rate of backup withholding, from a day on. Those in force so far need not be loaded: 28 percent, " +
    "and 24 percent from 2018-01-01.",
  columns,
  table: "backup_withholding",
  key: ["from"],
  fields: { from: "withheld_from" },
  subject: ({ from }) => `backup-withholding:${from}`,
  audit: "summary",
  canBeWithdrawn: true,
  example: "from,rate\n2028-01-01,24.00",
});
