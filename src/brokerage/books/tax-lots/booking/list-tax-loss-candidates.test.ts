// Positions that could be sold at a loss, with the purchases of the household that would disallow it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../../test/harness.ts";

let service: TestService;
const account = "RA00000001";
const ira = "RA00000002"; // in the same household
const alone = "RA00000006"; // in none

const book = async (number: string, transactions: readonly object[]) => {
  const path = `/restapi/accounts/${number}/transactions`;
  expect((await service.call("operator", "POST", path, { transactions })).status).toBe(201);
};
const buy = (number: string, id: string, tradeDate: string, shares: string, price: string) => ({
  folioNumber: `${number}01`,
  tradeDate,
  transactionId: id,
  transactionType: "BUY",
  securityId: "606",
  shares,
  price,
});

// Today is Mar 2, 2026. At a close of 80.00 the lots at 100.00 and 90.00 are losses, that at 70.00 a gain.
beforeAll(async () => {
  service = await openTestService();
  await book(account, [
    buy(account, "99101", "2024-01-03", "10", "100"),
    buy(account, "99102", "2025-11-03", "10", "90"),
    buy(account, "99103", "2026-02-20", "5", "70"),
  ]);
  await book(ira, [
    buy(ira, "99104", "2026-01-31", "1", "75"), // 30 days before
    buy(ira, "99105", "2026-01-30", "1", "75"), // 31 days before
  ]);
  await book(alone, [
    { ...buy(alone, "99106", "2026-02-20", "2", "100"), folioNumber: `${alone}03` },
  ]);
  const close = { close: "80" };
  const path = "/restapi/securities/606/prices/2026-02-27";
  expect((await service.call("operator", "PUT", path, close)).status).toBe(200);
});
afterAll(() => service.close());

type Who = "adviser" | "readOnly" | "operator" | "otherAdviser" | "client" | "issuer";
const get = (query = "", who: Who = "adviser", firm = "1002") =>
  service.call(who, "GET", `/restapi/firms/${firm}/taxlosscandidates${query}`);
interface Candidate {
  readonly accountNumber: string;
  readonly unrealizedGainLoss: string;
  readonly security: { readonly id: string };
}
const of606 = (list: readonly Candidate[], number: string) =>
  list.find((each) => each.accountNumber === number && each.security.id === "606");

test("a candidate has the lots at a loss, and purchases in all accounts of its household", async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(of606(body, account)).toMatchObject({
    householdOid: "61",
    householdName: "Whitfield",
    price: "80.000000",
    shareQuantity: "20.00000",
    marketValue: "1600.00", // 20 × 80.00
    adjustedCostBasis: "1900.00", // 10 × 100.00 + 10 × 90.00
    unrealizedGainLoss: "-300.00",
    shortTermGainLoss: "-100.00",
    longTermGainLoss: "-200.00",
    unknownTermGainLoss: "0.00",
    estimatedTax: "-62.50", // -100.00 × 32.5% − 200.00 × 15%
    purchases: [
      { accountNumber: account, transactionId: "99103", daysSince: "10", daysUntilClear: "21" },
      { accountNumber: ira, transactionId: "99104", daysSince: "30", daysUntilClear: "1" },
    ],
    daysUntilClear: "21",
  });
});

test("a recent purchase that would be sold with the losses replaces none of them", async () => {
  const { body } = await get();
  expect(of606(body, alone)).toMatchObject({
    householdOid: null,
    unrealizedGainLoss: "-40.00",
    estimatedTax: null, // without rates
    purchases: [],
    daysUntilClear: "0",
  });
});

test("the largest loss is first, and a household, a least loss and a limit narrow the list", async () => {
  const list: readonly Candidate[] = (await get()).body;
  const losses = list.map(({ unrealizedGainLoss }) => Number(unrealizedGainLoss));
  expect(losses).toEqual(losses.toSorted((a, b) => a - b));
  const household = (await get("?household=61")).body;
  expect(household.map((each: Candidate) => each.accountNumber)).not.toContain(alone);
  expect(of606(household, account)).toBeDefined();
  expect(of606((await get("?minimumloss=40.00")).body, alone)).toBeDefined();
  expect(of606((await get("?minimumloss=40.01")).body, alone)).toBeUndefined();
  expect((await get("?limit=1")).body).toEqual(list.slice(0, 1));
  for (const query of ["?limit=0", "?limit=501", "?minimumloss=0", "?household=x"])
    expect((await get(query)).status).toBe(400);
  // Another firm's household, and one that there is not.
  for (const oid of ["63", "999999"]) expect((await get(`?household=${oid}`)).status).toBe(400);
});

test("a firm sees its own accounts, and the operator all", async () => {
  const { body } = await get();
  expect((await get("", "readOnly")).body).toEqual(body);
  expect(of606((await get("", "operator", "1001")).body, account)).toBeDefined();
  for (const who of ["otherAdviser", "issuer", "client"] as const)
    expect((await get("", who)).status).toBe(403);
});
