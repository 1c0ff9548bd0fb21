// Booking transactions over HTTP: all or none, the books in the same transaction, during a load.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestResponse, type TestService } from "../../../../test/harness.ts";
import { untilOneWaits } from "../../../../test/lock-waits.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { loadFolder } from "../../../platform/bulk/apply/load-folder.ts";
import { write } from "../../../platform/change/write.ts";
import { ruleProblem } from "../../../values/problem.ts";
import { computeAccount } from "../recompute/compute-account.ts";
import type { NewTransactions } from "../transactions/schema.ts";
import { bookTransactionsInto, notesOfBooking } from "./changes.ts";
import { bookTransactionsEntry } from "./entries.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000006";
const folio = `${account}03`;
const path = `/restapi/accounts/${account}/transactions`;
const row = (columns: object) => ({ folioNumber: folio, tradeDate: "2026-02-03", ...columns });
const deposit = (entryOrder: string, amount: string) =>
  row({ transactionType: "DEP", entryOrder, amount });
const trade = (transactionType: string, entryOrder: string, shares: string) =>
  row({ transactionType, entryOrder, securityId: "601", shares, price: "50" });
const move = row({
  transactionType: "LMV",
  securityId: "601",
  shares: "1",
  reason: "JNL",
  toAccountNumber: "RA00000001",
  toFolioNumber: "RA0000000103",
});
const book = (transactions: readonly object[], headers: Record<string, string> = {}) =>
  service.call("operator", "POST", path, { transactions }, headers);
const reasonsOf = ({ body }: TestResponse) =>
  body.map(({ errorCode, message }: Record<string, string>) => `${errorCode} ${message}`);

async function cashAndShares(): Promise<string[]> {
  const { rows } = await service.admin(
    `select 'cash' as what, amount::text from folio_cash where folio_number = $1
     union all select security_id::text, share_quantity::text from folio_position
     where folio_number = $1 order by 1`,
    [folio],
  );
  return rows.map(({ what, amount }) => `${what} ${amount}`);
}

test("a booking is in the positions at once, and its event is emitted once", async () => {
  const response = await book([deposit("1", "1000"), trade("BUY", "2", "10")]);
  expect(response).toMatchObject({ status: 201, text: "" });
  expect(response.headers.location).toBe(
    `http://bursar.test/restapi/accounts/${account}/positions`,
  );
  expect(await cashAndShares()).toEqual(["601 10.00000", "cash 500.00"]); // 1000 − 10 × 50

  const [entry] = (await service.auditOf(account)).slice(-1);
  const transactionIds = entry?.detail.detail.transactionIds;
  expect(transactionIds).toHaveLength(2);
  expect(entry).toMatchObject({
    operation: "bookTransactions",
    detail: { detail: { foliosComputed: [folio] } },
  });
  expect((await service.eventsOf(account)).at(-1)).toMatchObject({
    type: "transactions.booked",
    data: { transactionIds, count: "2" },
  });
  const again = await computeAccount(testContext(service.db), account);
  expect(again).toMatchObject({ lots: null, positions: false, series: [], problems: [] });
});

