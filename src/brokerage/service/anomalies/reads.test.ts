// Odd but allowed records are listed with how often they occur; the sample firm has few of them.

import type { Day } from "@bursar/values/dates";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../../test/database.ts";
import { clientConfig } from "../../../platform/store/connection.ts";
import { findAnomalies, findKeyAnomalies } from "./reads.ts";

const today = "2025-01-14" as Day;
const at = new Date("2025-01-14T15:00:00Z");
let store: TestDatabase;
let admin: pg.Client;
beforeAll(async () => {
  store = await newDatabase("sample");
  admin = new pg.Client(clientConfig(store.admin));
  await admin.connect();
  await admin.query(`
    update api_credential set expires_at = now() + interval '1 year';
    delete from folio_cash; delete from folio_position; delete from security_price;
    update folio set performance_source = 'loaded'`);
});
afterAll(async () => {
  await admin.end();
  await store.drop();
});

const findAll = async (day: Day) => [
  ...(await findAnomalies(store.database, day)),
  ...(await findKeyAnomalies(store.database, at)),
];

test("where nothing is odd, nothing is listed", async () => {
  expect(await findAll(today)).toEqual([]);
});

test.each([
  [
    "corporate event not booked",
    `insert into corporate_event (event_id, kind, security_id, status, ex_on, terms, created_at)
     values (9001, 'SPL', 601, 'ENTITLED', '2025-01-14', '{}', now()),
       (9002, 'SPL', 601, 'ANNOUNCED', '2025-01-15', '{}', now()),
       (9003, 'DIV', 601, 'ENTITLED', '2025-01-10', '{}', now()),
       (9004, 'SDV', 601, 'POSTED', '2025-01-10', '{}', now())`,
    ["Event 9001 (SPL of ACME) has its ex-date on 2025-01-14 and is not posted:"],
  ],
  [
    "billing plan with odd rates",
    `insert into billing_plan_asset_fee (billing_plan_oid, position, from_amount, annual_rate) values
       (3002, 1, 0, 1.2), (3002, 2, 250000, 0.29), (3002, 3, 1000000, 0.6),
       (3102, 1, 0, 0.6), (3102, 2, 250000, 0.13)`,
    ["Plan 3002 of firm 1002, Flat fee, charges 1.2, 0.29, 0.6 percent from tier to tier:"],
  ],
  [
    "billing plan with odd rates",
    `delete from billing_plan_asset_fee where billing_plan_oid = 3002;
     update billing_plan_asset_fee set annual_rate = 0.12 where billing_plan_oid = 3102 and position = 2`,
    ["Plan 3102 of firm 1003, Planning, charges 0.6, 0.12 percent from tier to tier:"],
  ],
  [
    "account in another family's household",
    `update household_account set household_oid = 61 where account_number = 'RA00000012'`,
    [
      "Account RA00000012 is in the household Whitfield, and shares no owner with its other accounts;",
      "its owner has accounts in Nguyen.",
    ],
  ],
  [
    "account billed by no firm",
    `insert into billing_term (account_number, from_on, to_on, billing_plan_oid) values
       ('RA00000012', '2024-01-01', null, 3101), ('RA00000014', '2024-01-01', '2024-12-31', 3101),
       ('RA00000016', '2024-01-01', null, 3001)`,
    [
      "Account RA00000012 of firm 1002 is to be billed by plan 3101 of firm 1003:",
      "end these terms, and load others by a plan of its own firm.",
    ],
  ],
  [
    "months between bills",
    `insert into fee_billed (account_number, kind, month, days) values
       ('RA00000012', 'A', '2024-03-01', 7), ('RA00000012', 'A', '2024-04-01', 0),
       ('RA00000012', 'A', '2024-07-01', 7), ('RA00000014', 'A', '2024-03-01', 7),
       ('RA00000014', 'A', '2024-04-01', 1), ('RA00000014', 'P', '2024-09-01', 1)`,
    [
      "Account RA00000012 was billed before and after, and for no day from 2024-04-01 to 2024-06-30.",
    ],
  ],
  [
    "negative cash",
    `insert into folio_cash values ('RA00000001', 'RA0000000101', -12.5),
       ('RA00000002', 'RA0000000201', 12.5)`,
    ["Folio RA0000000101 has cash of -12.5."],
  ],
  [
    "prices.stale",
    `insert into folio_position values ('RA00000001', 'RA0000000101', 601, 1, '[{}]'),
       ('RA00000001', 'RA0000000101', 602, 1, '[{}]'),
       ('RA00000001', 'RA0000000101', 603, 1, '[{}]'),
       ('RA00000001', 'RA0000000101', 604, 1, '[{"security_id": 601}]');
     insert into security_price values (601, '2025-01-10', 1), (602, '2025-01-07', 1),
       (603, '2025-01-06', 1)`,
    // Five trading days: the exchange was closed on 9 January.
    ["Security 603 (", "which 1 folio holds, has no close since 2025-01-06."],
  ],
  [
    "no new prices",
    `delete from security_price; insert into security_price values (601, '2025-01-07', 1)`,
    // The exchange was closed for a day of mourning on 9 January.
    ["The newest close of all is of 2025-01-07; 3 business days are over since."],
  ],
  [
    "outlying price",
    `delete from folio_position; delete from security_price;
     insert into security_price values (601, '2025-01-02', 10), (601, '2025-01-03', 99.9),
       (601, '2025-01-06', 999), (602, '2025-01-02', 0), (602, '2025-01-03', 5),
       (603, '2025-01-02', 500), (603, '2025-01-06', 51);
     insert into account_transaction (account_number, transaction_id, transaction_type, entry_order,
         trade_on, security_id, ratio_new, ratio_old)
       values ('RA00000001', 990001, 'SPL', 1, '2025-01-06', 603, 10, 1)`,
    ["Security 601 on 2025-01-06: the close 999 follows one of 99.9."],
  ],
  [
    "account without a source",
    "update folio set performance_source = null where account_number = 'RA00000002'",
    ["Account RA00000002 has no transactions, valuations or unit values."],
  ],
  [
    "reported year that differs",
    `update reported_tax_lot set net_sale_amount = net_sale_amount + 1
       where account_number = 'RA00000001' and tax_year = '2024'
         and tax_lot_id = (select min(tax_lot_id) from reported_tax_lot
           where account_number = 'RA00000001' and tax_year = '2024')`,
    [
      "RA00000001: the transactions give other rows than were reported for 2024;",
      "`bursar report --tax-year 2024 --account RA00000001 --replace-loaded` replaces it.",
    ],
  ],
  [
    "approved total that differs",
    "update offer set approved_total = approved_total - 0.01 where offer_oid = 801",
    [
      "Offer 801 has an approved total of 49999.99; what was approved of its subscriptions is 50000.00.",
    ],
  ],
  [
    "unknown benchmark of a folio",
    `update folio set benchmark = case right(account_number, 2) when '01' then 'S&P 500'
         when '02' then 'ever' when '03' then 'account:RB00000001' when '04' then 'model:701'
         else 'security:601' end
       where folio_number like 'RA00000%03' and right(account_number, 2)::int < 6`,
    ["Folio RA0000000103 is compared with S&P 500, which is not there."],
  ],
  [
    "unknown benchmark of a model",
    "update model set benchmark_item = case model_oid when 701 then 'security:601' else 'ever' end",
    ["Model 701 is compared with security:601, which is not there."],
  ],
  [
    "account that could not be opened",
    "update account set account_type = 'J' where account_number = 'RA00000001'",
    ["Account RA00000001 has not as many owners as its type."],
  ],
  [
    "beneficiaries outside an IRA",
    `insert into beneficiary (account_number, kind, position, first_name, last_name, relationship)
       values ('RA00000001', 'P', 1, 'Iris', 'Whitfield', 'CHILD'),
         ('RA00000001', 'P', 2, 'Theo', 'Whitfield', 'CHILD')`,
    ["Account RA00000001 has beneficiaries, and is no retirement account."],
  ],
  [
    "contingent without primary",
    "update beneficiary set kind = 'C' where account_number = 'RA00000001'",
    ["Account RA00000001 has contingent beneficiaries, and no primary one."],
  ],
  [
    "exclusions that differ",
    `update member set own_company_tickers = '{BOLT,ACME}' where login_id = 'elena.rossi'`,
    [
      /^Account RA00000008 excludes none for its owners' companies, which are ACME, BOLT; to renew them,/,
    ],
  ],
  [
    "exclusions that differ",
    `insert into exclusion (account_number, kind, position, value)
       values ('RA00000008', 'OWNER', 1, 'BOLT'), ('RA00000008', 'SECURITY', 1, 'ACME'),
         ('RA00000007', 'OWNER', 1, 'CORE'), ('RA00000008', 'OWNER', 2, 'CORE');
     update member set own_company_tickers = '{CORE}' where login_id = 'dmitri.ivanov'`,
    [/^Account RA00000008 excludes BOLT, CORE for .* are ACME, BOLT, CORE;/],
  ],
  [
    "exclusions that differ",
    "update member set own_company_tickers = '{}' where login_id = 'elena.rossi'",
    [/^Account RA00000008 excludes BOLT, CORE for .* are CORE;/],
  ],
  [
    "exclusions that differ",
    `delete from exclusion where account_number = 'RA00000008' and value = 'CORE';
     delete from exclusion where account_number = 'RA00000007' and kind = 'OWNER';
     update member set own_company_tickers = '{}' where login_id = 'dmitri.ivanov'`,
    [/^Account RA00000008 excludes BOLT for .* are none;/],
  ],
  [
    "discount that leaves no price",
    `update offer set price_discount_amount = previous_closing_price where offer_oid = 801;
     update offer set price_discount_amount = previous_closing_price - 0.01 where offer_oid = 802`,
    [/^Offer 801 has a discount of ([\d.]+), which is not below its price of \1\.$/],
  ],
  [
    "incomplete payer",
    "update firm set tid_sealed = null, tid_hash = null where kind = 'operator'",
    ["Bursar Platform has no tax id: tax papers show none of the payer."],
  ],
  [
    "incomplete payer",
    "update firm set kind = 'issuing' where kind = 'operator'",
    ["No firm is of kind operator: tax papers name no payer."],
  ],
  [
    "key without expiry",
    `update api_credential set expires_at = null, revoked_at = null where api_key_id = (
       select min(api_key_id) from api_credential)`,
    [/^Key \d+ of API user 500\d never expires\.$/],
  ],
])("%s is reported once (%#)", async (kind, statements, texts) => {
  await admin.query(statements);
  const found = (await findAll(today)).filter((anomaly) => anomaly.kind === kind);
  expect(found).toMatchObject([{ count: 1, first: [expect.any(String)] }]);
  for (const text of texts) expect(found[0]?.first[0]).toMatch(text);
});

