// Finding and reading securities and their closes over HTTP, and who sees a private one. (interface 4.27)
import type { Day } from "@bursar/values/dates";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { publishPending } from "../../../platform/feed/publisher.ts";
import { selectExcludedTickers } from "../../model-portfolios/model-subscriptions/queries.ts";
import { selectNewestVersion } from "../../model-portfolios/models/reads.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

type Caller = Parameters<TestService["call"]>[0];
const get = (path: string, caller: Caller = "operator") =>
  service.call(caller, "GET", `/restapi/${path}`);
const tickersOf = async (query: string, caller?: Caller) =>
  (await get(`securities?${query}`, caller)).body.map(({ ticker }: { ticker: string }) => ticker);
const securities = (...rows: string[]) => ({
  "securities.csv": [
    "securityId,ticker,cusip,name,instrumentType,issuingFirmOid",
    ...rows,
    "",
  ].join("\n"),
});
const book = (account: string, transactions: object[]) =>
  service.call("operator", "POST", `/restapi/accounts/${account}/transactions`, { transactions });

describe("a search", () => {
  beforeAll(async () => {
    await service.load({
      ...securities(
        "620,AC,,Zeta Air Conditioning,EQ,",
        "621,ZZZ,99903C105,Acme-Bolt Étoile (Holdings),EQ,",
        "622,OLDAC,,Old Line Air,MF,",
      ),
      "security-symbols.csv":
        "securityId,to,ticker,cusip,name,from\n622,2020-05-04,ACX,,Air Express,2018-01-02\n",
    });
  });

  test("finds exact tickers, then beginnings, CUSIPs, words of names, former symbols", async () => {
    const found = await get("securities?search=ac");
    expect(found.body.map((row: Record<string, string>) => [row.ticker, row.matchedBy])).toEqual([
      ["AC", "ticker"],
      ["ACME", "tickerPrefix"],
      ["ZZZ", "name"],
      ["OLDAC", "formerSymbol"],
    ]);
    expect((await get("securities?search=99903c105")).body).toMatchObject([
      { id: "621", matchedBy: "cusip", close: null, priceDate: null, priceAge: null },
    ]);
    expect((await get("securities?search=ACME")).body[0]).toMatchObject({
      id: "601",
      ticker: "ACME",
      cusip: "99901A109",
      companyName: "Acme Corporation",
      instrumentType: "EQ",
      issuingFirmOid: null,
      matchedBy: "ticker",
      close: "92.400000",
      priceDate: "2026-09-30T00:00:00.000-04:00",
      priceAge: "0",
    });
  });

  test.each([
    ["bolt acm", ["ZZZ"]],
    ["holding", ["ZZZ"]],
    ["Étoile", ["ZZZ"]],
    ["cme", []],
    ["'%_", []],
    ["a:* | q", []],
  ])("of %j has words with which words of the name begin", async (search, found) => {
    expect(await tickersOf(`search=${encodeURIComponent(search)}`)).toEqual(found);
  });

  test("goes on page by page, by a place that no other query takes", async () => {
    const pages: string[] = [];
    let path: string | undefined = "securities?search=a&limit=2";
    let after = "";
    while (path !== undefined) {
      const { body, headers }: Awaited<ReturnType<typeof get>> = await get(path);
      pages.push(body.map(({ ticker }: { ticker: string }) => ticker).join());
      path = /<http:\/\/bursar\.test\/restapi\/(.+)>; rel="next"/.exec(String(headers.link))?.[1];
      after ||= new URLSearchParams(path?.split("?")[1]).get("after") ?? "";
    }
    expect(pages).toEqual(["AC,ACME", "OLDAC,PRIV.RWA", "ZZZ"]);
    expect(await tickersOf(`search=a&limit=1&after=${after}`)).toEqual(["OLDAC"]);
    for (const query of [
      `search=b&after=${after}`,
      `search=a&after=${after.slice(1)}`,
      "after=x",
    ]) {
      expect(errorCodesOf(await get(`securities?${query}`)), query).toEqual(["invalid.after"]);
    }
  });

  test("is narrowed by CUSIP, ticker and type, and to what accounts in sight hold", async () => {
    expect(await tickersOf("instrumenttype=MF")).toEqual(["DELT", "OLDAC"]);
    expect(await tickersOf("ticker=acx")).toEqual(["OLDAC"]);
    expect(await tickersOf("cusip=99901A109&search=a")).toEqual(["ACME"]);
    const booked = await book("RA00000006", [
      {
        transactionType: "DEP",
        folioNumber: "RA0000000603",
        tradeDate: "2026-02-03",
        amount: "900",
      },
      {
        transactionType: "BUY",
        folioNumber: "RA0000000603",
        tradeDate: "2026-02-03",
        securityId: "620",
        shares: "1",
        price: "2",
      },
    ]);
    expect(booked.status).toBe(201);
    expect(await tickersOf("held=true&search=ac", "adviser")).toEqual(["AC", "ACME"]);
    expect(await tickersOf("held=true&search=ac", "otherAdviser")).not.toContain("AC");
    // Ada does not see Carol's account.
    expect(await tickersOf("held=true&search=ac", "client")).not.toContain("AC");
    for (const caller of ["client", "issuer"] as const) {
      expect(errorCodesOf(await get("securities?stale=1", caller))).toEqual(["invalid.stale"]);
    }
  });

  test("finds what is held whose close is older than some trading days", async () => {
    // Closes of Wednesday 30 September on Monday 5 October are three trading days old; 620 has none.
    service.setNow("2026-10-05T15:00:00Z");
    expect((await get("securities?ticker=ACME")).body).toMatchObject([{ priceAge: "3" }]);
    expect(await tickersOf("stale=3", "adviser")).toEqual(["AC"]);
    expect(await tickersOf("stale=2", "adviser")).toContain("ACME");
    service.setNow("2026-03-02T15:00:00Z");
  });

  test("names every field that it cannot take", async () => {
    const long = "x".repeat(41);
    const query = `search=${long}&limit=0&stale=-1&held=maybe&cusip=0123456789&instrumenttype=${long}`;
    const names = ["cusip", "held", "instrumenttype", "limit", "search", "stale"];
    expect(errorCodesOf(await get(`securities?${query}`)).toSorted()).toEqual(
      names.map((name) => `invalid.${name}`),
    );
    for (const limit of ["101", "1e1", "-1"]) {
      expect(errorCodesOf(await get(`securities?limit=${limit}`)), limit).toEqual([
        "invalid.limit",
      ]);
    }
  });
});