test("one row that the books refuse keeps out all, and each is named", async () => {
  const before = await cashAndShares();
  const entries = (await service.auditOf(account)).length;
  const refused = async (...rows: readonly object[]) => {
    const response = await book(rows);
    expect(response.status).toBe(400);
    return reasonsOf(response);
  };
  expect(await refused(deposit("3", "1"), trade("SLE", "4", "11"))).toEqual([
    "transaction.rule transactions[1], shares: 11 of ACME are sold, 10 are held on 2026-02-03; short positions are not kept.",
  ]);
  expect(
    await refused(
      deposit("3", "1"),
      row({ transactionType: "BUY", securityId: "999", shares: "1", price: "1" }),
      row({ transactionType: "BUY", securityId: "601", price: "1" }),
      { transactionType: "CXL", cancels: "1" },
      { ...deposit("5", "1"), tradeDate: "2026-03-03" },
      { ...deposit("6", "1"), folioNumber: `${account}77` },
      { ...move, toFolioNumber: "RA0000000177" },
      { ...move, toAccountNumber: account, toFolioNumber: `${account}02` },
      row({ transactionType: "BAS", securityId: "601", amount: "0", reason: "PRM" }),
    ),
  ).toEqual([
    "transaction.rule transactions[1], securityId: The store has no such security.",
    "transaction.rule transactions[2], shares: A value is required (BUY, Buy).",
    "transaction.rule transactions[3], cancels: The store has no such transaction.",
    "transaction.rule transactions[4], tradeDate: It is after today, 2026-03-02.",
    "transaction.rule transactions[5], folioNumber: The store has no such folio.",
    "transaction.rule transactions[6], toFolioNumber: The store has no such folio.",
    "transaction.rule transactions[7], toAccountNumber: The lots move to their own account; between its folios shares are journaled (SJL).",
    "transaction.rule transactions[8], amount: It is 0: an adjustment raises or lowers a basis.",
  ]);
  expect(await refused({ ...deposit("1", "1") })).toEqual([
    expect.stringMatching(/^transaction\.rule (transactions\[0\]|Transaction \d+).*the same place/),
  ]);
  expect(await cashAndShares()).toEqual(before);
  expect(await service.auditOf(account)).toHaveLength(entries);
});

test("the shape is judged before the books", async () => {
  const codes = async (transactions: unknown) => {
    const { status, body } = await service.call("operator", "POST", path, { transactions });
    expect(status).toBe(400);
    return body.map((problem: Record<string, string>) =>
      [problem.field, problem.errorCode].filter(Boolean).join(" "),
    );
  };
  expect(await codes([])).toEqual(["transactions invalid.transactions"]);
  expect(await codes([{ ...deposit("7", "1"), accountNumber: "RA00000001" }])).toEqual([
    "uri.matching.rule",
  ]);
  expect(await codes([{ transactionType: "XXX", shares: "0" }])).toEqual([
    "transactions[0].transactionType invalid.choice",
    "transactions[0].shares invalid.transactions.shares",
  ]);
  expect(await codes(Array.from({ length: 1_001 }, () => deposit("7", "1")))).toEqual([
    "transactions invalid.transactions",
  ]);
});

test("a fact is taken back once, and its replacement keeps the method that it had", async () => {
  const sale = { ...trade("SLE", "8", "2"), transactionId: "94001" };
  expect((await book([sale])).status).toBe(201);
  await service.call("adviser", "PUT", `/restapi/accounts/${account}`, {
    accountNumber: account,
    defaultTaxLotSelection: "FIFO",
  });
  const replacement = {
    ...trade("SLE", "8", "3"),
    transactionId: "94002",
    replaces: "94001",
  };
  expect((await book([replacement])).status).toBe(201);
  const { rows } = await service.admin(
    `select transaction_id::text as id, default_method as method from account_transaction
     where account_number = $1 and transaction_id in (94001, 94002) order by 1`,
    [account],
  );
  expect(new Set(rows.map(({ method }) => method)).size).toBe(1);
  expect(reasonsOf(await book([{ transactionType: "CXL", cancels: "94001" }]))).toEqual([
    "transaction.rule transactions[0], cancels: Another transaction has cancelled or replaced it.",
  ]);
  expect(reasonsOf(await book([sale]))[0]).toBe(
    "transaction.rule transactions[0], transactionId: The account has a transaction with this id.",
  );
});

