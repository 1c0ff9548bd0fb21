// A sale that is only tried: what each method would take, as the books then take it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../../test/harness.ts";

let service: TestService;
const account = "RA00000006";
const ira = "RA00000002";
const pathOf = (number: string) => `/restapi/accounts/${number}/taxlots/preview`;

const book = async (number: string, transactions: readonly object[]) => {
  const path = `/restapi/accounts/${number}/transactions`;
  expect((await service.call("operator", "POST", path, { transactions })).status).toBe(201);
};
const buy = (folio: string, tradeDate: string, shares: string, price: string) => ({
  folioNumber: folio,
  tradeDate,
  transactionType: "BUY",
  securityId: "606",
  shares,
  price,
});

// 10 at 50.00, long-term; 10 at 120.00 and 5 at 90.00, short-term, the last in the window of a sale today.
beforeAll(async () => {
  service = await openTestService();
  const folio = `${account}03`;
  await book(account, [
    { folioNumber: folio, tradeDate: "2024-01-02", transactionType: "DEP", amount: "9000" },
    { ...buy(folio, "2024-01-03", "10", "50"), transactionId: "99101" },
    { ...buy(folio, "2025-06-02", "10", "120"), transactionId: "99102" },
    { ...buy(folio, "2026-02-20", "5", "90"), transactionId: "99103" },
  ]);
});
afterAll(() => service.close());

const sale = { securityId: "606", shares: "12", price: "100" };
const tried = (body: object = sale, number = account) =>
  service.call("adviser", "POST", pathOf(number), body);

interface Tried {
  readonly method: string | null;
  readonly lots: readonly { readonly originatingTransactionId: string }[];
}

const by = (body: { readonly sales: readonly Tried[] }, method: string | null) =>
  body.sales.find((each) => each.method === method);

test("each method takes its lots, and the purchase of the days before takes the loss", async () => {
  const { status, body } = await tried();
  expect(status).toBe(200);
  const { sales, ...whole } = body;
  expect(whole).toEqual({
    accountNumber: account,
    security: { ticker: expect.any(String), cusip: expect.anything(), id: "606" },
    saleDate: "2026-03-02T00:00:00.000-05:00",
    shareQuantity: "12.00000",
    salePrice: "100.000000",
    priceDate: null,
    netSaleAmount: "1200.00", // 12 × 100.00
    shortTermTaxRate: null,
    longTermTaxRate: null,
  });
  const methods = sales.map((each: Tried) => each.method);
  expect(methods).toEqual([
    "FIFO",
    "LIFO",
    "LGHL",
    "HGLL",
    "LLTG",
    "LSTG",
    "HLTG",
    "HSTG",
    "WLFS",
    "WGFS",
  ]);
  expect(by(body, "FIFO")).toMatchObject({
    lots: [
      { originatingTransactionId: "99101", shareQuantity: "10.00000", gainLossTerm: "LONG_TERM" },
      { originatingTransactionId: "99102", shareQuantity: "2.00000", disallowedLoss: "40.00" },
    ],
    adjustedCostBasis: "740.00", // 500.00 + 2 × 120.00
    longTermGainLoss: "500.00",
    shortTermGainLoss: "0.00", // 200.00 − 240.00, all of it washed by the 5 shares of February
    unknownTermGainLoss: "0.00",
    disallowedLoss: "40.00",
    estimatedTax: null,
    isLowestTax: false,
    remaining: {
      shareQuantity: "13.00000",
      adjustedCostBasis: "1450.00", // 8 × 120.00 + 5 × 90.00 + 40.00
      unrealizedGainLoss: "-150.00", // 1,300.00 − 1,450.00
    },
  });
  // The largest loss: 3 of 10 shares meet what is left of February; 2 are sold with them.
  expect(by(body, "LGHL")).toMatchObject({
    isDefault: true,
    lots: [
      { originatingTransactionId: "99102", shareQuantity: "3.00000", disallowedLoss: "60.00" },
      { originatingTransactionId: "99102", shareQuantity: "7.00000", disallowedLoss: null },
      { originatingTransactionId: "99103", shareQuantity: "2.00000" },
    ],
  });
});

test("tax is estimated at the rates that are sent, and the lowest is marked", async () => {
  const { body } = await tried({ ...sale, shortTermTaxRate: "32.5", longTermTaxRate: "15" });
  expect([body.shortTermTaxRate, body.longTermTaxRate]).toEqual(["32.5", "15"]);
  expect(by(body, "FIFO")).toMatchObject({ estimatedTax: "75.00", isLowestTax: false }); // 500.00 × 15%
  // 3 of 10 short-term shares are washed, 7 lose 20.00 each; 2 of February gain 10.00 each.
  expect(by(body, "LGHL")).toMatchObject({ estimatedTax: "-39.00", isLowestTax: true }); // -120.00 × 32.5%
  const bad = await tried({ ...sale, shortTermTaxRate: "-1", longTermTaxRate: "100.1" });
  expect(codes(bad)).toEqual([400, "invalid.short.term.tax.rate", "invalid.long.term.tax.rate"]);
});

