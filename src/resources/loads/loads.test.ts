// Loads by request: what they change and keep, what they are refused for, and who sees them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, openTestService, type TestService } from "../../../test/harness.ts";
import { type CallerName, testContext } from "../../../test/sample-template.ts";
import { requestRules } from "../../load-by-request.ts";
import { loadOrder } from "../../load-order.ts";
import { loadSent } from "../../platform/bulk/load-sent.ts";
import { sql } from "../../platform/store/db.ts";
import { loadLock } from "../../platform/store/store-lock.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const path = "/restapi/loads";
type Files = Readonly<Record<string, string>>;
const bodyOf = (files: Files) => ({
  files: Object.entries(files).map(([name, text]) => ({ name, text })),
});
const load = (files: Files, caller: CallerName = "adviser", headers = {}) =>
  service.call(caller, "POST", path, bodyOf(files), headers);
const check = (files: Files, caller: CallerName = "adviser") =>
  load(files, caller, { "X-Dry-Run": "true" });
const get = (of: string, caller: CallerName = "adviser") => service.call(caller, "GET", of);
const idOf = ({ headers }: Answer) => String(headers.location).replace(/.*\//, "");
const problemsOf = ({ body }: Answer) =>
  body.map(({ errorCode, field, message }: Record<string, string>) =>
    [errorCode, field, message].join(" | "),
  );
const keptLoads = async () =>
  Number((await service.admin("select count(*) from folder_load")).rows[0]?.count);
const entries = async () =>
  Number((await service.admin("select count(*) from audit_entry")).rows[0]?.count);

const model = {
  ...{ modelOid: "701", folioOid: "711", firmOid: "1002", folioNumber: "HARBOR-M1" },
  ...{ folioName: "Harbor Balanced", longName: "Harbor Balanced Growth and Income" },
  ...{ cashSecurity: "BCASH", iaMemberOid: "2101", iaFirstName: "Grace", iaLastName: "Lin" },
  ...{ programOid: ["501"], style: "X" },
  targetWeights: [
    { ticker: "ACME", targetWeight: "60.00" },
    { ticker: "BOLT", targetWeight: "40.00" },
  ],
};
const models = (...rows: object[]): Files => ({
  "models.ndjson": rows.map((row) => `${JSON.stringify({ ...model, ...row })}\n`).join(""),
});
const transactions = (...rows: string[]): Files => ({
  "transactions.csv": [
    "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount",
    ...rows,
    "",
  ].join("\n"),
});
const deposit = "RA00000003,990001,DEP,90,RA0000000303,2026-02-27,250.00";
const members = (...rows: string[]): Files => ({
  "members.csv": [
    "loginId,memberOid,firmOid,membershipType,firstName,lastName,staffRole",
    ...rows,
    "",
  ].join("\n"),
});
const command = "It is loaded by the command `bursar load` alone.";

describe("a load", () => {
  test("shows first what it would change, stores nothing, and then does just that", async () => {
    const before = [await keptLoads(), await entries(), (await get("/restapi/models/711")).text];
    const rehearsed = await check(models({ longName: "Balanced, by file" }));
    expect(rehearsed.status, rehearsed.text).toBe(200);
    const { record, events } = rehearsed.body;
    expect(record.files).toMatchObject([
      { name: "models.ndjson", rows: "1", added: "0", changed: "1", unchanged: "0" },
    ]);
    expect(record.files[0].changes).toMatchObject([
      { key: [{ column: "modelOid", value: "701" }], withdrawn: false },
    ]);
    expect(record.files[0].changes[0].columns).toContainEqual({
      column: "longName",
      before: "Harbor Balanced Growth and Income",
      after: "Balanced, by file",
    });
    expect(events).toMatchObject([{ subject: "model:701", type: "model.updated" }]);
    expect([await keptLoads(), await entries(), (await get("/restapi/models/711")).text]).toEqual(
      before,
    );

    const done = await load(models({ longName: "Balanced, by file" }));
    expect(done.status, done.text).toBe(201);
    const { body: kept } = await get(`${path}/${idOf(done)}`);
    expect({ ...kept, loadId: "", startedTS: "" }).toEqual({
      ...{ ...record, loadId: "", startedTS: "" },
    });
    expect(kept).toMatchObject({ apiUserId: "5001", firmOid: "1002", books: null });
    expect((await get("/restapi/models/711")).body.longName).toBe("Balanced, by file");
    const [entry] = (await service.auditOf("model:701")).slice(-1);
    expect(entry).toMatchObject({ operation: "loadFolder", caller: { apiUser: "5001" } });
  });

  test("that is repeated with its key is answered as before, and the same files change nothing", async () => {
    const headers = { "Idempotency-Key": "load-once" };
    const first = await load(models({ description: "Twice." }), "adviser", headers);
    const again = await load(models({ description: "Twice." }), "adviser", headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(idOf(again)).toBe(idOf(first));
    const third = await load(models({ description: "Twice." }));
    const { body } = await get(`${path}/${idOf(third)}`);
    expect(body.files).toMatchObject([{ changed: "0", unchanged: "1", changes: [] }]);
  });

  test("of the operator computes books, and tells how they differ", async () => {
    const balance = async () =>
      (await get("/restapi/accounts/RA00000003/positions", "operator")).text;
    const before = await balance();
    const rehearsed = await check(transactions(deposit), "operator");
    expect(rehearsed.status, rehearsed.text).toBe(200);
    expect(rehearsed.body.record.books).toMatchObject({
      count: "1",
      accounts: [{ accountNumber: "RA00000003" }],
    });
    expect(await balance()).toBe(before);
    const done = await load(transactions(deposit), "operator");
    expect(done.status, done.text).toBe(201);
    expect(await balance()).not.toBe(before);
    const { body } = await get(`${path}/${idOf(done)}`, "operator");
    expect(body.books).toEqual(rehearsed.body.record.books);
    expect(body.files).toMatchObject([{ name: "transactions.csv", added: "1" }]);
  });

  test("is refused with every problem by file, line and column, and repeats no cell", async () => {
    const before = [await keptLoads(), await entries()];
    const wrong = {
      ...transactions(
        "RA00000001,990002,DEP,90,RA0000000103,2026-02-30,1.00",
        "RA99999999,990003,DEP,91,RA9999999903,2026-02-27,not-an-amount",
      ),
      ...members("eve.secret,9901,1002,client,,Secret,"),
    };
    for (const answer of [await check(wrong, "operator"), await load(wrong, "operator")]) {
      expect(answer.status).toBe(400);
      expect(problemsOf(answer)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^load\.rule \| transactions\.csv:2:tradeDate \| /),
          expect.stringMatching(/^load\.rule \| transactions\.csv:3:amount \| /),
          expect.stringMatching(/^load\.rule \| members\.csv:2:firstName \| /),
        ]),
      );
      expect(answer.text).not.toMatch(/Secret|not-an-amount/);
    }
    expect([await keptLoads(), await entries()]).toEqual(before);
  });

  test("says how many problems there are beyond those that it lists", async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `RA1,${n},X${n},1,F,2026-02-${n},1`);
    const { body } = await load(transactions(...rows), "operator");
    expect(body.length).toBeLessThan(110);
    expect(body.at(-1)).toMatchObject({ type: "REQUEST", errorCode: "too.many.problems" });
  });

  test("waits for no other", async () => {
    await service.db.forLoads.transaction(async (tx) => {
      await tx.first(sql`select pg_advisory_xact_lock(${loadLock})`);
      const answer = await load(models({ style: "G" }));
      expect([answer.status, answer.body[0].errorCode]).toEqual([400, "load.busy.rule"]);
      const rehearsed = await check(models({ style: "G" }));
      expect([rehearsed.status, rehearsed.body[0].errorCode]).toEqual([400, "load.busy.rule"]);
    });
    expect((await load(models({ style: "G" }))).status).toBe(201);
  });

  test("has bounds of rows and of accounts", async () => {
    const rows = Array.from({ length: 20_001 }, (_, n) => `${n + 1},A plan`);
    const many = { "billing-plans.csv": ["billingPlanOid,name", ...rows, ""].join("\n") };
    expect(problemsOf(await load(many, "operator"))).toEqual([
      "load.rule | billing-plans.csv | A load by request has 20000 rows at most; " +
        "`bursar load` has no such bound.",
    ]);
    const close = "securityId,date,close\n601,2026-02-27,12.34\n";
    const sent = await loadSent(testContext(service.db), {
      ...{ kinds: loadOrder, rules: requestRules, firm: undefined },
      files: [{ name: "prices.csv", text: close }],
      bounds: { rows: 1, accounts: 1 },
    });
    const problem = { file: "prices.csv", reason: expect.stringContaining("of 1 at most; ") };
    expect(sent).toMatchObject({ fault: { problems: [problem] } });
  });
});

