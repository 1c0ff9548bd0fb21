// The holdings of folios and accounts, with their prices and weights.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const get = (path: string, caller: Parameters<TestService["call"]>[0] = "adviser") =>
  service.call(caller, "GET", `/restapi/accounts/${path}`);

/** The entries of a response by ticker, cash by `cash`. */
async function entriesOf(path: string) {
  const { status, body, text } = await get(path);
  expect(status, text).toBe(200);
  const entries: [string, Record<string, string | null>][] = body.map(
    (entry: { security: { ticker: string; id: string | null } }) => [
      entry.security.id === null ? "cash" : entry.security.ticker,
      entry,
    ],
  );
  return Object.fromEntries(entries);
}

describe("of the sample firm", () => {
  test("a folio's positions are listed by ticker with price, value and weight, its cash last", async () => {
    const { body } = await get("RA00000001/folios/RA0000000104/positions");
    expect(body).toHaveLength(3);
    expect(body[0]).toMatchInlineSnapshot(`
      {
        "accountNumber": "RA00000001",
        "currentWeight": "9.19",
        "folioNumber": "RA0000000104",
        "marketValue": "720.00",
        "price": "19.200000",
        "priceDate": "2026-09-30T00:00:00.000-04:00",
        "restrictedShareQuantity": "0.00000",
        "security": {
          "companyName": "Crux Mining plc",
          "cusip": "99903C104",
          "id": "603",
          "instrumentType": "EQ",
          "quotationFactor": "1.000000",
          "ticker": "CRUX",
        },
        "shareQuantity": "37.50000",
        "targetWeight": "0.00",
      }
    `);
    expect(body[2]).toMatchInlineSnapshot(`
      {
        "accountNumber": "RA00000001",
        "currentWeight": "75.50",
        "folioNumber": "RA0000000104",
        "marketValue": "5918.17",
        "price": null,
        "priceDate": null,
        "restrictedShareQuantity": "0.00000",
        "security": {
          "companyName": null,
          "cusip": null,
          "id": null,
          "instrumentType": null,
          "quotationFactor": null,
          "ticker": "BCASH",
        },
        "shareQuantity": null,
        "targetWeight": "0.00",
      }
    `);
  });

  test("positions show the target weights of their folio's model, and none without one", async () => {
    const targetsIn = async (path: string) => {
      const { body } = await get(`RA00000001/${path}`);
      return body.map((each: Record<string, unknown> & { security: { ticker: string } }) => [
        each.security.ticker,
        each.targetWeight,
      ]);
    };
    expect(await targetsIn("folios/RA0000000104/positions")).toEqual([
      ["CRUX", "0.00"],
      ["EVER", "33.33"],
      ["BCASH", "0.00"],
    ]);
    for (const path of ["folios/RA0000000103/positions", "positions"]) {
      const targets: [string, unknown][] = await targetsIn(path);
      expect(new Set(targets.map(([, targetWeight]) => targetWeight))).toEqual(new Set([null]));
    }
  });

  test("an account's positions are those of its folios together, with the basis of their lots", async () => {
    const { body } = await get("RA00000001/positions");
    expect(body).toHaveLength(5);
    expect(body[2]).toMatchInlineSnapshot(`
      {
        "accountNumber": "RA00000001",
        "currentWeight": "3.23",
        "dayChange": null,
        "longTermCostBasis": "480.00",
        "marketValue": "463.54",
        "price": "30.100000",
        "priceDate": "2026-09-30T00:00:00.000-04:00",
        "restrictedShareQuantity": "0.00000",
        "security": {
          "companyName": "Delta Index Fund",
          "cusip": "99904D102",
          "id": "604",
          "instrumentType": "MF",
          "quotationFactor": "1.000000",
          "ticker": "DELT",
        },
        "shareQuantity": "15.40000",
        "shortTermCostBasis": "11.87",
        "targetWeight": null,
        "unrealizedGainLoss": "-28.33",
      }
    `);
  });

  test("current weights are those of the positions", async () => {
    const { body } = await get("RA00000001/folios/RA0000000103/currentweights");
    expect(body).toMatchInlineSnapshot(`
      [
        {
          "currentWeight": "28.34",
          "ticker": "ACME",
        },
        {
          "currentWeight": "7.11",
          "ticker": "DELT",
        },
        {
          "currentWeight": "64.55",
          "ticker": "BCASH",
        },
      ]
    `);
  });

  test("an account is worth what its raw data says, and holds the shares of its lots", async () => {
    const { body: positions } = await get("RA00000003/positions");
    const cents = (amounts: string[]) =>
      amounts.reduce((sum, amount) => sum + BigInt(amount.replace(".", "")), 0n);
    const worth = positions.map(({ marketValue }: { marketValue: string }) => marketValue);
    const { body: raw } = await get("RA00000003/performance/rawdata");
    expect(cents(worth)).toBe(cents([raw.values.at(-1).marketValue]));

    const { body: lots } = await get("RA00000003/opentaxlots");
    const bySecurity = Map.groupBy(lots as LotView[], ({ security }) => security.ticker);
    const held = (positions as LotView[]).filter(({ security }) => security.id !== null);
    expect(held.map(({ shareQuantity }) => cents([shareQuantity]))).toEqual(
      held.map(({ security }) =>
        cents((bySecurity.get(security.ticker) ?? []).map((lot) => lot.shareQuantity)),
      ),
    );
  });

  test("an account without transactions holds nothing", async () => {
    expect((await get("RA00000005/positions")).body).toEqual([]);
    expect((await get("RA00000005/folios/RA0000000503/positions")).body).toEqual([]);
    expect((await get("RA00000005/folios/RA0000000503/currentweights")).body).toEqual([]);
  });
});

