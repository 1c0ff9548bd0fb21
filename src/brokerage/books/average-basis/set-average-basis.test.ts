// Electing average basis over HTTP: booked at once as transactions are, and read where it is shown.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestResponse, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { computeAccount } from "../recompute/compute-account.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const pathOf = (account: string) => `/restapi/accounts/${account}/averagebasis`;
const elect = (account: string, security: string, body: object, headers = {}) =>
  service.call("adviser", "PUT", `${pathOf(account)}/${security}`, body, headers);
const read = async (account: string) =>
  (await service.call("adviser", "GET", pathOf(account))).body;
const book = async (account: string, ...transactions: readonly object[]) => {
  const path = `/restapi/accounts/${account}/transactions`;
  const rows = transactions.map((row) => ({ folioNumber: `${account}03`, ...row }));
  const response = await service.call("operator", "POST", path, { transactions: rows });
  expect(response.body).toBe(undefined);
};
const refusal = ({ status, body }: TestResponse) => {
  const codes = body.map(({ errorCode }: { errorCode: string }) => errorCode);
  return [status, ...codes];
};
const reason = ({ body }: TestResponse) => body[0].message;
const bought = (tradeDate: string, shares: string, price: string, securityId = "604") => ({
  transactionType: "BUY",
  tradeDate,
  securityId,
  shares,
  price,
});
const basesOf = async (account: string) => {
  const path = `/restapi/accounts/${account}/opentaxlots`;
  const { body } = await service.call("adviser", "GET", path);
  return body.map((lot: Record<string, string>) => `${lot.shareQuantity} ${lot.adjustedCostBasis}`);
};
const isCurrent = async (account: string) =>
  expect(await computeAccount(testContext(service.db, service.now()), account)).toMatchObject({
    lots: null,
    positions: false,
    series: [],
    problems: [],
  });

test("an election is booked, averages the lots and is read, emitted and recorded", async () => {
  const account = "RA00000006";
  await book(account, bought("2026-02-03", "10", "20"), bought("2026-02-04", "30", "24"));
  expect(await basesOf(account)).toEqual(["10.00000 200.00", "30.00000 720.00"]);
  expect((await read(account)).securities).toMatchObject([{ election: null, since: null }]);

  const response = await elect(account, "604", { election: "AVE" });
  expect(response).toMatchObject({ status: 200, text: "" });
  expect(response.headers.location).toBe(`http://bursar.test${pathOf(account)}`);
  expect(await basesOf(account)).toEqual(["10.00000 230.00", "30.00000 690.00"]); // 920.00 ÷ 40
  expect(await read(account)).toEqual({
    accountNumber: account,
    fundsAveragedFrom: null,
    securities: [
      {
        security: {
          ticker: "DELT",
          cusip: "99904D102",
          id: "604",
          companyName: "Delta Index Fund",
          instrumentType: "MF",
        },
        election: "AVE",
        since: "2026-03-02T00:00:00.000-05:00",
        planSince: null,
        byDefault: false,
      },
    ],
  });

  const entry = (await service.auditOf(account)).at(-1);
  const { transactionIds } = entry?.detail.detail ?? {};
  expect(entry).toMatchObject({
    operation: "setAverageBasis",
    detail: { detail: { securityId: "604", election: "AVE", planSince: null } },
  });
  expect((await service.eventsOf(account)).at(-1)).toEqual({
    type: "transactions.booked",
    data: { transactionIds, count: "1" },
  });
  const { rows } = await service.admin(
    `select transaction_type, trade_on::text, security_id::text, folio_number
     from account_transaction where account_number = $1 and transaction_id = $2`,
    [account, transactionIds?.[0]],
  );
  expect(rows).toEqual([
    {
      transaction_type: "AVE",
      trade_on: "2026-03-02",
      security_id: "604",
      folio_number: null,
    },
  ]);
  await isCurrent(account);

  const preview = `/restapi/accounts/${account}/taxlots/preview`;
  const sale = { securityId: "604", shares: "20", price: "25" };
  expect((await service.call("adviser", "POST", preview, sale)).body.sales).toMatchObject([
    { method: "AVGC", isDefault: true, adjustedCostBasis: "460.00" }, // 920.00 × 20 / 40
  ]);

  const twice = await elect(account, "604", { election: "AVE" });
  expect(refusal(twice)).toEqual([400, "averagebasis.election.rule"]);
  expect(reason(twice)).toBe("An election is in force.");
});