describe("a security", () => {
  test("is read with its former names, and one event is emitted for each new name", async () => {
    await service.load(securities("630,FIRST,,First Name Inc.,MF,"));
    await service.load(securities("630,SECOND,99906F115,First Name Inc.,MF,"));
    service.setNow("2026-03-05T15:00:00Z");
    await service.load(securities("630,SECOND,99906F115,Second Name Inc.,MF,"));
    await service.load(securities("630,SECOND,99906F115,Second Name Inc.,MF,"));
    service.setNow("2026-03-02T15:00:00Z");
    const { body } = await get("security/first");
    expect(body).toEqual({
      id: "630",
      ticker: "SECOND",
      cusip: "99906F115",
      companyName: "Second Name Inc.",
      instrumentType: "MF",
      issuingFirmOid: null,
      quotationFactor: "1.000000",
      settlementPeriod: "1",
      windowBuyable: false,
      directBuyable: false,
      formerSymbols: [
        {
          ticker: "FIRST",
          cusip: null,
          companyName: "First Name Inc.",
          from: null,
          to: "2026-03-02T00:00:00.000-05:00",
        },
        {
          ticker: "SECOND",
          cusip: "99906F115",
          companyName: "First Name Inc.",
          from: "2026-03-02T00:00:00.000-05:00",
          to: "2026-03-05T00:00:00.000-05:00",
        },
      ],
      successor: null,
      predecessors: [],
      close: null,
      priceDate: null,
      priceSource: null,
      priceAge: null,
      taxStatus: null,
      nextEvents: [],
    });
    expect((await get("securities/630")).body).toEqual(body);
    expect((await service.eventsOf("security:630")).map(({ data }) => data)).toEqual([
      { securityId: "630", fields: ["cusip", "ticker"] },
      { securityId: "630", fields: ["companyName"] },
    ]);
  });

  test("of a former ticker is that which had it last, unless another has it now", async () => {
    await service.load(securities("631,THIRD,,Third Inc.,EQ,"));
    await service.load(securities("631,FOURTH,,Third Inc.,EQ,"));
    expect((await get("security/THIRD")).body.id).toBe("631");
    await service.load(securities("632,Third,,Another Third Inc.,EQ,"));
    expect((await get("security/third")).body.id).toBe("632");
  });

  test("goes on under another id by the changes of symbol in force", async () => {
    await service.load(securities("633,BOLTX,,Bolt Fasteners Inc.,EQ,"));
    const account = "RA00000006";
    const folioNumber = `${account}03`;
    const rows = [
      {
        transactionType: "BUY",
        folioNumber,
        tradeDate: "2026-02-03",
        securityId: "602",
        shares: "1",
        price: "2",
      },
      { transactionType: "SYM", tradeDate: "2026-02-10", securityId: "602", intoSecurityId: "633" },
    ];
    expect((await book(account, rows)).status).toBe(201);
    const date = "2026-02-10T00:00:00.000-05:00";
    expect((await get("securities/602")).body.successor).toEqual({ id: "633", date });
    expect((await get("securities/633")).body.predecessors).toEqual([{ id: "602", date }]);
    const { rows: found } = await service.admin(
      "select transaction_id as id from account_transaction where transaction_type = 'SYM'",
    );
    const cancelled = await book(account, [{ transactionType: "CXL", cancels: found[0].id }]);
    expect(cancelled.status).toBe(201);
    expect((await get("securities/602")).body.successor).toBe(null);
  });

  test("that is not there, and a name that none can have, are not found", async () => {
    for (const path of ["securities/699", "securities/0", "securities/x", "security/NONE"]) {
      const response = await get(path);
      expect([response.status, ...errorCodesOf(response)], path).toEqual([
        404,
        "security.not.found",
      ]);
    }
    for (const path of [
      "securities/%00",
      "security/%00",
      "security/a%20b",
      "securities/x/prices",
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
  });
});

describe("a private security", () => {
  const statusesOf = async (id: string) => {
    const callers = ["operator", "issuer", "adviser", "otherAdviser", "client"] as const;
    const paths = [`securities/${id}`, `securities/${id}/prices`];
    const found: Record<string, number> = {};
    for (const caller of callers) {
      const statuses = await Promise.all(
        paths.map(async (path) => (await get(path, caller)).status),
      );
      const isListed = (await tickersOf("instrumenttype=PRIVATE&limit=100", caller)).length;
      expect(new Set(statuses).size, caller).toBe(1);
      expect(isListed, caller).toBe(statuses[0] === 200 ? 1 : 0);
      found[caller] = statuses[0] ?? 0;
    }
    return found;
  };

  test("is seen by the operator and its issuer alone, until an account has had it", async () => {
    await service.load(securities("640,HIDDEN,,Hidden Notes,PRIVATE,1004"));
    const nobody = { adviser: 404, otherAdviser: 404, client: 404 };
    expect(await statusesOf("640")).toEqual({ operator: 200, issuer: 200, ...nobody });
    const account = "RA00000006";
    const folioNumber = `${account}03`;
    const buy = { transactionType: "BUY", folioNumber, tradeDate: "2026-02-03", securityId: "640" };
    const sale = { ...buy, transactionType: "SLE", tradeDate: "2026-02-04" };
    const amount = { shares: "1", price: "2" };
    const booked = await book(account, [
      { ...buy, ...amount },
      { ...sale, ...amount },
    ]);
    expect(booked.status).toBe(201);
    const seen = { operator: 200, issuer: 200, adviser: 200 };
    expect(await statusesOf("640")).toEqual({ ...seen, otherAdviser: 404, client: 404 });
    // Ada may read the name, but not the positions of the account, and then those as well.
    const permit = (level: string) =>
      service.admin(
        `insert into account_permitted_login (account_number, login_id, permission)
         values ($1, 'ada.whitfield', $2)
         on conflict (account_number, login_id) do update set permission = excluded.permission`,
        [account, level],
      );
    await permit("SV");
    expect((await statusesOf("640")).client).toBe(404);
    await permit("DV");
    expect((await statusesOf("640")).client).toBe(200);
  });

  test("is seen by whoever gets lots of it from another account", async () => {
    await service.load({
      ...securities("642,GIVEN,,Given Notes,PRIVATE,1004"),
      "prices.csv": "securityId,date,close\n642,2026-02-03,2\n",
    });
    const giver = "RA00000012";
    const receiver = "RA00000009";
    const row = { folioNumber: `${giver}03`, securityId: "642", shares: "4" };
    const dated = { ...row, tradeDate: "2026-02-03" };
    expect((await book(giver, [{ ...dated, transactionType: "BUY", price: "2" }])).status).toBe(
      201,
    );
    expect((await get("securities/642", "client")).status).toBe(404);
    const to = { toAccountNumber: receiver, toFolioNumber: `${receiver}03` };
    const gift = { ...to, reason: "GFT", marketValue: "8" };
    const given = await book(giver, [{ ...dated, ...gift, transactionType: "LMV" }]);
    expect(given.status, given.text).toBe(201);
    expect((await get("securities/642", "client")).status).toBe(200);
  });

  test("is seen by whoever sees an offer of it, also under a former ticker", async () => {
    // Clients of Harbor have access to offer 805; its offer 802 is not published.
    expect((await get("security/PRIV.RWA", "client")).status).toBe(200);
    await service.load(securities("641,PRIV.RWC,,Seed Units,EQ,1004"));
    const seen = { operator: 200, issuer: 200, adviser: 200, otherAdviser: 404, client: 404 };
    const statuses = async (path: string) => {
      const callers = Object.keys(seen) as (keyof typeof seen)[];
      const each = callers.map(async (caller) => [caller, (await get(path, caller)).status]);
      return Object.fromEntries(await Promise.all(each));
    };
    expect(await statuses("security/PRIV.RWC")).toEqual(seen);
    await service.load(securities("641,PRIV.NEW,,Seed Units,EQ,1004"));
    expect(await statuses("securities/641")).toEqual(seen);
    const term = { transaction: service.db.transaction } as never;
    for (let from: string | undefined = ""; from !== undefined; ) {
      const { next }: { next: string } = await publishPending(term, service.now(), from);
      from = next === "" ? undefined : next;
    }
    const feed = (caller: Caller) => get("events?limit=1000&subject=security:641", caller);
    const isNotified = async (caller: Caller) =>
      JSON.stringify((await feed(caller)).body).includes('"641"');
    expect([await isNotified("adviser"), await isNotified("otherAdviser")]).toEqual([true, false]);
  });
});

describe("closes", () => {
  beforeAll(async () => {
    await service.load({
      ...securities("650,SPLIT,,Split Inc.,EQ,"),
      "prices.csv": [
        "securityId,date,close,source",
        "650,2025-06-02,90,",
        "650,2025-06-03,30.5,=vendor",
        "650,2025-06-04,10,",
        "650,2024-06-03,1,",
        "",
      ].join("\n"),
      "splits.csv":
        "securityId,exDate,ratioNew,ratioOld\n650,2025-06-03,3,1\n650,2025-06-04,3,2\n650,2025-05-01,2,1\n",
    });
  });

  test("are those of a year, as quoted and over later splits, the oldest first", async () => {
    const { body } = await get("securities/650/prices", "client");
    const on = (day: string) => `${day}T00:00:00.000-04:00`;
    expect(body).toEqual({
      prices: [
        // 90 × 1/3 × 2/3; 30.5 × 2/3 = 20.333…
        { date: on("2025-06-02"), close: "90.000000", adjustedClose: "20.000000", source: "load" },
        {
          date: on("2025-06-03"),
          close: "30.500000",
          adjustedClose: "20.333333",
          source: "=vendor",
        },
        { date: on("2025-06-04"), close: "10.000000", adjustedClose: "10.000000", source: "load" },
      ],
      splits: [
        { exDate: on("2025-05-01"), ratioNew: "2", ratioOld: "1", eventId: null },
        { exDate: on("2025-06-03"), ratioNew: "3", ratioOld: "1", eventId: null },
        { exDate: on("2025-06-04"), ratioNew: "3", ratioOld: "2", eventId: null },
      ],
    });
  });

  test("of a range are those alone, with all splits of it and after it, or as CSV", async () => {
    const range = "daterange=06-02-2025,06-02-2025";
    const { body } = await get(`securities/650/prices?${range}`);
    expect(body.prices).toHaveLength(1);
    expect(body.splits).toHaveLength(2);
    const all = await get("securities/650/prices?dateRange=10Y&format=csv");
    expect(all.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(all.text.split("\r\n")).toEqual([
      "date,close,adjustedClose,source",
      // Over the split of May 2025 too: 1 × 1/2 × 1/3 × 2/3.
      "2024-06-03,1.000000,0.111111,load",
      "2025-06-02,90.000000,20.000000,load",
      "2025-06-03,30.500000,20.333333,'=vendor",
      "2025-06-04,10.000000,10.000000,load",
      "",
    ]);
  });

  test("have the source of their last writer", async () => {
    const put = (close: string) =>
      service.call("operator", "PUT", "/restapi/securities/650/prices/2026-02-27", { close });
    const sourceOf = async () => (await get("securities/650")).body.priceSource;
    expect((await put("11")).status).toBe(200);
    expect(await sourceOf()).toBe("set");
    await service.load({ "prices.csv": "securityId,date,close\n650,2026-02-27,11\n" });
    expect(await sourceOf()).toBe("load");
  });

  test("are refused for no range, a wrong one, and two that differ", async () => {
    const queries = [
      "daterange=02-31-2025,03-01-2025",
      "dateRange=0d",
      "daterange=1m&dateRange=2m",
      "daterange=2015-01-01,2026-01-02",
    ];
    for (const query of queries) {
      const response = await get(`securities/650/prices?${query}`);
      expect(errorCodesOf(response), query).toEqual(["invalid.daterange"]);
    }
    expect((await get("securities/650/prices?daterange=12m&dateRange=1Y")).status).toBe(200);
    expect(errorCodesOf(await get("securities/650/prices?format=xml"))).toEqual(["invalid.format"]);
  });
});

test("stored tickers go on to mean their security", async () => {
  await service.load(securities("660,BEFORE,,Before Inc.,EQ,"));
  const weights = (...tickers: string[]) =>
    tickers.map((ticker) => ({ ticker, targetWeight: String(100 / tickers.length) }));
  const model = (targetWeights: ReturnType<typeof weights>) => ({
    folioName: targetWeights[1]?.ticker ?? "",
    longName: "x",
    style: "G",
    targetWeights,
  });
  const write = (targetWeights: ReturnType<typeof weights>) =>
    service.call("adviser", "POST", "/restapi/models", model(targetWeights));
  const written = await write(weights("BEFORE", "BOLT"));
  expect(written.status).toBe(201);
  await service.load(securities("660,AFTER,,Before Inc.,EQ,"));
  const twice = await write(weights("BEFORE", "AFTER"));
  expect(errorCodesOf(twice)).toEqual(["model.weights.unique.rule"]);
  const { rows } = await service.admin(
    "select model_oid::text as oid from model where folio_name = 'BOLT'",
  );
  await service.admin(
    `insert into exclusion (account_number, kind, position, value)
     values ('RA00000006', 'SECURITY', 1, 'before'), ('RA00000006', 'SECURITY', 2, 'NONE')`,
  );
  const today = "2026-03-02" as Day;
  expect(await selectExcludedTickers(service.db, "RA00000006", today)).toEqual(["AFTER", "NONE"]);
  expect(await selectNewestVersion(service.db, rows[0].oid)).toMatchObject({
    targets: [{ ticker: "AFTER" }, { ticker: "BOLT" }],
  });
});