interface LotView {
  readonly security: { readonly ticker: string; readonly id: string | null };
  readonly shareQuantity: string;
}

const account = "RA00000006";
const folio = `${account}03`;
const columns =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares," +
  "price,amount,ratioNew,ratioOld,intoSecurityId,toFolioNumber,cancels,lots";
const transactions = (...rows: string[]) => ({
  "transactions.csv": [columns, ...rows.map((row) => `${account},${row}`), ""].join("\n"),
});
const securities = (...rows: string[]) => ({
  "securities.csv": ["securityId,ticker,cusip,name,instrumentType", ...rows, ""].join("\n"),
});
const prices = (...rows: string[]) => ({
  "prices.csv": ["securityId,date,close", ...rows, ""].join("\n"),
});

describe("after transactions", () => {
  beforeAll(() =>
    service.load({
      ...securities(
        "651,OLDA,,Old Name Inc.,EQ",
        "652,NEWB,,New Name Inc.,EQ",
        "653,NONE,,Never Priced Inc.,EQ",
      ),
      ...prices("651,2025-01-02,30", "651,2025-01-06,10.5"),
      ...transactions(
        `95001,DEP,1,${folio},2025-01-02,,,,1000.00,,,,,,`,
        `95002,BUY,2,${folio},2025-01-02,651,20,30,,,,,,,`,
        `95003,SJL,3,${folio},2025-01-02,651,8,,,,,,${account}02,,`,
      ),
    }),
  );

  test("shares moved to another folio belong to it, and the account holds both", async () => {
    const of = async (path: string) => (await entriesOf(path)).OLDA;
    expect(await of(`${account}/folios/${account}02/positions`)).toMatchObject({
      shareQuantity: "8.00000",
      marketValue: "84.00",
      currentWeight: "100.00",
    });
    expect(await of(`${account}/folios/${folio}/positions`)).toMatchObject({
      shareQuantity: "12.00000",
      marketValue: "126.00",
      currentWeight: "23.95", // 126 / (126 + 400)
    });
    expect(await of(`${account}/positions`)).toMatchObject({
      shareQuantity: "20.00000",
      marketValue: "210.00",
      currentWeight: "34.43",
      priceDate: "2025-01-06T00:00:00.000-05:00",
      unrealizedGainLoss: "-390.00", // 20 × 10.50 − 20 × 30.00
      dayChange: "-390.00", // the close before is that of 2025-01-02
    });
  });

  test("a close before a split is multiplied by old / new, and its day is given", async () => {
    await service.load(transactions("95004,SPL,1,,2025-01-07,651,,,,7,3,,,,"));
    expect((await entriesOf(`${account}/positions`)).OLDA).toMatchObject({
      shareQuantity: "46.66666",
      price: "4.500000", // 10.5 × 3 / 7
      priceDate: "2025-01-06T00:00:00.000-05:00",
      marketValue: "210.00",
      dayChange: "-390.00", // both closes × 3 / 7
    });
  });

  test("a security under a new symbol continues from the price of the old one", async () => {
    await service.load(transactions("95005,SYM,1,,2025-01-08,651,,,,,,652,,,"));
    const { NEWB, OLDA } = await entriesOf(`${account}/positions`);
    expect(OLDA).toBeUndefined();
    expect(NEWB).toMatchObject({ shareQuantity: "46.66666", price: "4.500000" });
    expect(NEWB?.priceDate).toBe("2025-01-06T00:00:00.000-05:00");
  });

  test("its own close takes precedence, also over a later one of the old symbol", async () => {
    await service.load(prices("652,2025-01-08,4.75", "651,2025-01-09,99"));
    const { NEWB } = await entriesOf(`${account}/positions`);
    expect(NEWB).toMatchObject({ price: "4.750000", marketValue: "221.67" });
    expect(NEWB?.priceDate).toBe("2025-01-08T00:00:00.000-05:00");
  });

  test("a day's change needs a close of the latest day and one of the 10 days before it", async () => {
    const other = "RA00000009";
    const bought = ["655", "656", "657"].map(
      (id, at) => `9501${at},BUY,${at + 2},${other}03,2025-03-03,${id},1,30,,,,,,,`,
    );
    const rows = [`95019,DEP,1,${other}03,2025-03-03,,,,100.00,,,,,,`, ...bought];
    await service.load({
      ...securities("655,RECENT,,Recent,EQ", "656,STALE,,Stale,EQ", "657,RARE,,Rare,EQ"),
      ...prices(
        "655,2025-03-10,30",
        "655,2025-03-20,31.25",
        "656,2025-03-18,30",
        "656,2025-03-19,31.25",
        "657,2025-03-09,30",
        "657,2025-03-20,31.25",
      ),
      "transactions.csv": [columns, ...rows.map((row) => `${other},${row}`), ""].join("\n"),
    });
    const { RECENT, STALE, RARE, cash } = await entriesOf(`${other}/positions`);
    const entries = [RECENT, STALE, RARE, cash];
    expect(entries.map((each) => each?.dayChange)).toEqual(["1.25", null, null, null]);
    expect(entries.map((each) => each?.unrealizedGainLoss)).toEqual(["1.25", "1.25", "1.25", null]);
    const ofFolio = await entriesOf(`${other}/folios/${other}03/positions`);
    expect(ofFolio.RECENT).not.toHaveProperty("dayChange");
  });

  test("holdings that are already stored are not written again", async () => {
    const written = async () =>
      (
        await service.admin(
          "select folio_number, security_id, xmin, xmax from folio_position order by 1, 2",
        )
      ).rows;
    const before = await written();
    await service.load(transactions(`95006,DEP,1,${account}01,2025-01-10,,,,50.00,,,,,,`));
    expect(await written()).toEqual(before);
    expect((await entriesOf(`${account}/folios/${account}01/positions`)).cash).toMatchObject({
      marketValue: "50.00",
      currentWeight: "100.00",
      shareQuantity: null,
      price: null,
      priceDate: null,
    });
  });

  test("a cancellation takes holdings back", async () => {
    await service.load(transactions("95007,CXL,,,,,,,,,,,,95006,"));
    expect((await get(`${account}/folios/${account}01/positions`)).body).toEqual([]);
  });

  test("cash below 0 has a weight below 0", async () => {
    await service.load(transactions(`95008,BUY,1,${account}02,2025-01-13,601,2,46.2,,,,,,,`));
    const { ACME, NEWB, cash } = await entriesOf(`${account}/folios/${account}02/positions`);
    expect(cash).toMatchObject({ marketValue: "-92.40" });
    const weights = [ACME, NEWB, cash].map((entry) => entry?.currentWeight);
    expect(weights).toEqual(["102.06", "48.97", "-51.03"]); // of 184.80 + 88.67 - 92.40
  });

  test("a security without any price has no value, and no other holding a weight", async () => {
    await service.load(transactions(`95009,BUY,1,${folio},2025-01-14,653,1,10,,,,,,,`));
    const { NONE, NEWB } = await entriesOf(`${account}/folios/${folio}/positions`);
    expect(NONE).toMatchObject({
      shareQuantity: "1.00000",
      price: null,
      priceDate: null,
      marketValue: null,
      currentWeight: null,
    });
    expect(NEWB).toMatchObject({ marketValue: expect.any(String), currentWeight: null });
    const { body } = await get(`${account}/folios/${folio}/currentweights`);
    expect(body).toContainEqual({ ticker: "NONE", currentWeight: null });
  });
});

