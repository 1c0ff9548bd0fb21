// The unrealized gains of open lots at last prices, with their terms.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../../test/harness.ts";

let service: TestService;
const account = "RA00000006";
const pathOf = (number: string) => `/restapi/accounts/${number}/taxlots/unrealized`;

const book = async (number: string, transactions: readonly object[]) => {
  const path = `/restapi/accounts/${number}/transactions`;
  const response = await service.call("operator", "POST", path, { transactions });
  expect(response.status, response.text).toBe(201);
};
const close = async (security: string, price: string) => {
  const path = `/restapi/securities/${security}/prices/2026-02-27`;
  const response = await service.call("operator", "PUT", path, { close: price });
  expect(response.status, response.text).toBe(200);
};
const of = (number: string, [tradeDate, type]: [string, string], rest: object) => ({
  folioNumber: `${number}03`,
  tradeDate,
  transactionType: type,
  securityId: "606",
  ...rest,
});
const bought = (on: string, shares: string, price: string, id: string) =>
  of(account, [on, "BUY"], { shares, price, transactionId: id });

// Today is 2026-03-02 in New York.
beforeAll(async () => {
  service = await openTestService();
  await book(account, [
    bought("2024-03-01", "10", "50", "99201"),
    bought("2025-03-03", "10", "120", "99202"),
    of(account, ["2026-01-05", "SLE"], {
      shares: "10",
      price: "90",
      reliefMethod: "LIFO",
    }),
    bought("2026-01-20", "10", "91", "99203"),
    bought("2026-02-20", "5", "90", "99204"),
  ]);
  await close("606", "95");
});
afterAll(() => service.close());

interface Lot {
  readonly security: { readonly id: string };
  readonly originatingTransactionId: string | null;
}

const read = async (number = account) => {
  const { status, body, text } = await service.call("adviser", "GET", pathOf(number));
  expect(status, text).toBe(200);
  return body;
};
const lotsOf = async (number = account) =>
  (await read(number)).lots.filter(({ security }: Lot) => security.id === "606");

test("each lot has its gain at the last price, its term, and the days until it is long-term", async () => {
  expect(await lotsOf()).toMatchObject([
    {
      originatingTransactionId: "99201",
      price: "95.000000",
      priceDate: "2026-02-27T00:00:00.000-05:00",
      marketValue: "950.00",
      adjustedCostBasis: "500.00",
      unrealizedGainLoss: "450.00",
      gainLossTerm: "LONG_TERM",
      longTermFrom: "2025-03-02T00:00:00.000-05:00",
      daysToLongTerm: "0",
    },
    {
      // The washed loss of 300.00 and 308 days of its holding period are tacked on.
      originatingTransactionId: "99203",
      adjustedAcquisitionDate: "2025-03-18T00:00:00.000-04:00",
      marketValue: "950.00",
      adjustedCostBasis: "1210.00",
      unrealizedGainLoss: "-260.00",
      gainLossTerm: "SHORT_TERM",
      longTermFrom: "2026-03-19T00:00:00.000-04:00",
      daysToLongTerm: "17",
    },
    {
      originatingTransactionId: "99204",
      unrealizedGainLoss: "25.00",
      gainLossTerm: "SHORT_TERM",
      longTermFrom: "2027-02-21T00:00:00.000-05:00",
      daysToLongTerm: "356",
    },
  ]);
});

