// How the days with a close of any security are found: those that are asked for by the key, whatever the size of the
// store.

import { addDays, type Day } from "@bursar/values/dates";
import { beforeAll, expect, test } from "vitest";
import { useTestService } from "../../../test/harness.ts";
import type { Reader, Statement } from "../../platform/store/db.ts";
import { plansOfRequests } from "../../platform/store/distributed/differences.ts";
import { selectPricedDays, selectValuationDays, selectValuationDaysBeside } from "./queries.ts";

const service = useTestService();
beforeAll(async () => {
  // Closes of 15 years, but for every seventh day.
  await service.admin(`
    insert into security_price (security_id, priced_on, close)
    select security_id, '2010-01-04'::date + n, 10
    from (select security_id from security order by security_id limit 20) as s
      cross join generate_series(0, 5500) as n
    where n % 7 <> 2
    on conflict do nothing`);
  await service.admin("analyze security_price");
});

test("the days besides known ones are all that exist from a day on", async () => {
  const all = await selectValuationDays(service.db);
  for (const since of ["2009-06-01", "2024-02-10", "2025-06-01", "2030-01-01"] as Day[]) {
    const own = all.filter((on) => on >= since);
    for (const priced of [all.filter((_, at) => at % 3 > 0), all.slice(0, -15), all, []]) {
      const found = await selectValuationDaysBeside(service.db, { since, priced: new Set(priced) });
      expect(found, since).toEqual(own);
    }
  }
});

test("a day without a close is none, however it is asked for", async () => {
  const days = Array.from({ length: 30 }, (_, at) => addDays("2012-03-01" as Day, at));
  const found = await selectPricedDays(service.db, days);
  const { rows } = await service.admin(
    "select distinct priced_on::text as on from security_price where priced_on = any($1::date[])",
    [days],
  );
  expect(found.toSorted()).toEqual(rows.map(({ on }) => on).toSorted());
  expect(found.length).toBeLessThan(30);
});

test("days are looked up in the key of closes, and no close is read that was not asked for", async () => {
  const sent: Statement<unknown>[] = [];
  const reader: Reader = {
    rows: async (statement) => {
      sent.push(statement);
      return [];
    },
    first: async (statement) => {
      sent.push(statement);
      return undefined;
    },
  };
  await selectPricedDays(reader, []);
  const settings = Object.entries(plansOfRequests(false)).map(
    ([name, value]) => `set local ${name} = ${value};`,
  );
  const results = await service.admin(`begin; ${settings.join(" ")}
    prepare read as ${sent[0]?.text}; explain execute read (null); deallocate read; rollback`);
  const explained = [results].flat().find(({ command }) => command === "EXPLAIN");
  const plan = (explained?.rows ?? []).map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/Index Only Scan using security_price_pkey/);
  expect(plan).not.toMatch(/Seq Scan on security_price|Hash|Merge/);
});