describe("what may be sent", () => {
  test("is of a kind that the table names, once", async () => {
    const text = "firmOid\n1\n";
    const files = [
      ...["firms.csv", "api-users.csv", "programs.csv", "offer-documents.csv", "firm.csv"],
      ...["models.csv", "models.ndjson", "prices.csv", "prices.csv"],
    ].map((name) => ({ name, text }));
    const answer = await service.call("operator", "POST", path, { files });
    expect(answer.status).toBe(400);
    expect(problemsOf(answer)).toEqual([
      `load.rule | firms.csv | ${command}`,
      `load.rule | api-users.csv | ${command}`,
      `load.rule | programs.csv | ${command}`,
      `load.rule | offer-documents.csv | ${command}`,
      "load.rule | firm.csv | No kind of record has a file with this name. (did you mean firms.csv?)",
      "load.rule | prices.csv | The file was sent twice.",
      "load.rule | models.csv, models.ndjson | Only one of the two files may be sent.",
    ]);
    const none = await service.call("operator", "POST", path, { files: [] });
    expect(problemsOf(none)).toEqual(["load.rule | files | There is no file of records."]);
  });

  test.each(loadOrder.filter(({ name }) => name !== "models").map(({ name }) => [name]))(
    "by a firm is not %s",
    async (name) => {
      const answer = await load({ [`${name}.ndjson`]: "{}\n" });
      const isOperators = requestRules[name] !== undefined;
      const reason = isOperators ? "Only the operator loads these records." : command;
      expect(problemsOf(answer)).toEqual([`load.rule | ${name}.ndjson | ${reason}`]);
    },
  );

  test("by the operator makes nobody one of the staff, and changes no privilege", async () => {
    const staff = "Staff, who have rights, are loaded by the command `bursar load` alone.";
    const made = members("new.person,9902,1001,staff,New,Person,administrator");
    const changed = members("harbor.park,2102,1002,staff,Noah,Park,administrator");
    for (const files of [made, changed]) {
      expect(problemsOf(await load(files, "operator"))).toEqual([
        `load.rule | members.csv:2:membershipType | ${staff}`,
      ]);
    }
    const demoted = members("harbor.park,2102,1002,client,Noah,Park,");
    expect(problemsOf(await load(demoted, "operator"))[0]).toContain(
      "members.csv:2:membershipType | It changes what callers may do or see",
    );
  });

  test("by a firm is no model of another, which is refused like one that is not there", async () => {
    const named = { folioName: "Another", folioOid: "712" };
    const absent = problemsOf(await load(models({ ...named, modelOid: "799" })));
    const foreign = problemsOf(await load(models({ ...named, modelOid: "702" })));
    const theirs = problemsOf(await load(models({ ...named, modelOid: "702", firmOid: "1003" })));
    expect(absent).toEqual([
      "load.rule | models.ndjson:1:modelOid | " +
        "The firm has no such model; a new one is created by a request of its own.",
    ]);
    expect([foreign, theirs]).toEqual([absent, absent]);
    expect(problemsOf(await load(models({ firmOid: "1003" })))).toEqual([
      "load.rule | models.ndjson:1:firmOid | It is not a record of firm 1002.",
    ]);
  });

  test("by a firm changes of a model what a request of it could", async () => {
    const fixed = {
      ...{ folioOid: "790", folioNumber: "OTHER", iaMemberOid: "2102" },
      ...{ iaFirstName: "Noah", iaLastName: "Park" },
    };
    const refused = problemsOf(await load(models(fixed)));
    expect(refused.map((each: string) => each.split(" | ")[1])).toEqual(
      Object.keys(fixed)
        .toSorted()
        .map((column) => `models.ndjson:1:${column}`),
    );
    const other = (await get("/restapi/models/714")).body.folioName;
    expect(problemsOf(await load(models({ folioName: other.toUpperCase() })))).toEqual([
      "load.rule | models.ndjson:1:folioName | The firm has another model with this folioName.",
    ]);
    expect(problemsOf(await load(models({ programOid: ["501", "599"] })))).toEqual([
      expect.stringMatching(/^load\.rule \| models\.ndjson:1:programOid \| /),
    ]);
  });
});

