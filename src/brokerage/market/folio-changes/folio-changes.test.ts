// Making, changing and closing folios over HTTP. (interface 4.17)
import { describe, expect, test } from "vitest";
import { type TestResponse, useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import {
  nextFolioNumber,
  problemsWithFolioUpdate,
} from "../../clients-and-accounts/folios/reads.ts";

const service = useTestService();

const path = (account: string, folio?: string) =>
  `/restapi/accounts/${account}/folios${folio === undefined ? "" : `/${folio}`}`;
const make = (account: string, body: object, caller: CallerName | null = "adviser") =>
  service.call(caller, "POST", path(account), body);
const change = (folio: string, body: object, caller: CallerName | null = "adviser") =>
  service.call(caller, "PUT", path(folio.slice(0, -2), folio), body);
const read = async (folio: string) =>
  (await service.call("adviser", "GET", path(folio.slice(0, -2), folio))).body;
const numberOf = ({ headers }: TestResponse) => String(headers.location).split("/").at(-1) ?? "";
const codesOf = ({ body }: TestResponse) =>
  body.map((each: Record<string, string>) => each.errorCode ?? each.message);
const eventsSince = async (account: string, count: number) =>
  (await service.eventsOf(account)).slice(count).map(({ type, data }) => ({ type, data }));

async function made(account: string): Promise<string> {
  const response = await make(account, { folioName: "To be closed" });
  expect(response.status, response.text).toBe(201);
  return numberOf(response);
}

describe("a new folio", () => {
  test("has the next number, is emitted once, and is read with its settings", async () => {
    const eventCount = (await service.eventsOf("RA00000001")).length;
    const body = { folioName: "Clean energy", benchmark: "EVER", dividendReinvest: "true" };
    const response = await make("RA00000001", body);
    expect(response).toMatchObject({ status: 201, text: "" });
    expect(response.headers.location).toBe(
      `http://bursar.test${path("RA00000001", "RA0000000105")}`,
    );
    const settings = {
      folioName: "Clean energy",
      benchmark: "EVER",
      dividendReinvest: true,
      dividendPayToAccount: true,
      folioStatus: "O",
    };
    expect(await read("RA0000000105")).toEqual({
      accountNumber: "RA00000001",
      folioNumber: "RA0000000105",
      folioType: "folio",
      ...settings,
      modelOid: null,
      subscriptionType: null,
      subscriptionStatus: null,
      performanceSource: null,
    });
    expect((await service.auditOf("RA00000001")).at(-1)).toMatchObject({
      operation: "createFolio",
      detail: { after: { folio: { folioNumber: "RA0000000105", ...settings } } },
    });
    expect(await eventsSince("RA00000001", eventCount)).toEqual([
      {
        type: "folio.created",
        data: { folioNumber: "RA0000000105", fields: Object.keys(settings).toSorted() },
      },
    ]);
  });

  test("has the usual settings where it names none", async () => {
    expect(await read(await made("RA00000002"))).toMatchObject({
      benchmark: null,
      dividendReinvest: false,
      dividendPayToAccount: true,
    });
  });

  test("names an account with which it is compared to those who see that account alone", async () => {
    const compared = async (benchmark: string) => {
      const folio = numberOf(await make("RA00000010", { folioName: "Compared", benchmark }));
      const seen = await service.call("client", "GET", path("RA00000010", folio));
      return [(await read(folio)).benchmark, seen.body.benchmark];
    };
    const recorded = async (caller: CallerName) => {
      const entries = "/restapi/accounts/RA00000010/auditentries?limit=1";
      return (await service.call(caller, "GET", entries)).body[0].after.folio.benchmark;
    };
    const own = "account:RA00000001";
    expect(await compared(own)).toEqual([own, own]);
    const other = "account:RA00000006";
    expect(await compared(other)).toEqual([other, null]);
    expect([await recorded("adviser"), await recorded("client")]).toEqual([other, null]);
  });

  test("of two at once has its own number, and so has the other", async () => {
    const names = ["One", "Two"];
    const responses = await Promise.all(
      names.map((folioName) => make("RA00000009", { folioName })),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses.map(numberOf).toSorted()).toEqual(["RA0000000904", "RA0000000905"]);
  });

  test("needs a number up to 99", async () => {
    const rows = Array.from({ length: 95 }, (_, index) => {
      const number = `RA00000010${String(index + 4).padStart(2, "0")}`;
      return `RA00000010,${number},Folio,folio`;
    });
    const header = "accountNumber,folioNumber,folioName,folioType";
    await service.load({ "folios.csv": [header, ...rows, ""].join("\n") });
    const responses = [await make("RA00000010", { folioName: "Last" })];
    responses.push(await make("RA00000010", { folioName: "One more" }));
    expect(responses.map(({ status }) => status)).toEqual([201, 400]);
    expect(responses.map((each) => each.status === 201 && numberOf(each))[0]).toBe("RA0000001099");
    expect(responses[1]?.body).toEqual([
      {
        type: "VALIDATION_RULE",
        errorCode: "folio.count.rule",
        message: "The account has a folio of every number up to 99.",
      },
    ]);
  });

  test.each([
    ["no name", {}, ["null.folio.name"]],
    ["a blank name", { folioName: "   " }, ["invalid.folio.name"]],
    ["a name too long", { folioName: "a".repeat(17) }, ["invalid.folio.name"]],
    ["no truth", { folioName: "A", dividendReinvest: "perhaps" }, ["invalid.dividend.reinvest"]],
    ["another account", { folioName: "A", accountNumber: "RA00000002" }, ["uri.matching.rule"]],
    ["a status", { folioName: "A", folioStatus: "C" }, ["The field is unrecognized."]],
    [
      "several at once",
      { benchmark: "b".repeat(41), accountNumber: "RA00000002" },
      ["null.folio.name", "invalid.benchmark", "uri.matching.rule"],
    ],
  ])("with %s is refused", async (_, body, codes) => {
    const before = await service.auditOf("RA00000001");
    const response = await make("RA00000001", body);
    expect([response.status, codesOf(response).toSorted()]).toEqual([400, codes.toSorted()]);
    expect(await service.auditOf("RA00000001")).toEqual(before);
  });
});

describe("a change of a folio", () => {
  test("changes what is sent, empties what is null, and emits both", async () => {
    const folio = numberOf(await make("RA00000003", { folioName: "Before", benchmark: "EVER" }));
    const eventCount = (await service.eventsOf("RA00000003")).length;
    const body = {
      folioNumber: folio,
      folioName: "After",
      benchmark: null,
      dividendReinvest: false,
    };
    const response = await change(folio, body);
    expect(response).toMatchObject({ status: 200, text: "" });
    expect(response.headers.location).toBe(`http://bursar.test${path("RA00000003", folio)}`);
    expect(await read(folio)).toMatchObject({ folioName: "After", benchmark: null });
    expect((await service.auditOf("RA00000003")).at(-1)).toMatchObject({
      operation: "updateFolio",
      detail: {
        before: { folioNumber: folio, folioName: "Before", benchmark: "EVER" },
        after: { folioNumber: folio, folioName: "After", benchmark: null },
      },
    });
    expect(await eventsSince("RA00000003", eventCount)).toEqual([
      { type: "folio.updated", data: { folioNumber: folio, fields: ["benchmark", "folioName"] } },
    ]);
  });

  test("to nothing emits nothing", async () => {
    const eventCount = (await service.eventsOf("RA00000003")).length;
    const before = await read("RA0000000303");
    expect((await change("RA0000000303", {})).status).toBe(200);
    expect((await change("RA0000000303", { folioName: before.folioName })).status).toBe(200);
    expect(await read("RA0000000303")).toEqual(before);
    expect(await eventsSince("RA00000003", eventCount)).toEqual([]);
  });

  test("of two at once is made field by field", async () => {
    const folio = await made("RA00000003");
    const responses = await Promise.all([
      change(folio, { folioName: "Both" }),
      change(folio, { benchmark: "ACME" }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read(folio)).toMatchObject({ folioName: "Both", benchmark: "ACME" });
  });

  test.each([
    ["another folio", { folioNumber: "RA0000000104" }, ["uri.matching.rule"]],
    ["another account", { accountNumber: "RA00000002" }, ["uri.matching.rule"]],
    ["another status", { folioStatus: "O" }, ["invalid.folio.status"]],
    ["a blank name", { folioName: " " }, ["invalid.folio.name"]],
  ])("with %s is refused", async (_, body, codes) => {
    const response = await change("RA0000000103", body);
    expect([response.status, codesOf(response)]).toEqual([400, codes]);
  });

  test.each(["RA0000000199", "RA0000000100", "RA0000000203", "x", "%00"])(
    "of %s, which the account does not have, is 404",
    async (number) => {
      const response = await service.call("adviser", "PUT", path("RA00000001", number), {});
      expect([response.status, codesOf(response)]).toEqual([404, ["folio.not.found"]]);
    },
  );

  test.each(["RA0000000101", "RA0000000102"])("of %s is refused", async (number) => {
    for (const body of [{}, { folioName: "Mine" }, { folioStatus: "C" }]) {
      const response = await change(number, body);
      expect([response.status, codesOf(response)]).toEqual([400, ["folio.fixed.rule"]]);
    }
  });
});

describe("a benchmark", () => {
  test.each(["EVER", "ever", "security:601", "model:701", "account:RA00000002"])(
    "may be %s, which the firm sees",
    async (benchmark) => {
      expect((await change("RA0000000303", { benchmark })).status).toBe(200);
      expect(await read("RA0000000303")).toMatchObject({ benchmark });
    },
  );

  test.each([
    ["a ticker of nothing", "NOPE"],
    ["words", "S&P 500"],
    ["a former spelling of nothing", "index:1"],
    ["an absent security", "security:999999"],
    ["an impossible id", "security:9999999999999999999"],
    ["an absent model", "model:799"],
    ["an absent account", "account:RZ99999999"],
    ["another firm's account", "account:RB00000001"],
    ["no account number", "account:x"],
  ])("may not be %s, of a new folio or an old one", async (_, benchmark) => {
    const before = await service.auditOf("RA00000003");
    const refused = [400, ["folio.benchmark.rule"]];
    const responses = [
      await make("RA00000003", { folioName: "Compared", benchmark }),
      await change("RA0000000303", { benchmark }),
    ];
    expect(responses.map((response) => [response.status, codesOf(response)])).toEqual([
      refused,
      refused,
    ]);
    expect(await service.auditOf("RA00000003")).toEqual(before);
  });

  test("that means nothing any more may stay, and is not refused until it changes", async () => {
    await service.admin("update folio set benchmark = 'GONE' where folio_number = $1", [
      "RA0000000303",
    ]);
    expect((await change("RA0000000303", { benchmark: "GONE" })).status).toBe(200);
    expect((await change("RA0000000303", { dividendReinvest: true })).status).toBe(200);
    expect((await change("RA0000000303", { benchmark: "GONER" })).status).toBe(400);
    expect((await change("RA0000000303", { benchmark: null })).status).toBe(200);
  });
});

describe("closing a folio", () => {
  test("is emitted, lasts, and takes late facts", async () => {
    const folio = await made("RA00000004");
    const eventCount = (await service.eventsOf("RA00000004")).length;
    expect((await change(folio, { folioStatus: "C", folioName: "Closed" })).status).toBe(200);
    expect(await read(folio)).toMatchObject({ folioStatus: "C", folioName: "Closed" });
    expect(await eventsSince("RA00000004", eventCount)).toEqual([
      { type: "folio.updated", data: { folioNumber: folio, fields: ["folioName"] } },
      { type: "folio.closed", data: { folioNumber: folio, fields: ["folioStatus"] } },
    ]);
    for (const body of [{ folioStatus: "C" }, { folioName: "Open" }, {}]) {
      const response = await change(folio, body);
      expect([response.status, codesOf(response)]).toEqual([400, ["folio.fixed.rule"]]);
    }
    expect((await deposit(folio)).status).toBe(201);
    const row = `RA00000004,${folio},Renamed,folio`;
    await service.load({
      "folios.csv": ["accountNumber,folioNumber,folioName,folioType", row, ""].join("\n"),
    });
    expect(await read(folio)).toMatchObject({ folioStatus: "C", folioName: "Renamed" });
  });

  test("is refused while it holds shares or cash", async () => {
    const withCash = await made("RA00000006");
    expect((await deposit(withCash)).status).toBe(201);
    for (const folio of ["RA0000000103", withCash]) {
      const response = await change(folio, { folioStatus: "C" });
      expect([response.status, codesOf(response)]).toEqual([400, ["folio.close.rule"]]);
      expect(await read(folio)).toMatchObject({ folioStatus: "O" });
    }
  });

  test("succeeds for one of two at once", async () => {
    const folio = await made("RA00000004");
    const responses = await Promise.all([1, 2].map(() => change(folio, { folioStatus: "C" })));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(refused.map(codesOf)).toEqual([["folio.fixed.rule"]]);
  });

  test("of cash is refused by the store too", async () => {
    const closing = service.admin("update folio set status = 'C' where folio_number = $1", [
      "RA0000000101",
    ]);
    await expect(closing).rejects.toThrow("folio_closed");
  });

  function deposit(folioNumber: string): Promise<TestResponse> {
    const row = { transactionType: "DEP", entryOrder: "1", amount: "10", folioNumber };
    const transactions = [{ ...row, tradeDate: "2026-02-03" }];
    const books = `/restapi/accounts/${folioNumber.slice(0, -2)}/transactions`;
    return service.call("operator", "POST", books, { transactions });
  }
});

test.each<[string, CallerName | null, number]>([
  ["another firm", "otherAdviser", 403],
  ["the operator", "operator", 403],
  ["an issuer", "issuer", 403],
  ["a client", "client", 403],
  ["a key that only reads", "readOnly", 403],
  ["an anonymous caller", null, 401],
])("%s neither makes nor changes a folio", async (_, caller, status) => {
  const before = await service.auditOf("RA00000001");
  expect((await make("RA00000001", { folioName: "Mine" }, caller)).status).toBe(status);
  expect((await change("RA0000000103", { folioName: "Mine" }, caller)).status).toBe(status);
  expect(await service.auditOf("RA00000001")).toEqual(before);
});

describe("the rules", () => {
  test.each([
    ["none", [], "03"],
    ["a gap", ["01", "02", "03", "05"], "04"],
    [
      "all but the last",
      Array.from({ length: 98 }, (_, i) => String(i + 1).padStart(2, "0")),
      "99",
    ],
  ])("the next number after %s", (_, taken, digits) => {
    const number = "RA00000001";
    expect(
      nextFolioNumber(
        number,
        taken.map((each) => number + each),
      ),
    ).toBe(number + digits);
  });

  test.each([
    ["an open folio", { folioType: "folio", folioStatus: "O" }, false, undefined, []],
    ["one that holds something", { folioType: "folio", folioStatus: "O" }, true, undefined, []],
    ["closing it", { folioType: "folio", folioStatus: "O" }, false, "C", []],
    ["closing while it holds", { folioType: "folio", folioStatus: "O" }, true, "C", ["close"]],
    ["a closed one", { folioType: "folio", folioStatus: "C" }, false, undefined, ["fixed"]],
    ["closing it again", { folioType: "folio", folioStatus: "C" }, true, "C", ["fixed"]],
    ["cash", { folioType: "cash", folioStatus: "O" }, true, "C", ["fixed"]],
    ["holdings", { folioType: "holdings", folioStatus: "O" }, false, undefined, ["fixed"]],
  ] as const)("of a change: %s", (_, folio, holdsAny, folioStatus, codes) => {
    const sent = folioStatus === undefined ? {} : { folioStatus };
    const facts = { folio, holdsAny, isSubscribed: false, isBenchmarkUnseen: false };
    const problems = problemsWithFolioUpdate(sent, facts);
    expect(problems.map((each) => "errorCode" in each && each.errorCode)).toEqual(
      codes.map((code) => `folio.${code}.rule`),
    );
  });

  test("of closing a folio that is subscribed to a model", () => {
    const folio = { folioType: "folio", folioStatus: "O" } as const;
    const facts = { folio, holdsAny: false, isSubscribed: true, isBenchmarkUnseen: false };
    expect(problemsWithFolioUpdate({ folioStatus: "C" }, facts)).toMatchObject([
      { errorCode: "folio.close.rule" },
    ]);
    expect(problemsWithFolioUpdate({}, facts)).toEqual([]);
    const both = { ...facts, isBenchmarkUnseen: true };
    expect(problemsWithFolioUpdate({ folioStatus: "C" }, both)).toMatchObject([
      { errorCode: "folio.close.rule" },
      { errorCode: "folio.benchmark.rule" },
    ]);
  });
});
