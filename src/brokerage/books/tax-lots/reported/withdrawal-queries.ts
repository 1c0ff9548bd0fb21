// Takes reported years out that a load withdraws, with their lots. What the service has reported
// itself, and a year of several versions, stays: versions are stored as they were returned.

import { equal, qualifiedColumns, query, run } from "../../../../platform/bulk/kinds/load-sql.ts";
import type { LoadKind } from "../../../../platform/bulk/load-kind.ts";
import { withdrawnColumn } from "../../../../platform/bulk/load-kind.ts";
import { rowJson, selectShown } from "../../../../platform/bulk/stage/change-columns.ts";
import type { Tx } from "../../../../platform/store/db.ts";
import { declared, literal } from "../../../../platform/store/declared-sql.ts";
import { counted } from "../../../../values/readable.ts";
import type { RowProblem } from "../../../../values/row-rule.ts";

const column = "withdrawn";

/** Takes the lots of the staged years that are withdrawn out, and notes them; returns what is wrong
 * with the years that cannot be. `lots` is the kind of reported lots, `stage` that of the years. */
export async function withdrawLotsOfYears(
  tx: Tx,
  stage: string,
  lots: LoadKind,
): Promise<(RowProblem & { readonly line: number })[]> {
  const years = await query<{ line: number; version: number; isMadeByLoad: boolean }>(
    tx,
    declared`select s.load_line::integer as line, year.version, year.is_made_by_load as "isMadeByLoad"
     from ${stage} as s join reported_year as year
       on year.account_number = s.account_number and year.tax_year = s.tax_year
     where s.${withdrawnColumn} and (year.version > 1 or not year.is_made_by_load) order by 1`,
  );
  if (years.length > 0) {
    return years.map(({ line, version, isMadeByLoad }) => ({
      line,
      column,
      reason: isMadeByLoad
        ? `The year has ${counted(version, "version")}, and all are kept; withdraw its lots instead.`
        : "The service has reported the year itself, and what it has reported is kept.",
    }));
  }
  const { table, keyColumns: key, name } = lots;
  const shown = await selectShown(tx, lots, table);
  // The lines are of no file, and below those of computed lots that give way.
  await run(
    tx,
    declared`with withdrawn as (
       delete from ${table} as t using ${stage} as s
       where s.${withdrawnColumn} and ${equal(["t", ["account_number", "tax_year"]], ["s", ["account_number", "tax_year"]])}
       returning t.*)
     insert into load_change (subject, kind, line, is_new, before)
     select account_number, ${literal(name)},
       -1000000000 - row_number() over (order by ${qualifiedColumns("t", key)}), false, ${rowJson("t", shown)}
     from withdrawn as t`,
  );
  return [];
}