test("every kind of missing benchmark is reported", async () => {
  const unknown = ["account:RZ00000001", "model:799", "security:699", "index:1"];
  for (const [at, benchmark] of ["ever", ...unknown].entries()) {
    const folio = `RA0000000${at + 1}03`;
    await admin.query("update folio set benchmark = $1 where folio_number = $2", [
      benchmark,
      folio,
    ]);
  }
  const found = await findAll(today);
  expect(found.find(({ kind }) => kind === "unknown benchmark of a folio")?.first).toEqual(
    unknown.map(
      (text, at) => `Folio RA0000000${at + 2}03 is compared with ${text}, which is not there.`,
    ),
  );
});

test.each([
  ["one of a viewer", {}, 1],
  ["of an adviser", { role: "adviser" }, 0],
  ["that only reads", { scopes: ["read"] }, 0],
  ["that has expired", { expiresAt: "2025-01-14T15:00:00Z" }, 0],
  ["that is revoked", { revokedAt: "2025-01-13T00:00:00Z" }, 0],
])(
  "a key in force that changes records as a viewer is reported: %s",
  async (_which, other, count) => {
    const facts = {
      role: "viewer",
      scopes: ["read", "write"],
      expiresAt: "2025-01-14T15:00:01Z",
      revokedAt: null,
      ...other,
    };
    await admin.query("update member set staff_role = $1 where login_id = 'harbor.lin'", [
      facts.role,
    ]);
    await admin.query("update api_user set scopes = $1 where api_user_id = 5001", [facts.scopes]);
    await admin.query(
      `update api_credential set expires_at = $1, revoked_at = $2,
       bound_login_id = case when kind = 'signing' then 'harbor.lin' end
     where api_user_id = 5001`,
      [facts.expiresAt, facts.revokedAt],
    );
    const reported = (await findKeyAnomalies(store.database, at)).filter(
      ({ kind }) => kind === "key of a viewer",
    );
    const first = [
      expect.stringMatching(/^Key \d+ changes records as harbor.lin, who is a viewer\.$/),
    ];
    expect(reported).toEqual(count === 0 ? [] : [{ kind: "key of a viewer", count, first }]);
  },
);

