// Setting closes over HTTP: books follow, each account has an entry in its chain, and a load sees it.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { moneyText } from "@bursar/values/units";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedDays } from "../../../../test/computed-days.ts";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { holdLoad, loadFiles } from "../../../../test/held-load.ts";
import { untilOneWaits } from "../../../../test/lock-waits.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import type { LoadEnd } from "../../../platform/bulk/load-kind.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { upsertClose } from "../../../reference/prices/queries.ts";
import { ruleProblem } from "../../../values/problem.ts";
import {
  bookTransactionsInto,
  followClose,
  type NewTransaction,
  notesOfBooking,
} from "../account-books/changes.ts";
import { bookTransactionsEntry } from "../account-books/entries.ts";
import { computeAccount } from "../recompute/compute-account.ts";
import { setPriceEntry } from "./entries.ts";

let service: TestService;
const account = "RA00000006";
const folio = `${account}03`;

beforeAll(async () => {
  service = await openTestService();
  // Its folio has no source yet, so that its performance is computed from now on.
  const row = { folioNumber: folio, tradeDate: "2026-02-03" };
  const transactions = [
    { ...row, transactionType: "DEP", amount: "1000" },
    { ...row, transactionType: "BUY", securityId: "601", shares: "10", price: "88" },
  ];
  const path = `/restapi/accounts/${account}/transactions`;
  expect((await service.call("operator", "POST", path, { transactions })).status).toBe(201);
});
afterAll(() => service.close());

const pathOf = (security: string, date: string) => `/restapi/securities/${security}/prices/${date}`;
const set = (security: string, date: string, close: string) =>
  service.call("operator", "PUT", pathOf(security, date), { close });
const unchanged = { lots: null, positions: false, series: [], problems: [] };

async function valueOn(day: string): Promise<string | undefined> {
  const found = (await storedDays(service.admin, account)).find(({ raw }) => raw.on === day);
  return found && moneyText(found.raw.marketValue);
}

test("the books of holders follow a close, and its event is emitted once", async () => {
  expect(await valueOn("2026-02-27")).toBe("1000.70"); // 120.00 + 10 × 88.07
  const response = await set("601", "2026-02-27", "188.07");
  expect(response).toMatchObject({ status: 200, text: "" });
  const closes = "/restapi/securities/601/prices?daterange=2026-02-27,2026-02-27";
  expect(response.headers.location).toBe(`http://bursar.test${closes}`);
  expect((await service.call("adviser", "GET", closes)).body.prices).toMatchObject([
    { close: "188.070000", source: "set" },
  ]);
  expect(await valueOn("2026-02-27")).toBe("2000.70"); // 120.00 + 10 × 188.07
  expect(await computeAccount(testContext(service.db), account)).toMatchObject(unchanged);

  const events = async () =>
    (await service.eventsOf("security:601")).filter(({ type }) => type === "price.set");
  expect(await events()).toMatchObject([{ data: { securityId: "601", date: "2026-02-27" } }]);
  expect((await service.auditOf(account)).at(-1)).toMatchObject({
    operation: "setPrice",
    detail: { before: { close: "88.07" }, after: { close: "188.07" } },
  });

  expect((await set("601", "2026-02-27", "188.070")).status).toBe(200);
  expect(await events()).toHaveLength(1);
});

test("the first close of a day makes it a valuation day for all", async () => {
  expect(await valueOn("2026-02-26")).toBe(undefined);
  expect((await set("607", "2026-02-26", "1")).status).toBe(200);
  expect(await valueOn("2026-02-26")).toMatch(/^\d+\.\d\d$/); // at the last close of 601
  expect(await computeAccount(testContext(service.db), account)).toMatchObject(unchanged);
});

