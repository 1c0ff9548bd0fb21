// Checks that a load computes what it touches without the accounts' locks, that an account changed
// meanwhile is computed again, and that an account's kind decides how its facts are computed.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { untilOneWaits } from "../../../../test/lock-waits.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import {
  type LoadProgress,
  type LoadReport,
  loadFolder,
} from "../../../platform/bulk/apply/load-folder.ts";
import type { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { write } from "../../../platform/change/write.ts";
import { sql } from "../../../platform/store/db.ts";
import { updateAccountEntry } from "../../clients-and-accounts/accounts/entries.ts";
import { accountUpdated } from "../../clients-and-accounts/accounts/events.ts";
import { computeAccount, isUnchanged } from "./compute-account.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const head =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId," +
  "shares,price,reliefMethod,replaces\n";
const rowsOf = (account: string, rows: readonly string[]) =>
  head + rows.map((row) => `${account},${row}\n`).join("");
const load = (account: string, ...rows: readonly string[]) =>
  service.load({ "transactions.csv": rowsOf(account, rows) });
const accountFile = (account: string, name: string, type: string) =>
  "accountNumber,accountName,accountType,owners,openedOn\n" +
  `${account},${name},${type},"[""carol.nguyen""]",2021-02-22\n`;

async function closedLotsOf(account: string): Promise<string[]> {
  const { rows } = await service.admin(
    `select adjusted_cost_basis::text as basis, disallowed_loss::text as loss,
       lot_relief_strategy_indicator as method
     from closed_lot where account_number = $1 order by closing_transaction_on, tax_lot_id`,
    [account],
  );
  return rows.map(({ basis, loss, method }) => [basis, method, loss].filter(Boolean).join(" "));
}

async function loadAndWatch(file: string, seen: LoadProgress[]): Promise<LoadReport> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-test-load-"));
  try {
    await writeFile(join(folder, "transactions.csv"), file);
    const onProgress = (progress: LoadProgress) => seen.push(progress);
    return await loadFolder(testContext(service.db), loadOrder, folder, { onProgress });
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("a load computes without the account's lock, and again where a request changed the account meanwhile", async () => {
  const account = "RA00000006";
  const folio = `${account}03`;
  await load(
    account,
    `94001,BUY,1,${folio},2024-02-01,601,10,50,,`,
    `94002,BUY,1,${folio},2024-03-01,601,10,60,,`,
    `94003,SLE,1,${folio},2024-03-05,601,1,70,,`,
  );
  const seen: LoadProgress[] = [];
  let loaded: Promise<LoadReport> | undefined;
  await write(testContext(service.db), updateAccountEntry, async (tx) => {
    await tx.execute(sql`
      update account set default_tax_lot_selection = 'FIFO' where account_number = ${account}`);
    const rows = [
      `94004,SLE,1,${folio},2024-04-01,601,4,70,,`,
      // A sale accepted before keeps its method, whatever replaces it.
      `94005,SLE,1,${folio},2024-03-05,601,2,70,,94003`,
    ];
    loaded = loadAndWatch(rowsOf(account, rows), seen);
    await untilOneWaits(service.db);
    // Only what needs the lock is left to do.
    expect(seen.at(-1)).toEqual({
      file: "transactions.csv",
      phase: "computing",
      rows: 1,
      share: 1,
    });
    const before = { defaultTaxLotSelection: "LGHL" };
    const after = { defaultTaxLotSelection: "FIFO" };
    const events = [accountUpdated({ accountNumber: account, fields: Object.keys(after) })];
    return { value: null, audit: [{ subject: account, before, after, events }] };
  });
  await loaded;
  // FIFO sells the first purchase; LGHL, which the account had before, the second.
  expect(await closedLotsOf(account)).toEqual(["120.00 S", "200.00 F"]);
  const again = await computeAccount(testContext(service.db), account);
  expect(again && isUnchanged(again)).toBe(true);
});

test("a load that changes an account's kind checks its facts and computes them again", async () => {
  const account = "RA00000005";
  const folio = `${account}03`;
  await service.load({
    "folios.csv": `accountNumber,folioNumber,folioName,folioType\n${account},${folio},One,folio\n`,
    "accounts.csv": accountFile(account, "Savings", "I"),
  });
  await load(
    account,
    `95001,BUY,1,${folio},2024-02-01,601,10,50,,`,
    `95002,SLE,1,${folio},2024-03-01,601,10,40,,`,
    `95003,BUY,1,${folio},2024-03-05,601,10,42,,`,
  );
  expect(await closedLotsOf(account)).toEqual(["500.00 S 100.00"]);
  await service.load({ "accounts.csv": accountFile(account, "Savings", "R") });
  // No wash sale, and the average in place of the method of a taxable account.
  expect(await closedLotsOf(account)).toEqual(["500.00 A"]);
  await load(account, `95004,SLE,1,${folio},2024-04-01,601,1,40,AVGC,`);
  const fault = await service
    .load({ "accounts.csv": accountFile(account, "Savings", "I") })
    .catch((error: LoadFault) => error.problems);
  expect(fault).toEqual([
    {
      file: "accounts.csv",
      reason: expect.stringMatching(
        /^Transaction 95004 of RA00000005, accepted before, could not be applied any more: /,
      ),
    },
  ]);
  expect(await closedLotsOf(account)).toHaveLength(2);
});

test("a load that changes a security's kind determines again what is covered", async () => {
  const account = "RA00000006";
  const row = (type: string) =>
    `securityId,ticker,cusip,name,instrumentType\n699,KIND,,Kind Corp,${type}\n`;
  await service.load({ "securities.csv": row("EQ") });
  await load(account, `96001,BUY,9,${account}03,2011-06-01,699,5,10,,`);
  const covered = () =>
    service
      .admin("select covered from open_lot where account_number = $1 and security_id = 699", [
        account,
      ])
      .then(({ rows }) => rows.map((lot) => lot.covered));
  expect(await covered()).toEqual(["C"]);
  await service.load({ "securities.csv": row("MF") });
  expect(await covered()).toEqual(["N"]);
});

test("the audit note of loaded transactions names each of them, with a hash of their rows", async () => {
  const { detail } = (await service.auditOf("RA00000006")).findLast(
    ({ operation, detail }) =>
      operation === "loadFolder" && detail.detail?.transactions?.count === "3",
  ) ?? { detail: {} };
  expect(detail.detail.transactions).toEqual({
    count: "3",
    first: "94001",
    last: "94003",
    keys: ["94001", "94002", "94003"],
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test("what became worthless is held until its year has ended, and closed by the first load after", async () => {
  const account = "RA00000006";
  const folio = `${account}03`;
  const security = 605;
  const other = 606;
  await load(account, `97001,BUY,1,${folio},2026-01-05,${security},10,50,,`);
  await load(account, `97002,WLS,1,,2026-02-02,${security},3,,,`);
  const held = async () => {
    const query = (table: string) =>
      service.admin(
        `select share_quantity::text as shares from ${table}
         where account_number = $1 and security_id = $2`,
        [account, security],
      );
    const lots = await query("open_lot");
    const positions = await query("folio_position");
    return [...lots.rows, ...positions.rows].map(({ shares }) => shares);
  };
  const closes = (day: string) =>
    service.load({ "prices.csv": `securityId,date,close\n${other},${day},10\n` });
  expect(await held()).toEqual(["10.00000", "10.00000"]);
  await closes("2026-03-02");
  expect(await held()).toEqual(["10.00000", "10.00000"]);
  service.setNow("2026-12-31T15:00:00Z");
  await closes("2026-12-30");
  expect(await held()).toEqual([]);
  const { rows } = await service.admin(
    `select closing_transaction_on::text as day, net_sale_amount::text as net, trans_code as code,
       tax_year as year from closed_lot where account_number = $1 and closing_transaction_id = 97002`,
    [account],
  );
  expect(rows).toEqual([{ day: "2026-12-31", net: "0.00", code: "EXP", year: "2026" }]);
});

test("after a year's end only accounts that still hold what became worthless in it are computed", async () => {
  const due = "RA00000003";
  const buyer = "RA00000001";
  const holder = "RA00000004";
  const cancelled = "RA00000005";
  const buy = (account = "", id: number, day: string, security: number) =>
    `${account},${id},BUY,1,${account}01,${day},${security},10,50,,\n`;
  const worthless = (account = "") => `${account},98003,WLS,1,,2026-02-02,605,3,,,\n`;
  const transactions = (...rows: readonly string[]) =>
    service.load({ "transactions.csv": head + rows.join("") });
  const versions = async () => {
    const { rows } = await service.admin(
      `select account_number, version::text from account_facts where account_number = any($1)
       order by account_number`,
      [[due, buyer, holder, cancelled]],
    );
    return rows.map(({ version }) => version);
  };
  service.setNow("2026-11-02T15:00:00Z");
  await transactions(
    ...[due, cancelled].map((account) => buy(account, 98001, "2026-01-05", 605)),
    buy(due, 98002, "2026-01-06", 605),
    ...[holder, buyer].map((account) => buy(account, 98001, "2026-01-05", 606)),
    ...[due, buyer, holder, cancelled].map(worthless),
  );
  await service.load({
    "transactions.csv": `accountNumber,transactionId,transactionType,cancels\n${cancelled},98004,CXL,98003\n`,
  });
  const before = await versions();
  await transactions(buy("RA00000002", 98001, "2026-02-02", 606));
  expect(await versions()).toEqual(before);
  service.setNow("2027-03-01T15:00:00Z");
  await transactions(buy(buyer, 98005, "2027-02-01", 605));
  const after = await versions();
  expect(after.map((version, index) => version !== before[index])).toEqual([
    true, // the buyer, by its purchase
    true, // the one that is due
    false,
    false,
  ]);
  // The other account's transaction has the id of the purchase after the year.
  await transactions(buy("RA00000002", 98005, "2026-02-01", 606));
  expect(await versions()).toEqual(after);
});