test("each kind is reported in order, and the first hundred of many", async () => {
  await admin.query(`
    delete from folio_cash; delete from folio_position; delete from security_price;
    update api_credential set expires_at = now() + interval '1 year'`);
  const { rows: keys } = await admin.query<{ id: string }>(`
    update api_credential as key
    set expires_at = null, revoked_at = null, created_at = '2026-01-10'::timestamptz - place * interval '1 day'
    from (select api_key_id, row_number() over (order by api_key_id) as place from api_credential) as listed
    where listed.api_key_id = key.api_key_id and place <= 3
    returning key.api_key_id::text as id`);
  const revoked = keys.map(({ id }) => id).toSorted()[1];
  await admin.query("update api_credential set revoked_at = now() where api_key_id = $1", [
    revoked,
  ]);
  await admin.query(`
    update folio set performance_source = null
    where account_number in ('RA00000005', 'RA00000002', 'RA00000003');
    insert into folio_cash values ('RA00000002', 'RA0000000201', -2), ('RA00000001', 'RA0000000102', -1),
      ('RA00000001', 'RA0000000101', -1);
    insert into folio_position select 'RA00000001', 'RA0000000101', id, 1, '[{}]'
      from unnest(array[605, 602, 604, 603]) as id;
    insert into security_price values (602, '2024-12-02', 1), (602, '2024-12-30', 1), (602, '2024-12-16', 1);
    insert into security_price select 601, '2025-06-30'::date - day, 100 ^ (day % 2)
      from generate_series(0, 101) as day`);
  const found = await findAll(today);
  const sentences = Object.fromEntries(found.map(({ kind, first }) => [kind, first]));
  const numbers = (kind: string) =>
    sentences[kind]?.map((sentence) => sentence.match(/\d+(?:[.\d]*\d)?/)?.[0]);
  expect(numbers("negative cash")).toEqual(
    ["RA0000000101", "RA0000000102", "RA0000000201"].map(digits),
  );
  expect(numbers("prices.stale")).toEqual(["602", "603", "604", "605"]);
  expect(sentences["prices.stale"]?.[0]).toMatch("has no close since 2024-12-30.");
  expect(numbers("account without a source")).toEqual(
    ["RA00000002", "RA00000003", "RA00000005"].map(digits),
  );
  expect(numbers("key without expiry")).toEqual(
    keys
      .map(({ id }) => id)
      .filter((id) => id !== revoked)
      .toSorted()
      .toReversed(),
  );
  const outlying = found.find(({ kind }) => kind === "outlying price");
  expect(outlying?.count).toBe(101);
  expect(outlying?.first).toHaveLength(100);
  expect(outlying?.first[0]).toMatch("Security 601 on 2025-03-22");
  expect(outlying?.first).toEqual(outlying?.first.toSorted());
});

