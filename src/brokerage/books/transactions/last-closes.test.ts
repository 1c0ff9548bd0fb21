// A disposal without a price is ordered at the last close, also behind a split or a change of symbol.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { selectFacts } from "./reads.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000006";
const path = `/restapi/accounts/${account}`;

/** Loads two securities of a test, and closes of the first. */
async function loadSecurities(id: string, ...closes: string[]) {
  const other = String(Number(id) + 1);
  const rows = [id, other].map((each) => `${each},T${each},Test ${each},EQ`);
  await service.load({
    "securities.csv": ["securityId,ticker,name,instrumentType", ...rows, ""].join("\n"),
    ...prices(...closes.map((close) => `${id},${close}`)),
  });
  return other;
}

const prices = (...rows: string[]) => ({
  "prices.csv": ["securityId,date,close", ...rows, ""].join("\n"),
});

async function book(...transactions: object[]) {
  const own = transactions.map((each) => ({ folioNumber: `${account}03`, ...each }));
  return service.call("operator", "POST", `${path}/transactions`, { transactions: own });
}

/** Buys 5 shares at 80 that are long-term today, 2026-03-02, and 5 at 120 that are not. */
const bought = (securityId: string, ids: readonly string[]) => {
  const [long, short] = ids;
  const buy = { transactionType: "BUY", securityId, shares: "5" };
  return [
    { ...buy, tradeDate: "2024-01-03", price: "80", transactionId: long },
    { ...buy, tradeDate: "2025-06-02", price: "120", transactionId: short },
  ];
};
const event = (transactionType: string, securityId: string, rest: object) => ({
  folioNumber: undefined,
  tradeDate: "2026-02-27",
  transactionType,
  securityId,
  ...rest,
});
const transferred = (securityId: string, shares: string) => ({
  tradeDate: "2026-02-27",
  transactionType: "TOT",
  securityId,
  shares,
  reliefMethod: "HSTG",
});

async function closedOf(security: string): Promise<string[]> {
  const { body } = await service.call("adviser", "GET", `${path}/closedtaxlots`);
  return body.flatMap((lot: { security: { id: string }; originatingTransactionId: string }) =>
    lot.security.id === security ? [lot.originatingTransactionId] : [],
  );
}

/** The first lot that a sale at the last close would take by the same method. */
async function previewed(securityId: string): Promise<string> {
  const sale = { securityId, shares: "1" };
  const { body } = await service.call("adviser", "POST", `${path}/taxlots/preview`, sale);
  const own = body.sales.find(({ method }: { method: string }) => method === "HSTG");
  return own.lots[0].originatingTransactionId;
}

test("behind a split the close is divided, and the lots go that a preview takes", async () => {
  await loadSecurities("9641", "2026-02-26,100");
  const split = event("SPL", "9641", { ratioNew: "2", ratioOld: "1" });
  expect((await book(...bought("9641", ["99301", "99302"]), split)).status).toBe(201);
  // At 50.00 the long lot gains 10.00 a share and the short one loses as much; at 100.00 both would gain.
  expect(await previewed("9641")).toBe("99301");
  expect((await book(transferred("9641", "10"))).status).toBe(201);
  expect(await closedOf("9641")).toEqual(["99301"]);
});

test("a new symbol goes on from the closes of the old one, whose corrections it follows", async () => {
  const renamed = await loadSecurities("9643", "2026-02-26,100");
  const change = event("SYM", "9643", { intoSecurityId: renamed });
  expect((await book(...bought("9643", ["99303", "99304"]), change)).status).toBe(201);
  expect(await previewed(renamed)).toBe("99303");
  const { status, text } = await book(transferred(renamed, "5"));
  expect(status, text).toBe(201);
  expect(await closedOf(renamed)).toEqual(["99303"]);
  // At 130.00 the short lot gains, and goes first.
  const set = await service.call("operator", "PUT", "/restapi/securities/9643/prices/2026-02-26", {
    close: "130",
  });
  expect(set.status).toBe(200);
  expect(await closedOf(renamed)).toEqual(["99304"]);
  await service.load(prices("9643,2026-02-26,100"));
  expect(await closedOf(renamed)).toEqual(["99303"]);
  // Its own close of that day counts as soon as there is one.
  await service.load(prices(`${renamed},2026-02-27,131`));
  expect(await closedOf(renamed)).toEqual(["99304"]);
});

test("over a change of symbol it goes by the quotation factors of both securities", async () => {
  const renamed = await loadSecurities("9647", "2026-02-26,1");
  await service.load({
    "securities.csv": `securityId,ticker,name,instrumentType,quotationFactor\n${renamed},T${renamed},Test ${renamed},EQ,0.01\n`,
  });
  const change = event("SYM", "9647", { intoSecurityId: renamed });
  const buy = { transactionType: "BUY", securityId: "9647", shares: "5" };
  const booked = await book(
    { ...buy, tradeDate: "2024-01-03", price: "0.8", transactionId: "99310" },
    { ...buy, tradeDate: "2025-06-02", price: "1.2", transactionId: "99311" },
    change,
    { ...transferred(renamed, "5"), reliefMethod: "LLTG" },
  );
  expect(booked.status, booked.text).toBe(201);
  // 1 × 1 / 0.01 = 100, of which each is 0.01: only the short lot loses. At 1 both would, and the long one goes first.
  expect(await closedOf(renamed)).toEqual(["99311"]);
  const { lotFacts } = await selectFacts(service.db, account);
  const moved = lotFacts.find((fact) => "security" in fact && fact.security === renamed);
  expect(moved).toMatchObject({ lastClose: "100.000000" });
});

test("it has 6 places, half even, and is that of the trade date whatever has come since", async () => {
  const renamed = await loadSecurities("9645", "2026-02-25,0.000013", "2026-02-27,7");
  const split = { ratioNew: "2", ratioOld: "1", tradeDate: "2026-02-26" };
  const sale = { transactionType: "TOT", shares: "1", reliefMethod: "HSTG" };
  const on = (tradeDate: string, securityId = "9645") => ({ ...sale, tradeDate, securityId });
  const booked = await book(
    ...bought("9645", ["99305", "99306"]),
    { ...on("2026-02-25"), transactionId: "99307" },
    event("SPL", "9645", split),
    { ...on("2026-02-26"), transactionId: "99308" },
    event("SYM", "9645", { intoSecurityId: renamed }),
    { ...on("2026-02-27", renamed), transactionId: "99309" },
  );
  expect(booked.status, booked.text).toBe(201);
  const { lotFacts } = await selectFacts(service.db, account);
  const closes = lotFacts.flatMap((fact) => ("lastClose" in fact ? [fact] : []));
  expect(
    closes
      .filter(({ transactionId }) => transactionId >= "99307")
      .map(({ transactionId, lastClose }) => [transactionId, lastClose]),
  ).toEqual([
    ["99307", "0.000013"],
    ["99308", "0.000006"], // 0.0000065
    ["99309", "0.000006"],
  ]);
});