describe("the basis", () => {
  const basisOn = async (instant: string) => {
    service.setNow(instant);
    const { ACME } = await entriesOf(`${account}/positions`);
    service.setNow("2026-03-02T15:00:00Z");
    return [ACME?.longTermCostBasis, ACME?.shortTermCostBasis];
  };

  test("is short-term until the day from which a sale would be long-term", async () => {
    expect(await basisOn("2026-01-14T04:59:59Z")).toEqual(["0.00", "92.40"]);
    expect(await basisOn("2026-01-14T05:00:00Z")).toEqual(["92.40", "0.00"]);
  });

  test("of an inherited lot is long-term at once", async () => {
    const value = "INH,1,RA0000000602,2026-02-20,601,1,7.00";
    await service.load({
      "transactions.csv":
        "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,marketValue\n" +
        `${account},95010,${value}\n`,
    });
    expect(await basisOn("2026-02-20T15:00:00Z")).toEqual(["99.40", "0.00"]);
  });

  test("is unknown for the term of a lot without a basis, and for both terms with a lot without a day", async () => {
    const transferIn = (id: string, lot: object) => {
      const lots = JSON.stringify([{ shares: "1", ...lot }]).replaceAll('"', '""');
      return transactions(`${id},TIN,1,${folio},2026-02-${id.slice(-2)},601,1,,,,,,,,"${lots}"`);
    };
    await service.load(transferIn("95011", { originalAcquisitionDate: "2026-01-05" }));
    expect(await basisOn("2026-03-02T15:00:00Z")).toEqual(["99.40", null]);
    await service.load(transferIn("95012", { originalCostBasis: "5.00" }));
    expect(await basisOn("2026-03-02T15:00:00Z")).toEqual([null, null]);
  });

  test("has no term in a non-taxable account, and cash has no basis at all", async () => {
    const iraFolio = "RA0000000203";
    await service.load({
      "transactions.csv": `${columns}\nRA00000002,96001,BUY,1,${iraFolio},2025-01-02,601,1,10,,,,,,,\n`,
    });
    const { ACME, cash } = await entriesOf("RA00000002/positions");
    const none = { longTermCostBasis: null, shortTermCostBasis: null };
    expect([ACME, cash]).toMatchObject([none, none]);
  });
});

