// The rows that computing an account again changes, reports and leaves alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { alterDays } from "../../../../test/computed-days.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { untilOneWaits } from "../../../../test/lock-waits.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { sql } from "../../../platform/store/db.ts";
import { openSources } from "../account-books/sources.ts";
import { verifySeries } from "../performance/verify-series.ts";
import { countAccountsWithFacts } from "../transactions/reads.ts";
import {
  accountsToCompute,
  computeAccount,
  computeAccounts,
  isUnchanged,
} from "./compute-account.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

async function computeAll(after = "") {
  const ctx = testContext(service.db);
  const batches = await Array.fromAsync(accountsToCompute(service.db, after));
  return Array.fromAsync(computeAccounts(ctx, openSources(service.db, ctx.now), batches.flat()));
}

test("computing all accounts again changes nothing and writes no audit entry", async () => {
  const before = (await service.auditOf("RA00000001")).length;
  const done = await computeAll();
  expect(done.map(({ accountNumber }) => accountNumber)).toEqual([
    "RA00000001",
    "RA00000003",
    "RB00000001",
  ]);
  expect(done.filter((each) => !isUnchanged(each))).toEqual([]);
  expect((await service.auditOf("RA00000001")).length).toBe(before);
  const rest = await computeAll("RA00000003");
  expect(rest.map(({ accountNumber }) => accountNumber)).toEqual(["RB00000001"]);
  expect(await countAccountsWithFacts(service.db, "")).toBe(3);
  expect(await countAccountsWithFacts(service.db, "RA00000003")).toBe(1);
});

test("computing repairs rows changed in the database, a series from the changed day on", async () => {
  await alterDays(service.admin, "RA00000001", ({ raw }) =>
    raw.on === "2026-09-28" ? { marketValue: 1_00n } : {},
  );
  const lots = () =>
    service.admin("select * from open_lot where account_number = 'RA00000001' order by tax_lot_id");
  const { rows } = await lots();
  await service.admin(`update open_lot set share_quantity = 1
    where account_number = 'RA00000001' and tax_lot_id = ${rows[0]?.tax_lot_id}`);
  await service.admin(`delete from open_lot
    where account_number = 'RA00000001' and tax_lot_id = ${rows[1]?.tax_lot_id}`);
  const computed = await computeAccount(testContext(service.db), "RA00000001");
  const none = { added: "0", changed: "0", removed: "0" };
  expect(computed).toMatchObject({
    lots: { open: { added: "1", changed: "1", removed: "0" }, closed: none },
    series: [{ folioNumber: "", from: "2026-09-28", days: "3" }],
  });
  const last = (await service.auditOf("RA00000001")).at(-1);
  const { series } = computed ?? {};
  expect([last?.operation, last?.detail.detail]).toEqual([
    "computeAccount",
    { lots: computed?.lots, positions: false, series },
  ]);
  expect((await lots()).rows).toEqual(rows);
  expect((await verifySeries(service.db)).faults).toEqual([]);
  expect(await computeAccount(testContext(service.db), "RA99999999")).toBeUndefined();
});

test("computing corrects holdings that were altered, deleted or never stored", async () => {
  const ofAccount = "where account_number = 'RA00000001'";
  const order = "order by folio_number, security_id";
  const held = async () => [
    (await service.admin(`select * from folio_position ${ofAccount} ${order}`)).rows,
    (await service.admin(`select * from folio_cash ${ofAccount} order by folio_number`)).rows,
  ];
  const before = await held();
  const [altered, gone] = before[0] ?? [];
  const at = (row: Record<string, unknown> | undefined) =>
    `${ofAccount} and folio_number = '${row?.folio_number}' and security_id = ${row?.security_id}`;
  await service.admin(
    `update folio_position set share_quantity = share_quantity + 1 ${at(altered)}`,
  );
  await service.admin(`delete from folio_position ${at(gone)}`);
  await service.admin(`insert into folio_position
    select account_number, folio_number, 605, 7, '[]' from folio_position ${at(altered)}
    on conflict do nothing`);
  await service.admin(`update folio_cash set amount = amount + 1 ${ofAccount}`);
  const ctx = testContext(service.db);
  expect(await held()).not.toEqual(before);
  expect((await computeAccount(ctx, "RA00000001"))?.positions).toBe(true);
  expect(await held()).toEqual(before);
  expect((await computeAccount(ctx, "RA00000001"))?.positions).toBe(false);
});

test("a computation waits for a change of the account and computes again from what it left", async () => {
  const account = "RA00000003";
  const ctx = testContext(service.db);
  await service.admin(
    "update folio_cash set amount = amount + 1 where account_number = 'RA00000003'",
  );
  let computed: ReturnType<typeof computeAccount> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.execute(sql`
      update account set default_tax_lot_selection = 'LIFO' where account_number = ${account}`);
    computed = computeAccount(ctx, account);
    await untilOneWaits(service.db);
  });
  expect((await computed)?.positions).toBe(true);
  const again = await computeAccount(ctx, account);
  expect(again && isUnchanged(again)).toBe(true);
});

test("several accounts are stored together, each with its own audit entry, if it differs", async () => {
  const numbers = ["RA00000001", "RA00000003", "RB00000001"];
  const entries = async () => {
    const found = await Promise.all(numbers.map((number) => service.auditOf(number)));
    return found.map((each) => each.length);
  };
  const before = await entries();
  await service.admin(`update folio_cash set amount = amount + 1
    where account_number in ('RA00000001', 'RB00000001')`);
  await alterDays(service.admin, "RB00000001", () => ({ marketValue: 1_00n }));
  await service.admin("delete from open_lot where account_number = 'RA00000001'");
  const done = await computeAll();
  expect(
    done.map(({ accountNumber, positions, lots, series }) => [
      accountNumber,
      positions,
      lots !== null,
      series.map(({ folioNumber }) => folioNumber),
    ]),
  ).toEqual([
    ["RA00000001", true, true, []],
    ["RA00000003", false, false, []],
    ["RB00000001", true, false, [""]],
  ]);
  const grown = (await entries()).map((count, at) => count - (before[at] ?? 0));
  expect(grown).toEqual([1, 0, 1]);
  expect((await computeAll()).filter((each) => !isUnchanged(each))).toEqual([]);
  expect((await verifySeries(service.db)).faults).toEqual([]);
});

test("of accounts that are stored together, one that changed meanwhile is computed again", async () => {
  const moved = "RA00000003";
  await service.admin("update folio_cash set amount = amount + 1");
  let computed: ReturnType<typeof computeAll> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.execute(sql`
      update account set default_tax_lot_selection = 'HGLL' where account_number = ${moved}`);
    await tx.execute(sql`
      update folio_cash set amount = amount - 1 where account_number = ${moved}`);
    computed = computeAll();
    await untilOneWaits(service.db);
  });
  expect((await computed)?.map(({ positions }) => positions)).toEqual([true, false, true]);
  expect((await computeAll()).filter((each) => !isUnchanged(each))).toEqual([]);
});