test("the closed lot names the purchase that took over its loss", async () => {
  const { body } = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/${account}/closedtaxlots`,
  );
  const washed = body.filter(
    ({ originatingTransactionId: opened }: Lot) => opened === "99202" || opened === "99201",
  );
  expect(washed).toMatchObject([{ disallowedLoss: "300.00", replacementTransactionId: "99203" }]);
});

test("on the day on which it becomes long-term a lot counts as such", async () => {
  await book(account, [bought("2025-03-01", "1", "95", "99205")]);
  const [, , , last] = (await lotsOf()).toSorted((one: Lot, other: Lot) =>
    String(one.originatingTransactionId).localeCompare(String(other.originatingTransactionId)),
  );
  expect(last).toMatchObject({
    longTermFrom: "2026-03-02T00:00:00.000-05:00",
    gainLossTerm: "LONG_TERM",
    daysToLongTerm: "0",
  });
});

test("lots have all that open lots have, and sums by term", async () => {
  const response = await read();
  const open = await service.call("adviser", "GET", `/restapi/accounts/${account}/opentaxlots`);
  expect(response.lots).toEqual(open.body.map((lot: object) => expect.objectContaining(lot)));
  const { shortTerm, longTerm, unknownTerm, total, asOf, accountNumber } = response;
  expect([accountNumber, asOf]).toEqual([account, "2026-03-02T00:00:00.000-05:00"]);
  const cents = (term: string | undefined, field: string) =>
    response.lots
      .filter(
        ({ gainLossTerm }: { gainLossTerm: string }) => (term ?? gainLossTerm) === gainLossTerm,
      )
      .reduce((sum: bigint, lot: Record<string, string>) => sum + centsOf(lot[field]), 0n);
  for (const [term, sums] of [
    ["SHORT_TERM", shortTerm],
    ["LONG_TERM", longTerm],
    ["UNKNOWN", unknownTerm],
    [undefined, total],
  ] as const) {
    for (const field of ["marketValue", "adjustedCostBasis", "unrealizedGainLoss"])
      expect(centsOf(sums[field])).toBe(cents(term, field));
  }
  expect(shortTerm.unrealizedGainLoss).toBe("-235.00");
});

const centsOf = (amount: string | undefined) => BigInt((amount ?? "").replace(".", ""));

test("the cents of a value are shared over the lots, so that they add up to the position", async () => {
  const number = "RA00000003";
  await book(number, [
    ...["2024-05-01", "2024-05-02", "2024-05-03"].map((on) =>
      of(number, [on, "BUY"], { shares: "1", price: "10" }),
    ),
  ]);
  await close("606", "33.333333");
  const lots = await lotsOf(number);
  expect(lots.map(({ marketValue }: { marketValue: string }) => marketValue)).toEqual([
    "33.34",
    "33.33",
    "33.33",
  ]);
  await close("606", "95");
});

test("of two lots of one day the one with the lower transaction id gets the odd cent", async () => {
  const number = "RA00000001";
  // The id of the second lot is lower than that of the first.
  const ids = ["102", "103"];
  await book(
    number,
    ids.map((transactionId) =>
      of(number, ["2024-05-01", "BUY"], { shares: "1", price: "10", transactionId }),
    ),
  );
  await close("606", "10.005");
  const lots = await lotsOf(number);
  expect(BigInt(lots[0].taxLotId)).toBeGreaterThan(BigInt(lots[1].taxLotId));
  expect(lots).toMatchObject([
    { originatingTransactionId: "102", marketValue: "10.01" },
    { originatingTransactionId: "103", marketValue: "10.00" },
  ]);
  await close("606", "95");
});

test("a gift below both bases loses from the lower one, with a period of its own", async () => {
  const number = "RA00000007";
  expect((await service.call("adviser", "GET", pathOf(number))).body).toMatchObject([
    { errorCode: "tax.data.not.found" },
  ]);
  const gift = { shares: "10", donorAcquisitionDate: "2020-01-02", donorCostBasis: "1000" };
  await book(number, [
    {
      ...of(number, ["2025-12-01", "GFT"], { ...gift, marketValue: "800" }),
      folioNumber: `${number}02`,
    },
  ]);
  const at = async (price: string) => {
    await close("606", price);
    const [lot] = await lotsOf(number);
    return [lot.unrealizedGainLoss, lot.gainLossTerm, lot.longTermFrom?.slice(0, 10)];
  };
  expect(await at("110")).toEqual(["100.00", "LONG_TERM", "2021-01-03"]);
  expect(await at("90")).toEqual(["0.00", "LONG_TERM", "2021-01-03"]);
  expect(await at("70")).toEqual(["-100.00", "SHORT_TERM", "2026-12-02"]);
  expect((await read(number)).shortTerm).toEqual({
    marketValue: "700.00",
    adjustedCostBasis: "1000.00",
    unrealizedGainLoss: "-100.00",
  });
});

test("what is inherited is long-term at once, and has no day from which on", async () => {
  const number = "RA00000007";
  const left = { shares: "1", dateOfDeath: "2026-01-05", marketValue: "40", securityId: "605" };
  await book(number, [{ ...of(number, ["2026-02-02", "INH"], left), folioNumber: `${number}02` }]);
  const { lots } = await read(number);
  const inherited = lots.find(({ security }: Lot) => security.id === "605");
  expect(inherited).toMatchObject({
    gainLossTerm: "LONG_TERM",
    longTermFrom: null,
    daysToLongTerm: "0",
  });
});

test("a position of a retirement account has no term", async () => {
  const ira = "RA00000002";
  await book(ira, [of(ira, ["2025-01-02", "BUY"], { shares: "3", price: "10" })]);
  await close("606", "95");
  expect(await lotsOf(ira)).toMatchObject([
    {
      averageCost: "10.000000",
      marketValue: "285.00",
      unrealizedGainLoss: "255.00",
      gainLossTerm: "UNKNOWN",
      longTermFrom: null,
      daysToLongTerm: null,
    },
  ]);
});

test("without a price a lot has no gain, and neither has a sum", async () => {
  await service.admin("delete from security_price where security_id = 606");
  const response = await read();
  expect((await lotsOf())[0]).toMatchObject({
    price: null,
    priceDate: null,
    marketValue: null,
    unrealizedGainLoss: null,
    gainLossTerm: "LONG_TERM",
    daysToLongTerm: "0",
  });
  expect(response.total).toMatchObject({ marketValue: null, unrealizedGainLoss: null });
  expect(response.total.adjustedCostBasis).not.toBeNull();
  expect(response.unknownTerm).toEqual({
    marketValue: "0.00",
    adjustedCostBasis: "0.00",
    unrealizedGainLoss: "0.00",
  });
});

test("who does not see the account is refused", async () => {
  for (const who of ["otherAdviser", "client", "issuer"] as const)
    expect((await service.call(who, "GET", pathOf(account))).status).toBe(403);
});