describe("the requests", () => {
  const held = [
    "RA00000001/positions",
    "RA00000001/folios/RA0000000103/positions",
    "RA00000001/folios/RA0000000103/currentweights",
  ];
  const all = [...held, "RA00000001/folios", "RA00000001/folios/RA0000000103"];

  test.each(all)("%s is for owner, adviser and operator, and for nobody else", async (path) => {
    const statuses = [];
    for (const caller of ["adviser", "operator", "client", "otherAdviser", "issuer", null] as const)
      statuses.push((await get(path, caller)).status);
    expect(statuses).toEqual([200, 200, 200, 403, 403, 401]);
    const absent = await get(path.replaceAll("RA00000001", "RA99999999"));
    expect(absent.text).toBe((await get(path, "otherAdviser")).text);
  });

  test.each(held)("%s gets 304 while its tag matches", async (path) => {
    const first = await get(path);
    const again = (tag: unknown) =>
      service.call("adviser", "GET", `/restapi/accounts/${path}`, undefined, {
        "If-None-Match": String(tag),
      });
    const unchanged = await again(first.headers.etag);
    expect([unchanged.status, unchanged.text]).toEqual([304, ""]);
    service.setNow("2026-12-31T15:00:00Z");
    await service.load(prices(`601,2026-12-${held.indexOf(path) + 10},9${held.indexOf(path)}`));
    expect((await again(first.headers.etag)).status).toBe(200);
  });

  test("return 404 for a folio of another account, or of a number that no folio has", async () => {
    const strange = ["RA0000000303", "RA0000000199", "RA0000000100", "x", "%00", "1".repeat(300)];
    for (const number of strange) {
      for (const rest of ["", "/positions", "/currentweights"]) {
        const { status, body } = await get(`RA00000001/folios/${number}${rest}`);
        expect([status, body[0].errorCode], number + rest).toEqual([404, "folio.not.found"]);
      }
    }
  });

  test("list the folios of an account in order, each with a link to its positions", async () => {
    const { body } = await get("RA00000001/folios");
    expect(body).toMatchInlineSnapshot(`
      [
        {
          "accountNumber": "RA00000001",
          "folioName": "Cash",
          "folioNumber": "RA0000000101",
          "folioType": "cash",
        },
        {
          "accountNumber": "RA00000001",
          "folioName": "Outside folios",
          "folioNumber": "RA0000000102",
          "folioType": "holdings",
        },
        {
          "accountNumber": "RA00000001",
          "folioName": "Core index",
          "folioNumber": "RA0000000103",
          "folioType": "folio",
        },
        {
          "accountNumber": "RA00000001",
          "folioName": "Dividend",
          "folioNumber": "RA0000000104",
          "folioType": "folio",
        },
      ]
    `);
    const one = await get("RA00000001/folios/RA0000000103");
    expect(one.body).toMatchObject(body[2]);
    expect(one.headers.link).toBe(
      '<http://bursar.test/restapi/accounts/RA00000001/folios/RA0000000103/positions>; rel="GET"; ' +
        'type="application/json"; title="getPositions"',
    );
  });
});