test("the named lots stand next to the lots of each method", async () => {
  const { body } = await tried({ ...sale, namedLots: ["99103:5", "99101:7"] });
  expect(body.sales[0]).toMatchObject({ method: null, isDefault: false });
  const taken = by(body, null)?.lots.map((lot) => lot.originatingTransactionId);
  expect(taken).toEqual(["99103", "99101"]);
});

test("without a price the last close counts, and fees lower what comes in", async () => {
  const set = await service.call("operator", "PUT", "/restapi/securities/606/prices/2026-02-27", {
    close: "95",
  });
  expect(set.status).toBe(200);
  const { body } = await tried({ securityId: "606", shares: "1", fees: "1.50" });
  expect([body.salePrice, body.priceDate, body.netSaleAmount]).toEqual([
    "95.000000",
    "2026-02-27T00:00:00.000-05:00",
    "93.50", // 95.00 − 1.50
  ]);
});

test("a year later what was short-term is long-term", async () => {
  const later = await tried({ ...sale, shares: "20", saleDate: "2026-06-03" });
  expect(by(later.body, "FIFO")).toMatchObject({
    shortTermGainLoss: "0.00",
    longTermGainLoss: "300.00",
  });
});

test("the average of a retirement account is its only method", async () => {
  const folio = `${ira}03`;
  const folios = (await service.call("operator", "GET", `/restapi/accounts/${ira}/folios`)).body;
  const [{ folioNumber = folio }] = folios;
  await book(ira, [
    buy(folioNumber, "2025-01-02", "3", "10"),
    buy(folioNumber, "2025-01-03", "1", "14"),
  ]);
  const { body } = await tried({ ...sale, shares: "2", price: "12" }, ira);
  expect(body.sales).toMatchObject([
    {
      method: "AVGC",
      adjustedCostBasis: "22.00", // 44.00 × 2 / 4
      remaining: {
        shareQuantity: "2.00000",
        adjustedCostBasis: "22.00",
        unrealizedGainLoss: "2.00",
      },
    },
  ]);
  const named = await tried({ ...sale, shares: "2", namedLots: ["99101:2"] }, ira);
  expect(codes(named)).toEqual([400, "named.lots.not.applicable"]);
});

const codes = ({ status, body }: { status: number; body: readonly { errorCode?: string }[] }) => [
  status,
  ...body.map(({ errorCode }) => errorCode),
];

test.each([
  ["a security that nobody has", { ...sale, securityId: "999999" }, "security.not.held"],
  ["a security that the account never had", { ...sale, securityId: "601" }, "security.not.held"],
  ["more than is held", { ...sale, shares: "25.00001" }, "sale.shares.not.held"],
  ["a day that is over", { ...sale, saleDate: "2026-03-01" }, "invalid.sale.date"],
  ["a day in more than ten years", { ...sale, saleDate: "2036-03-03" }, "invalid.sale.date"],
  ["named shares that are not all", { ...sale, namedLots: ["99101:11"] }, "named.lots.sum"],
  ["more of a lot than is held", { ...sale, namedLots: ["99101:12"] }, "named.lots.not.held"],
  ["no share", { ...sale, shares: "0" }, "invalid.shares"],
])("%s is refused", async (_, body, code) => {
  expect(codes(await tried(body))).toEqual([400, code]);
});

test("a security without any close needs a price", async () => {
  await service.admin("delete from security_price where security_id = 606");
  expect(codes(await tried({ securityId: "606", shares: "1" }))).toEqual([
    400,
    "sale.price.unknown",
  ]);
});

test("an account without transactions has no lots to sell", async () => {
  expect(codes(await tried(sale, "RA00000007"))).toEqual([404, "tax.data.not.found"]);
});

test("who may read the account may try a sale, and nothing is stored", async () => {
  const count = async () => (await service.admin("select count(*) from audit_entry")).rows;
  const before = await count();
  const { body } = await tried();
  for (const who of ["readOnly", "operator"] as const) {
    expect((await service.call(who, "POST", pathOf(account), sale)).body).toEqual(body);
  }
  for (const who of ["otherAdviser", "client", "issuer"] as const) {
    expect((await service.call(who, "POST", pathOf(account), {})).status).toBe(403);
  }
  expect(await count()).toEqual(before);
});

test("a sale that is booked closes the lots that were previewed", async () => {
  const { body } = await tried();
  const order = { folioNumber: `${account}03`, tradeDate: "2026-03-02", transactionType: "SLE" };
  await book(account, [{ ...order, ...sale }]);
  const closed = await service.call("adviser", "GET", `/restapi/accounts/${account}/closedtaxlots`);
  const own = closed.body.filter((lot: { security: { id: string } }) => lot.security.id === "606");
  const sums = (lots: readonly object[]) => lots.map(figuresOf).toSorted();
  expect(sums(own)).toEqual(sums(by(body, "LGHL")?.lots ?? []));
});

function figuresOf(lot: object): string {
  const { originatingTransactionId, shareQuantity, adjustedCostBasis, reportableGainLoss } =
    lot as Readonly<Record<string, string>>;
  return `${originatingTransactionId} ${shareQuantity} ${adjustedCostBasis} ${reportableGainLoss}`;
}