test("a revoked election leaves each lot its own basis", async () => {
  const account = "RA00000006";
  expect((await elect(account, "604", { election: "AVR" })).status).toBe(200);
  expect(await basesOf(account)).toEqual(["10.00000 200.00", "30.00000 720.00"]);
  expect((await read(account)).securities).toMatchObject([{ election: null, byDefault: null }]);
  const again = await elect(account, "604", { election: "AVR" });
  expect(refusal(again)).toEqual([400, "averagebasis.election.rule"]);
  expect(reason(again)).toBe("No election is in force.");
  await isCurrent(account);
});

test("an election is revoked until the day of its first disposal, afterwards only ended", async () => {
  const account = "RA00000009";
  const sold = (tradeDate: string, securityId: string) => ({
    ...bought(tradeDate, "4", "25", securityId),
    transactionType: "SLE",
  });
  await book(account, bought("2026-02-03", "10", "20"), bought("2026-02-03", "10", "20", "606"));
  expect((await elect(account, "604", { election: "AVE" })).status).toBe(200);
  await book(account, sold("2026-03-02", "604"));
  // Elections go before the trades of their day.
  expect((await elect(account, "604", { election: "AVR" })).status).toBe(200);
  const earlier = { transactionType: "AVE", tradeDate: "2026-02-10", securityId: "606" };
  await book(account, earlier, sold("2026-02-20", "606"));
  const late = await elect(account, "606", { election: "AVR" });
  expect(refusal(late)).toEqual([400, "averagebasis.election.rule"]);
  expect(reason(late)).toContain("not revoked once shares were disposed of");
  expect((await elect(account, "606", { election: "AVX" })).status).toBe(200);
  expect((await read(account)).securities).toMatchObject([{ election: null }, { election: null }]);
  await isCurrent(account);
});

test("a year after the election it is not revoked any more", async () => {
  const account = "RA00000010";
  await book(
    account,
    bought("2024-02-01", "10", "20"),
    { transactionType: "AVE", tradeDate: "2025-03-01", securityId: "604" },
    bought("2024-02-01", "10", "20", "606"),
    { transactionType: "AVE", tradeDate: "2025-03-02", securityId: "606" },
  );
  const late = await elect(account, "604", { election: "AVR" });
  expect(refusal(late)).toEqual([400, "averagebasis.election.rule"]);
  expect(reason(late)).toContain("2026-03-01");
  expect((await elect(account, "606", { election: "AVR" })).status).toBe(200);
  expect((await read(account)).securities).toMatchObject([
    { security: { ticker: "BCASH" }, election: null },
    { security: { ticker: "DELT" }, since: "2025-03-01T00:00:00.000-05:00" },
  ]);
});

test("stock is averaged from its plan on, without being held too", async () => {
  const account = "RA00000011";
  const planSince = "2024-01-02";
  expect(refusal(await elect(account, "601", { election: "AVE" }))).toEqual([
    400,
    "averagebasis.security.rule",
  ]);
  expect((await elect(account, "601", { election: "AVE", planSince })).status).toBe(200);
  expect((await read(account)).securities).toMatchObject([
    { security: { ticker: "ACME" }, election: "AVE", planSince: "2024-01-02T00:00:00.000-05:00" },
  ]);
});

test("a fund that the account averages is named so, with the day of the account", async () => {
  const account = "RA00000012";
  const [header = "", ...rows] = (
    await readFile("test/fixtures/sample-firm/accounts.csv", "utf8")
  ).split("\n");
  const row = rows.find((line) => line.startsWith(account));
  const averageFrom = (day: string) =>
    service.load({ "accounts.csv": `${header},fundsAveragedFrom\n${row},${day}\n` });
  // A day that is still to come has no effect.
  await averageFrom("2026-03-03");
  await book(account, bought("2026-01-05", "10", "20"), bought("2026-01-06", "10", "30"));
  expect(await basesOf(account)).toEqual(["10.00000 200.00", "10.00000 300.00"]);
  expect(await read(account)).toMatchObject({
    fundsAveragedFrom: "2026-03-03T00:00:00.000-05:00",
    securities: [{ election: null, byDefault: null }],
  });
  await averageFrom("2026-02-02");
  expect(await basesOf(account)).toEqual(["10.00000 250.00", "10.00000 250.00"]);
  expect(await read(account)).toMatchObject({
    fundsAveragedFrom: "2026-02-02T00:00:00.000-05:00",
    securities: [{ election: "AVE", since: "2026-02-02T00:00:00.000-05:00", byDefault: true }],
  });
  expect(refusal(await elect(account, "604", { election: "AVE" }))).toEqual([
    400,
    "averagebasis.election.rule",
  ]);
  expect((await elect(account, "604", { election: "AVR" })).status).toBe(200);
  expect((await read(account)).securities).toMatchObject([{ election: null }]);
});

