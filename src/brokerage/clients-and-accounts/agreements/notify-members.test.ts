// The members who are notified of changes of an account: its owners, and of the permitted members those who see its
// details and have asked for the alert. (interface 6.3)
import type { AccountNumber } from "@bursar/values/ids";
import { beforeAll, describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { codesOf, decide, loadOffer } from "../../../../test/subscriptions.ts";
import { write } from "../../../platform/change/write.ts";
import { bookTransactionsEntry } from "../../books/account-books/entries.ts";
import { type MemberNotice, notifyMembers } from "./notify-members.ts";

const service = useTestService();
const account = "RA00000006" as AccountNumber;
const owner = "carol.nguyen";

/** Permitted members by login id: the level and the alerts. */
const permitted = {
  "alert.details": ["DV", "all"],
  "alert.limited": ["TM", "limited"],
  "alert.manager": ["AM", "all"],
  "alert.none": ["DV", "none"],
  "alert.summary": ["SV", "all"],
} as const;

beforeAll(async () => {
  const logins = Object.keys(permitted);
  await service.admin(
    `insert into member (login_id, login_id_folded, member_oid, firm_oid, membership_type,
       first_name, last_name)
     select login, login, 890000 + place, 1002, 'client', 'Al', 'Ert'
     from unnest($1::text[]) with ordinality as of_alert (login, place)`,
    [logins],
  );
  for (const [login, [level, alerts]] of Object.entries(permitted)) {
    await service.admin(
      `insert into account_permitted_login (account_number, login_id, permission, alert_level)
       values ($1, $2, $3, $4)`,
      [account, login, level, alerts],
    );
  }
});

/** The items of the account by id, each as `login: title, text`. */
async function allItems(): Promise<Map<string, string>> {
  const { rows } = await service.admin(
    `select ifa_id, login_id, ifa_type, ifa_status, title, text from item_for_attention
     where account_number = $1`,
    [account],
  );
  return new Map(
    rows.map((row) => [row.ifa_id, `${row.login_id} ${row.ifa_type}: ${row.title}, ${row.text}`]),
  );
}

/** The items that were not there before. */
async function itemsSince(before: ReadonlyMap<string, string>): Promise<string[]> {
  const items = await allItems();
  return [...items]
    .filter(([id]) => !before.has(id))
    .map(([, item]) => item)
    .toSorted();
}

const book = (...transactions: readonly object[]) =>
  service.call("operator", "POST", `/restapi/accounts/${account}/transactions`, { transactions });
const cash = (columns: object) => ({ folioNumber: `${account}01`, ...columns });

describe("money that is returned", () => {
  const deposit = cash({
    transactionId: "931001",
    transactionType: "DEP",
    entryOrder: "91",
    tradeDate: "2026-02-03",
    amount: "2000.00",
  });
  const returned = cash({
    transactionId: "931002",
    transactionType: "WDL",
    entryOrder: "92",
    tradeDate: "2026-02-10",
    amount: "2000",
    reverses: "931001",
  });

  test("is an item for each owner and for each member with all alerts and details", async () => {
    const before = await allItems();
    expect((await book(deposit)).status).toBe(201);
    expect(await itemsSince(before)).toEqual([]);
    const response = await book(returned);
    expect(response.status, response.text).toBe(201);
    const said = "Money was returned, A deposit of 2000.00 was returned.";
    expect(await itemsSince(before)).toEqual(
      ["alert.details", "alert.manager", owner].map((login) => `${login} NO: ${said}`),
    );
    const entry = (await service.auditOf(account)).at(-1);
    expect(entry?.detail.detail.itemsCreated).toHaveLength(3);
    const events = (await service.eventsOf(account)).slice(-4);
    expect(events.map(({ type }) => type)).toEqual(
      ["transactions.booked"].concat(Array<string>(3).fill("item.created")),
    );
    expect(events.slice(1).map(({ data }) => data.loginId)).toEqual([
      "alert.details",
      "alert.manager",
      owner,
    ]);
  });

  test("is read by its member, and by nobody else", async () => {
    const read = (of: string, as: string) =>
      service.call("adviser", "GET", `/restapi/members/${of}/ifas?ifastatus=open`, undefined, {
        "X-Associated-Member-Id": as,
      });
    const { status, body } = await read("alert.details", "alert.details");
    expect([status, body.length, body[0].accountNumber]).toEqual([200, 1, account]);
    expect((await read("alert.details", "alert.none")).status).toBe(403);
    expect((await read("alert.none", "alert.none")).body).toEqual([]);
  });

  test("is notified once: a correction, a rehearsal and a refusal make no item", async () => {
    const before = await allItems();
    const corrected = { ...returned, transactionId: "931003", replaces: "931002" };
    const path = `/restapi/accounts/${account}/transactions`;
    const rehearsed = await service.call(
      "operator",
      "POST",
      path,
      { transactions: [{ ...returned, transactionId: "931004", reverses: "931001" }] },
      { "X-Dry-Run": "true" },
    );
    expect(rehearsed.status).toBeLessThan(500);
    const responses = [
      await book(corrected),
      await book({ ...returned, folioNumber: "RA0000000677" }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 400]);
    expect(await itemsSince(before)).toEqual([]);
  });
});

test("a rejected subscription makes one item", async () => {
  const before = await allItems();
  const { oid, orders } = await loadOffer(service, {}, [account, "INITIAL", "20000.00"]);
  const order = [oid, orders[0] ?? ""] as const;
  const reject = { orderStatus: "REJECTED", comment: "Not for us" };
  expect(codesOf(await decide(service, order, reject))).toEqual([]);
  const said =
    "An order was rejected, The subscription of 20000.00 to a private placement was rejected.";
  expect(await itemsSince(before)).toEqual(
    ["alert.details", "alert.manager", owner].map((login) => `${login} NO: ${said}`),
  );
  expect((await service.auditOf(account)).at(-1)?.detail.detail.itemsCreated).toHaveLength(3);
  expect(codesOf(await decide(service, order, reject))).toEqual(["order.status.rule"]);
  expect(await itemsSince(before)).toHaveLength(3);
});

test.each<[MemberNotice["kind"], string[]]>([
  ["holdingEvent", ["alert.details", "alert.manager", owner]],
  ["returnedMoney", ["alert.details", "alert.manager", owner]],
  ["rejectedOrder", ["alert.details", "alert.manager", owner]],
  ["statement", ["alert.details", "alert.limited", "alert.manager", owner]],
  ["confirmation", ["alert.details", "alert.limited", "alert.manager", owner]],
])("of %s are notified %s", async (kind, expected) => {
  const notice = { accountNumber: account, kind, text: "Look" };
  const ctx = testContext(service.db);
  const logins = await write(ctx, bookTransactionsEntry, async (tx) => {
    const { events } = await notifyMembers(tx, ctx, notice);
    const detail = { transactionIds: [ctx.newId()], foliosComputed: [] };
    return {
      value: events.map(({ data }) => String(data.loginId)),
      audit: [{ subject: account, detail }],
    };
  });
  expect(logins).toEqual(expected);
});