describe("the list of loads", () => {
  test("has a firm's own, and for the operator all, the newest first, in parts", async () => {
    service.setNow(new Date(+service.now() + 1_000).toISOString());
    const done = await load(models({ longName: "Listed" }));
    const ofFirm = (await get(path)).body;
    expect(ofFirm[0].loadId).toBe(idOf(done));
    expect(new Set(ofFirm.map(({ firmOid }: { firmOid: string }) => firmOid))).toEqual(
      new Set(["1002"]),
    );
    const all = (await get(path, "operator")).body;
    const sample = all.find(({ apiUserId }: { apiUserId: string | null }) => apiUserId === null);
    expect(sample).toMatchObject({ loginId: null, firmOid: null });
    expect(all.some(({ firmOid }: { firmOid: string }) => firmOid === "1003")).toBe(true);
    expect(all[0].files[0]).not.toHaveProperty("changes");

    const first = await get(`${path}?limit=1`, "operator");
    expect(first.body).toEqual([all[0]]);
    const [, next = ""] = /<http:\/\/[^/]+(.+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
    expect((await get(next, "operator")).body).toEqual([all[1]]);
    const rest = await get(`${path}?before=${all.at(-1).loadId}`, "operator");
    expect([rest.body, rest.headers.link]).toEqual([[], undefined]);
  });

  test("shows no load to another firm", async () => {
    const done = await load(models({ longName: "Hidden" }));
    expect((await get(`${path}/${idOf(done)}`, "otherAdviser")).status).toBe(403);
    expect((await get(`${path}/${idOf(done)}`, "operator")).status).toBe(200);
    expect((await get(path, "issuer")).status).toBe(403);
    expect((await get(path, "client")).status).toBe(403);
  });
});