test("of two sales of the last shares at once one is booked", async () => {
  const held = (await cashAndShares())[0]?.split(" ")[1] ?? "";
  const responses = await Promise.all([
    book([trade("SLE", "21", held)]),
    book([trade("SLE", "22", held)]),
  ]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  const refused = responses.find(({ status }) => status === 400) as TestResponse;
  expect(refused.body).toMatchObject([{ errorCode: "transaction.rule" }]);
});

test("a load that worked the account out before works it out again after a booking", async () => {
  const booking = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const booked = write(testContext(service.db), bookTransactionsEntry, async (tx) => {
    const rows = [deposit("51", "70")] as unknown as NewTransactions["transactions"];
    const problemOf = ({ reason }: { readonly reason: string }) =>
      ruleProblem({ code: "transaction.rule", sentence: reason });
    const booked = await bookTransactionsInto(tx, testContext(service.db), {
      accountNumber: account,
      rows,
      problemOf,
    });
    held.resolve();
    await booking.promise;
    return { value: null, audit: notesOfBooking(account, booked) };
  });
  await held.promise;
  const file = `accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount
${account},94101,DEP,61,${folio},2026-02-03,30\n`;
  const loading = service.load({ "transactions.csv": file });
  await untilOneWaits(service.db);
  const before = await cashAndShares();
  booking.resolve();
  await Promise.all([booked, loading]);

  const cash = (lines: readonly string[]) => Number(lines.at(-1)?.split(" ")[1]);
  expect(cash(await cashAndShares()) - cash(before)).toBe(100); // 70 + 30
  // The load had stamped its row with the version that the booking then took.
  const { rows } = await service.admin(
    `select version - accepted_version as behind
     from account_transaction join account_facts using (account_number)
     where account_number = $1 and entry_order in (51, 61) order by entry_order`,
    [account],
  );
  expect(rows).toEqual([{ behind: "1" }, { behind: "0" }]);
  const again = await computeAccount(testContext(service.db), account);
  expect(again).toMatchObject({ lots: null, positions: false, series: [], problems: [] });
});

test("a booking waits for no load", async () => {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const kinds = loadOrder.map((kind) => ({
    ...kind,
    afterApply: async (...given: Parameters<NonNullable<typeof kind.afterApply>>) => {
      await kind.afterApply?.(...given);
      reached.resolve();
      await gate.promise;
    },
  }));
  const folder = await mkdtemp(join(tmpdir(), "bursar-booking-"));
  const file = `accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount
${account},94102,DEP,62,${folio},2026-02-03,30\n`;
  await writeFile(join(folder, "transactions.csv"), file);
  const loading = loadFolder(testContext(service.db), kinds, folder);
  await reached.promise;
  expect((await book([deposit("71", "5")])).status).toBe(201);
  gate.resolve();
  await loading;
  await rm(folder, { recursive: true });
  const again = await computeAccount(testContext(service.db), account);
  expect(again).toMatchObject({ lots: null, positions: false, series: [], problems: [] });
});

test("a dry run shows what would be booked, and books nothing", async () => {
  const before = await cashAndShares();
  const response = await book([deposit("30", "5")], { "X-Dry-Run": "true" });
  expect(response.status).toBe(200);
  expect(response.body.events).toMatchObject([{ type: "transactions.booked", subject: account }]);
  expect(await cashAndShares()).toEqual(before);
});

test("a thousand rows are booked together, with nearly every column of a sale", async () => {
  const cash = ["federalTaxWithholding", "stateTaxWithholding", "foreignTaxWithholding"];
  const ofFolio = { accountNumber: account, folioNumber: folio, securityId: "602" };
  const bought = { ...ofFolio, transactionType: "BUY", tradeDate: "2026-02-04", entryOrder: "1" };
  const sold = (at: number) => ({
    ...ofFolio,
    transactionId: `${95_000 + at}`,
    transactionType: "SLE",
    entryOrder: `${at}`,
    tradeDate: "2026-02-05",
    settlementDate: "2026-02-06",
    shares: "1",
    price: "50",
    fees: "0.10",
    netAmount: "49.90",
    accruedInterest: "0.01",
    ...Object.fromEntries(cash.map((column) => [column, "0.01"])),
    withholdingState: "NY",
    withholdingCountry: "CA",
    reliefMethod: "FIFO",
  });
  const sales = Array.from({ length: 999 }, (_, at) => sold(at + 1));
  const response = await book([{ ...bought, shares: "1000", price: "50" }, ...sales]);
  expect(response.status, response.text).toBe(201);
  expect(await cashAndShares()).toContain("602 1.00000");
});

test("only the operator books", async () => {
  for (const caller of ["adviser", "otherAdviser", "issuer", "client", "readOnly"] as const) {
    const body = { transactions: [deposit("40", "1")] };
    expect((await service.call(caller, "POST", path, body)).status, caller).toBe(403);
  }
  const absent = "/restapi/accounts/RA99999999/transactions";
  const body = { transactions: [deposit("40", "1")] };
  expect((await service.call("operator", "POST", absent, body)).status).toBe(403);
});