test("a retirement account elects nothing and lists nothing", async () => {
  const account = "RA00000014";
  await book(account, bought("2026-02-03", "10", "20"));
  expect(refusal(await elect(account, "604", { election: "AVE" }))).toEqual([
    400,
    "averagebasis.account.rule",
  ]);
  expect(await read(account)).toEqual({
    accountNumber: account,
    fundsAveragedFrom: null,
    securities: [],
  });
});

test("an election that an order of its day does not fit is refused with the reason", async () => {
  const account = "RA00000015";
  await book(account, bought("2026-02-03", "10", "20"), {
    ...bought("2026-03-02", "4", "25"),
    transactionType: "SLE",
    reliefMethod: "LIFO",
  });
  const refused = await elect(account, "604", { election: "AVE" });
  expect(refusal(refused)).toEqual([400, "averagebasis.election.rule"]);
  expect(reason(refused)).toContain("could not be applied any more");
});

test("of two elections at once one is booked", async () => {
  const account = "RA00000016";
  const responses = await Promise.all(
    ["604", "604"].map((security) => elect(account, security, { election: "AVE" })),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test("a dry run books nothing, and a repeat books once", async () => {
  const account = "RA00000017";
  const dry = await elect(account, "604", { election: "AVE" }, { "X-Dry-Run": "true" });
  expect(dry.status).toBe(200);
  expect((await read(account)).securities).toEqual([]);
  const key = { "Idempotency-Key": "average-1" };
  const first = await elect(account, "604", { election: "AVE" }, key);
  const second = await elect(account, "604", { election: "AVE" }, key);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.headers["idempotency-replayed"]).toBe("true");
});

test("a private security counts as absent for an account that never had it", async () => {
  await service.load({
    "securities.csv":
      "securityId,ticker,cusip,name,instrumentType,issuingFirmOid\n" +
      "690,UNSEEN,,Unseen Notes,PR,1004\n691,UNSOLD,,Unsold Units,EQ,1004\n",
  });
  const account = "RB00000001";
  const asked = { election: "AVE", planSince: "2026-01-05" };
  const askFor = (security: string) =>
    service.call("otherAdviser", "PUT", `${pathOf(account)}/${security}`, asked);
  const absent = await askFor("699");
  for (const security of ["690", "691"]) {
    const response = await askFor(security);
    expect([response.status, response.text]).toEqual([404, absent.text]);
  }
  await book(account, bought("2026-02-03", "10", "20", "691"));
  expect((await askFor("691")).status).toBe(200);
});

test("an absent security, another firm's account and anonymous callers are refused", async () => {
  for (const security of ["999", "x"]) {
    expect(refusal(await elect("RA00000001", security, { election: "AVE" }))).toEqual([
      404,
      "security.not.found",
    ]);
  }
  const body = { election: "AVE" };
  const put = (caller: Parameters<TestService["call"]>[0], account: string) =>
    service.call(caller, "PUT", `${pathOf(account)}/604`, body);
  const foreign = await put("otherAdviser", "RA00000001");
  const absent = await put("otherAdviser", "RA99999999");
  expect([foreign.status, foreign.text]).toEqual([403, absent.text]);
  for (const caller of ["operator", "issuer", "client", "readOnly"] as const) {
    expect((await put(caller, "RA00000001")).status, caller).toBe(403);
  }
  expect((await put(null, "RA00000001")).status).toBe(401);
  expect((await service.call("client", "GET", pathOf("RA00000001"))).status).toBe(200);
  expect((await service.call("client", "GET", pathOf("RA00000005"))).status).toBe(403);
});