const digits = (number: string) => number.slice(2);

test("a feed of prices may be late by two business days, those on which the exchange rests not counted", async () => {
  const kinds = async (day: string) => (await findAll(day as Day)).map(({ kind }) => kind);
  await admin.query(`
    insert into folio_position values ('RA00000001', 'RA0000000101', 601, 1, '[{}]')
      on conflict do nothing;
    delete from security_price; insert into security_price values (601, '2025-01-07', 1)`);
  expect(await kinds("2025-01-13")).not.toContain("no new prices");
  expect(await kinds("2025-01-14")).toContain("no new prices");
  await admin.query("insert into exchange_day values ('2025-01-13', 'closed', 'a storm')");
  expect(await kinds("2025-01-14")).not.toContain("no new prices");
  await admin.query("delete from security_price");
  expect(await kinds("2025-03-14")).not.toContain("no new prices");
  await admin.query("insert into security_price values (601, '2025-01-07', 1)");
  await admin.query("delete from folio_position");
  expect(await kinds("2025-03-14")).not.toContain("no new prices");
});

test("of several operators the first by number pays", async () => {
  const { rows } = await admin.query<{ oid: string; kind: string }>(
    "select firm_oid::text as oid, kind from firm where kind in ('operator', 'issuing') order by firm_oid",
  );
  const [first, second] = rows.map(({ oid }) => oid);
  // The first is written last, so that it does not come first by chance.
  for (const oid of [second, first]) {
    await admin.query(
      "update firm set kind = 'operator', name = 'Payer ' || firm_oid, address = null where firm_oid = $1",
      [oid],
    );
  }
  const found = await findAll(today);
  const sentences = found.find(({ kind }) => kind === "incomplete payer")?.first;
  expect(sentences).toContain(`Payer ${first} has no address: tax papers show none of the payer.`);
});

test("a year that was lost or gained a row differs, one before the first transaction does not", async () => {
  const found = async () =>
    (await findAll(today)).find(({ kind }) => kind === "reported year that differs")?.count;
  await admin.query(`
    update reported_tax_lot set net_sale_amount = net_sale_amount - 1
    where account_number = 'RA00000001' and tax_year = '2024'
      and tax_lot_id = (select min(tax_lot_id) from reported_tax_lot
        where account_number = 'RA00000001' and tax_year = '2024')`);
  expect(await found()).toBeUndefined();
  await admin.query(
    `update reported_tax_lot set ticker = 'OTHER' where account_number = 'RA00000001'`,
  );
  expect(await found()).toBeUndefined();
  await admin.query(
    `delete from closed_lot where account_number = 'RA00000001' and tax_year = '2025'`,
  );
  expect(await found()).toBe(1);
  await admin.query(
    `delete from reported_tax_lot where account_number = 'RA00000001' and tax_year = '2024'`,
  );
  expect(await found()).toBe(2);
  await admin.query(
    `update account_transaction set trade_on = trade_on + 3650, settlement_on = null where account_number = 'RA00000001'`,
  );
  expect(await found()).toBeUndefined();
});
