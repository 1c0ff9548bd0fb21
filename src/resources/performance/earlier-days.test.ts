// Days that were computed before they were packed by quarter are carried over exactly, by SQL.
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedDays } from "../../../test/computed-days.ts";
import { type EmptyDatabase, newEmptyDatabase } from "../../../test/database.ts";
import { migrateUntil } from "../../../test/releases/release.ts";
import { root } from "../../../test/source-files.ts";
import { clientConfig } from "../../platform/store/connection.ts";
import { migrate } from "../../platform/store/migrate.ts";
import { addDays, type Day } from "../../values/dates.ts";
import { textOf } from "../../values/units.ts";
import { moneyOf } from "./day-columns.ts";
import { encodeDays, type SeriesDay } from "./packed-days.ts";

let store: EmptyDatabase;
let client: pg.Client;

beforeAll(async () => {
  store = await newEmptyDatabase();
  await migrateUntil(store.admin, store.settings.user, "0066_followers_of_models.sql");
  client = new pg.Client(clientConfig(store.admin));
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await store.drop();
});

const account = "RA00000001";
const firstOn = "2024-12-27" as Day;
/** Sixteen bytes have no room for it. */
const tooWide = 2n ** 127n;
/** Just below and at the bounds of every width that a unit can have. */
const units = Array.from({ length: 16 }, (_, bytes) => 2n ** BigInt(8 * bytes + 7))
  .flatMap((bound) => [bound - 1n, bound])
  .filter((unit) => unit < tooWide);

const unavailable = {
  gross: undefined,
  net: undefined,
  grossReturn: undefined,
  netReturn: undefined,
};

/** Days in many quarters, each with figures of other widths, signs and flags. */
const varied: readonly SeriesDay[] = units.flatMap((unit, index): SeriesDay[] => {
  const small = BigInt(index);
  const at = (later: number) => addDays(firstOn, index * 46 + later);
  const money = unit >= 2n ** 62n ? -(2n ** 55n) : unit;
  return [
    {
      raw: {
        ...{ on: at(0), marketValue: money, accrued: small, cashFlows: 0n, fees: 0n },
        ...{ securityFlows: index % 2 === 0 ? -unit : 0n, isEstimated: index % 3 === 0 },
      },
      unit: {
        on: at(0),
        gross: unit,
        net: index % 2 === 0 ? unit : unit / 3n,
        grossReturn: -small,
        netReturn: -small - 7n,
      },
      isImported: index === 0,
    },
    {
      raw: {
        ...{
          on: at(1),
          marketValue: -money,
          accrued: 0n,
          cashFlows: index % 5 === 0 ? 0n : -small,
        },
        ...{ securityFlows: 0n, fees: small * 100n, isEstimated: false },
      },
      unit: { on: at(1), ...unavailable },
      isImported: false,
    },
  ];
});

const nothing = {
  ...{ marketValue: 0n, accrued: 0n, cashFlows: 0n, securityFlows: 0n, fees: 0n },
  isEstimated: false,
};
const one = 10n ** 18n;

function dayOf(
  on: string,
  raw: Partial<SeriesDay["raw"]>,
  of: Partial<SeriesDay["unit"]>,
): SeriesDay {
  const day = on as Day;
  return {
    raw: { on: day, ...nothing, ...raw },
    unit: { on: day, ...unavailable, ...of },
    isImported: false,
  };
}

const days: readonly SeriesDay[] = [
  ...varied,
  // The last day of one of the longest quarters, without any figure.
  dayOf("2031-12-31", {}, {}),
  // A first day has a unit and no return.
  dayOf("2032-01-01", { marketValue: 1n, securityFlows: -1n }, { gross: one, net: one }),
  dayOf(
    "2032-02-29",
    { accrued: -128n, cashFlows: -129n, fees: -5n },
    { gross: one, net: one - 1n, grossReturn: 0n, netReturn: -1n },
  ),
  dayOf("2032-03-31", { cashFlows: 129n, securityFlows: -129n }, { gross: 0n, net: 0n }),
];

async function insertEarlier({ raw, unit: own, isImported }: SeriesDay): Promise<void> {
  const text = (value: bigint | undefined, places: number) =>
    value === undefined ? null : textOf(value, places);
  const { on, marketValue, accrued, cashFlows, securityFlows, fees } = raw;
  await client.query(
    `insert into performance_day (account_number, folio_number, valued_on, market_value, accrued,
       cash_flows, security_flows, fees, is_brought, is_estimated, gross, net, gross_return,
       net_return)
     values ($1, '', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[account, on, ...[marketValue, accrued, cashFlows, securityFlows, fees].map(moneyOf)],
      ...[isImported, raw.isEstimated, text(own.gross, 18), text(own.net, 18)],
      ...[text(own.grossReturn, 5), text(own.netReturn, 5)],
    ],
  );
}

const migrateAll = () => migrate(store.admin, join(root, "migrations"), store.settings.user);

test("a unit for which there is no room is refused, and all is left as it was", async () => {
  await insertEarlier(dayOf("2024-01-02", {}, { gross: tooWide, net: tooWide }));
  await expect(migrateAll()).rejects.toThrow("bigint out of range");
  const { rowCount } = await client.query("delete from performance_day");
  expect(rowCount).toBe(1);
});

test("each packed quarter has the bytes that it would get today", async () => {
  for (const day of days) await insertEarlier(day);
  await client.query(`
    insert into unit_value select account_number, folio_number, valued_on, gross, net
    from performance_day where gross <= 1000000000000
    union all select '${account}', '', '${addDays(firstOn, -1)}', 1, 1`);

  await migrateAll();

  const query = (text: string, values: unknown[]) => client.query(text, values);
  const stored = await storedDays(query, account);
  expect(stored).toEqual(days);
  const { rows } = await client.query(
    "select quarter_on::text as quarter, packed, flows, last_on::text from performance_quarter order by 1",
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { quarter, packed, flows, last_on } of rows) {
    const own = days.filter(({ raw }) => raw.on >= quarter && raw.on <= last_on);
    expect(packed).toEqual(encodeDays(own));
    const flowing = own.filter(({ raw }) => raw.cashFlows + raw.securityFlows !== 0n);
    expect(flows ?? {}).toEqual(
      Object.fromEntries(
        flowing.map(({ raw }) => [raw.on, moneyOf(raw.cashFlows + raw.securityFlows)]),
      ),
    );
  }
  const kept = await client.query("select valued_on::text as on from unit_value order by 1");
  expect(kept.rows.map(({ on }) => on)).toEqual([addDays(firstOn, -1), firstOn]);
});