test("of two closes at once both are stored, and the books are those of the later", async () => {
  const responses = await Promise.all([
    set("601", "2026-02-27", "90"),
    set("601", "2026-02-27", "91"),
    set("605", "2026-02-27", "30"),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await computeAccount(testContext(service.db), account)).toMatchObject(unchanged);
});

/** Sets a close by hand, in a transaction that stays open until it is let go. */
async function holdClose(securityId: string, close: string) {
  const ctx = testContext(service.db);
  const set = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const date = "2026-02-27" as Day;
  const id = securityId as Id;
  const stored = write(ctx, setPriceEntry, async (tx) => {
    await upsertClose(tx, { securityId: id, date, close: close as Decimal }, `held ${securityId}`);
    await followClose(tx, ctx, { securityId: id, date });
    set.resolve();
    await letGo.promise;
    return { value: null, audit: [] };
  });
  await Promise.race([set.promise, stored]);
  return { stored, letGo: () => letGo.resolve() };
}

const buy = (securityId: string) => ({
  transactionType: "BUY",
  folioNumber: folio,
  tradeDate: "2026-02-04",
  securityId,
  shares: "1",
  price: "1",
});
const bought = (id: string, securityId: string) => ({
  "transactions.csv": `accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price
${account},${id},BUY,${id},${folio},2026-02-04,${securityId},1,1\n`,
});
const isCurrent = async () =>
  expect(await computeAccount(testContext(service.db), account)).toMatchObject(unchanged);

test("a booking waits for a close of its security that is being set", async () => {
  const close = await holdClose("605", "31");
  const booking = service.call("operator", "POST", `/restapi/accounts/${account}/transactions`, {
    transactions: [buy("605")],
  });
  await Promise.race([untilOneWaits(service.db), booking]);
  close.letGo();
  await close.stored;
  expect((await booking).status).toBe(201);
  await isCurrent();
});

test("a close finds the account into which its security is being booked", async () => {
  const ctx = testContext(service.db);
  const isBooked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const booking = write(ctx, bookTransactionsEntry, async (tx) => {
    const rows = [buy("606")] as unknown as NewTransaction[];
    const problemOf = ({ reason }: { reason: string }) =>
      ruleProblem({ code: "transaction.rule", sentence: reason });
    const booked = await bookTransactionsInto(tx, ctx, {
      accountNumber: account,
      rows,
      problemOf,
    });
    isBooked.resolve();
    await letGo.promise;
    return { value: null, audit: notesOfBooking(account, booked) };
  });
  await Promise.race([isBooked.promise, booking]);
  const setting = set("606", "2026-02-27", "32");
  await Promise.race([untilOneWaits(service.db), setting]);
  letGo.resolve();
  await booking;
  expect((await setting).status).toBe(200);
  await isCurrent();
});

test("a load works out again what a close that was being set at its end concerns", async () => {
  const close = await holdClose("604", "33");
  const loading = service.load(bought("95001", "604"));
  await Promise.race([untilOneWaits(service.db), loading]);
  close.letGo();
  await Promise.all([close.stored, loading]);
  await isCurrent();
});

test("a close finds the account to which a load that is ending adds its security", async () => {
  const { loading, letGo } = await holdLoad(service.db, bought("95002", "602"));
  const setting = set("602", "2026-02-27", "34");
  await Promise.race([untilOneWaits(service.db), setting]);
  letGo();
  await loading;
  expect((await setting).status).toBe(200);
  await isCurrent();
});

/** Loads closes, and holds the load where it has computed without locks and where it has ended but
 * not stored. */
async function holdLoadOfCloses(file: string) {
  const [began, mayEnd, isDone, mayStore] = Array.from({ length: 4 }, () =>
    Promise.withResolvers<void>(),
  ) as [Held, Held, Held, Held];
  const kinds = loadOrder.map((kind) => ({
    ...kind,
    ...(kind.afterAll && {
      async afterAll(tx: Tx, end: LoadEnd) {
        began.resolve();
        await mayEnd.promise;
        await kind.afterAll?.(tx, end);
        isDone.resolve();
        await mayStore.promise;
      },
    }),
  }));
  const files = { "prices.csv": `securityId,date,close\n${file}\n` };
  const loading = loadFiles(service.db, files, kinds);
  await Promise.race([began.promise, loading]);
  return {
    async end() {
      mayEnd.resolve();
      await Promise.race([isDone.promise, loading]);
    },
    async store() {
      mayEnd.resolve();
      mayStore.resolve();
      await loading;
    },
  };
}
type Held = ReturnType<typeof Promise.withResolvers<void>>;

/** Books into an account that has had nothing, so that its performance is computed from now on. */
const fund = (number: string, securityId: string) =>
  service.call("operator", "POST", `/restapi/accounts/${number}/transactions`, {
    transactions: [
      {
        transactionType: "DEP",
        folioNumber: `${number}03`,
        tradeDate: "2026-02-03",
        amount: "1000",
      },
      { ...buy(securityId), folioNumber: `${number}03` },
    ],
  });
const isCurrentOf = async (number: string) =>
  expect(await computeAccount(testContext(service.db, service.now()), number)).toMatchObject(
    unchanged,
  );

test("a load of closes computes the account into which their security was booked meanwhile", async () => {
  const load = await holdLoadOfCloses("601,2026-02-26,77");
  expect((await fund("RA00000012", "601")).status).toBe(201);
  await load.store();
  await isCurrentOf("RA00000012");
});

test("a booking waits for a load of closes of its security that is ending", async () => {
  const load = await holdLoadOfCloses("601,2026-02-25,78");
  await load.end();
  const booking = fund("RA00000013", "601");
  await Promise.race([untilOneWaits(service.db), booking]);
  await load.store();
  expect((await booking).status).toBe(201);
  await isCurrentOf("RA00000013");
});

test("a day that has not come, and a security that is not there, are refused", async () => {
  for (const date of ["2026-03-03", "2026-02-30", "1899-12-31", "today", "2026-02-27T00:00:00Z"]) {
    expect(errorCodesOf(await set("601", date, "1")), date).toEqual(["invalid.date"]);
  }
  expect(errorCodesOf(await set("601", "2026-02-27", "-1"))).toEqual(["invalid.close"]);
  for (const security of ["999", "x"]) {
    const refused = await set(security, "2026-02-27", "1");
    expect([refused.status, ...errorCodesOf(refused)]).toEqual([404, "security.not.found"]);
  }
});

test("only the operator sets closes", async () => {
  for (const caller of ["adviser", "otherAdviser", "issuer", "client", "readOnly"] as const) {
    const response = await service.call(caller, "PUT", pathOf("601", "2026-02-27"), { close: "1" });
    expect(response.status, caller).toBe(403);
  }
});

test("a close set after a year's end closes the lots of what became worthless in it", async () => {
  const number = "RA00000014";
  expect((await fund(number, "605")).status).toBe(201);
  const worthless = { transactionType: "WLS", tradeDate: "2026-02-05", securityId: "605" };
  const path = `/restapi/accounts/${number}/transactions`;
  const booked = await service.call("operator", "POST", path, { transactions: [worthless] });
  expect(booked.status).toBe(201);
  service.setNow("2027-01-05T15:00:00Z");
  for (const date of ["2026-12-31", "2027-01-04"]) {
    expect((await set("606", date, "10")).status).toBe(200);
    await isCurrentOf(number);
  }
  const { rows } = await service.admin(
    `select closing_transaction_on::text as day from closed_lot where account_number = $1`,
    [number],
  );
  expect(rows).toEqual([{ day: "2026-12-31" }]);
});
