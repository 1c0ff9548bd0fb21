// Gives the loaded firm a long history, days on which every account has a row, and many securities: straight
// into the tables, since booking a million rows would take longer than everything that is measured.
import pg from "pg";
import { clientConfig } from "../../src/platform/store/connection.ts";
import { embeddedSettings } from "../../src/platform/store/embedded/embedded-postgres.ts";
import type { Bench } from "./bench.ts";

/** How much there is of each. */
export interface ActivitySize {
  /** Rows of the account with a long history, in ten years. */
  readonly longHistory: number;
  readonly securities: number;
  /** Securities with a year of closes. */
  readonly priced: number;
  /** Rows of each account of the firm in a year, one of them on the last day. */
  readonly rowsOfAccount: number;
}

/** The measured sizes, and those of a tiny run. */
export function activitySize({ options: { tiny } }: Pick<Bench, "options">): ActivitySize {
  return tiny
    ? { longHistory: 2_000, securities: 50, priced: 2, rowsOfAccount: 5 }
    : { longHistory: 100_000, securities: 50_000, priced: 100, rowsOfAccount: 100 };
}

/** The day on which every account has a row; the history ends there too. */
export const lastDay = "2026-11-25";

/** Ids of the securities begin here. */
const firstSecurity = 9_000_000;

/** A purchase, a dividend and a deposit take turns, each with an id from `first` on. */
const insertRows = `
  insert into account_transaction (account_number, transaction_id, transaction_type, entry_order,
    folio_number, trade_on, security_id, shares, price, fees, amount, accepted_version)
  select number, $2::bigint + place, (array['BUY', 'DIV', 'DEP'])[place % 3 + 1], place, number || '03',
    $5::date - (($3 - place)::bigint * $4 / $3)::integer, case when place % 3 < 2 then 601 end,
    case when place % 3 = 0 then 1.5 end, case when place % 3 = 0 then 40.25 end,
    case when place % 3 = 0 then 0.05 end, case when place % 3 > 0 then 99.10 end, 1
  from unnest($1::text[]) as account (number) cross join generate_series(1, $3::integer) as place
  on conflict do nothing`;

/** The cash of folios at the end of each day, as booking stores it. */
const insertDays = `
  insert into folio_cash_day (account_number, folio_number, changed_on, amount)
  select account_number, folio_number, trade_on,
    sum(sum(case transaction_type when 'BUY' then -60.43 else 99.10 end))
      over (partition by account_number, folio_number order by trade_on)
  from account_transaction where account_number = any($1) and folio_number = account_number || '03'
  group by account_number, folio_number, trade_on
  on conflict (account_number, folio_number, changed_on) do update set amount = excluded.amount`;

const insertCash = `
  insert into folio_cash (account_number, folio_number, amount)
  select distinct on (account_number, folio_number) account_number, folio_number, amount
  from folio_cash_day where account_number = any($1)
  order by account_number, folio_number, changed_on desc
  on conflict (account_number, folio_number) do update set amount = excluded.amount`;

const insertFacts = `
  insert into account_facts (account_number, version) select unnest($1::text[]), 1
  on conflict do nothing`;

/** Gives an account its long history. */
export async function fillHistory(bench: Bench, accountNumber: string): Promise<void> {
  const { longHistory } = activitySize(bench);
  await fill(bench, async (client) => {
    await insert(client, [accountNumber], { first: 8e12, count: longHistory, days: 3_600 });
  });
}

/** Gives every account a year of rows, each in a transaction of its own. */
export async function fillYears(bench: Bench, numbers: readonly string[]): Promise<void> {
  const { rowsOfAccount: count } = activitySize(bench);
  await fill(bench, async (client) => {
    for (let at = 0; at < numbers.length; at += 500) {
      await insert(client, numbers.slice(at, at + 500), { first: 9e12, count, days: 300 });
    }
  });
}

interface Rows {
  readonly first: number;
  readonly count: number;
  readonly days: number;
}

async function insert(client: pg.Client, numbers: readonly string[], { first, count, days }: Rows) {
  await client.query(insertRows, [numbers, first, count, days, lastDay]);
  for (const text of [insertFacts, insertDays, insertCash]) await client.query(text, [numbers]);
}

/** The securities that are added, by place. */
export function securityAt(at: number) {
  return { id: String(firstSecurity + at), ticker: `BN${at}`, name: nameOf(at) };
}

/** Adds securities, some of which have closes. */
export async function fillSecurities(bench: Bench): Promise<void> {
  const { securities, priced } = activitySize(bench);
  const all = Array.from({ length: securities }, (_, at) => securityAt(at));
  await fill(bench, async (client) => {
    const columns = [all.map(({ id }) => id), all.map(({ ticker }) => ticker)];
    const added = await client.query(
      `insert into security (security_id, ticker, name, instrument_type)
       select *, 'EQ' from unnest($1::bigint[], $2::text[], $3::text[]) on conflict do nothing`,
      [...columns, all.map(({ name }) => name)],
    );
    if (added.rowCount === 0) return;
    await client.query(
      `insert into security_price (security_id, priced_on, close)
       select $1::bigint + at, $3::date - day, 40 + at + day * 0.01
       from generate_series(0, $2 - 1) as at, generate_series(0, 363) as day
       where extract(isodow from $3::date - day) < 6`,
      [firstSecurity, priced, lastDay],
    );
  });
}

const consonants = "bdfgklmnprstvz";
const vowels = "aeiou";

/** Two words of which every pair occurs once, and a third that all names have. */
function nameOf(at: number): string {
  const word = (number: number) =>
    Array.from({ length: 3 }, (_, place) => {
      const syllable = Math.floor(number / 70 ** place) % 70;
      return `${consonants[syllable % 14]}${vowels[Math.floor(syllable / 14)]}`;
    }).join("");
  return `${word(Math.floor(at / 200))} ${word(at % 200)} Corporation`;
}

async function fill(bench: Bench, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const settings = await embeddedSettings(bench.environment.DATA_DIR ?? "");
  if (settings === undefined) throw new Error("the service has not started its PostgreSQL");
  const client = new pg.Client(clientConfig(settings.admin));
  await client.connect();
  try {
    // Checks of foreign keys would take most of the time.
    await client.query("set session_replication_role = replica");
    await work(client);
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}
