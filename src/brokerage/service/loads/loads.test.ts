// Loads by request: what they change and keep, what they are refused for, and who sees them.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  bodyOf,
  deposit,
  type Files,
  members,
  model,
  models,
  problemsOf,
  transactions,
} from "../../../../test/files-to-load.ts";
import { type TestResponse, useTestService } from "../../../../test/harness.ts";
import { untilOneWaits } from "../../../../test/lock-waits.ts";
import { type CallerName, lastDayOfSample, testContext } from "../../../../test/sample-template.ts";
import { requestRules } from "../../../loading/load-by-request.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { loadFolder, nobody } from "../../../platform/bulk/apply/load-folder.ts";
import { loadSent } from "../../../platform/bulk/apply/load-sent.ts";
import type { LoadKind } from "../../../platform/bulk/load-kind.ts";
import { sql, type Tx } from "../../../platform/store/db.ts";
import { loadLock } from "../../../platform/store/store-lock.ts";

const service = useTestService();

const path = "/restapi/loads";
const load = (files: Files, caller: CallerName = "adviser", headers = {}) =>
  service.call(caller, "POST", path, bodyOf(files), headers);
const check = (files: Files, caller: CallerName = "adviser") =>
  load(files, caller, { "X-Dry-Run": "true" });
const get = (of: string, caller: CallerName = "adviser") => service.call(caller, "GET", of);
const idOf = ({ headers }: TestResponse) => String(headers.location).replace(/.*\//, "");
const keptLoads = async () =>
  Number((await service.admin("select count(*) from folder_load")).rows[0]?.count);
const entries = async () =>
  Number((await service.admin("select count(*) from audit_entry")).rows[0]?.count);

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
      ...record,
      loadId: "",
      startedTS: "",
    });
    expect(kept).toMatchObject({ apiUserId: "5001", firmOid: "1002", books: null });
    expect((await get("/restapi/models/711")).body.longName).toBe("Balanced, by file");
    const [entry] = (await service.auditOf("model:701")).slice(-1);
    expect(entry).toMatchObject({ operation: "loadFolder", caller: { apiUser: "5001" } });
  });

  test("that is repeated with its key gets the same response, and the same files change nothing", async () => {
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

  test("of the operator computes books, and reports how they differ", async () => {
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
    for (const response of [await check(wrong, "operator"), await load(wrong, "operator")]) {
      expect(response.status).toBe(400);
      expect(problemsOf(response)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^load\.rule \| transactions\.csv:2:tradeDate \| /),
          expect.stringMatching(/^load\.rule \| transactions\.csv:3:amount \| /),
          expect.stringMatching(/^load\.rule \| members\.csv:2:firstName \| /),
        ]),
      );
      expect(response.text).not.toMatch(/Secret|not-an-amount/);
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
      const response = await load(models({ style: "G" }));
      expect([response.status, response.body[0].errorCode]).toEqual([400, "load.busy.rule"]);
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
      kinds: loadOrder,
      rules: requestRules,
      firm: undefined,
      files: [{ name: "prices.csv", text: close }],
      author: nobody,
      bounds: { rows: 1, accounts: 1 },
    });
    const problem = { file: "prices.csv", reason: expect.stringContaining("of 1 at most; ") };
    expect(sent).toMatchObject({ fault: { problems: [problem] } });
  });
});

test("a statement of a load has the time of a request, and that of the command any", async () => {
  const limits: string[] = [];
  const note = async (tx: Tx) => {
    const row = await tx.first(sql<{ limit: string }>`
      select current_setting('statement_timeout') as limit`);
    limits.push(row?.limit ?? "");
    return [];
  };
  const models701 = { files: [{ name: "models.ndjson", text: `${JSON.stringify(model)}\n` }] };
  await loadSent(testContext(service.db), {
    ...models701,
    kinds: loadOrder,
    firm: undefined,
    rules: { models: { byFirms: true, check: note } },
    author: nobody,
    bounds: { rows: 10, accounts: 10 },
  });
  const [first, ...others] = loadOrder;
  const noting = { ...first, afterApply: async (tx: Tx) => void (await note(tx)) } as LoadKind;
  const folder = join(import.meta.dirname, "../../../../test/fixtures/sample-firm");
  const options = { today: lastDayOfSample, check: true };
  await loadFolder(testContext(service.db), [noting, ...others], folder, options);
  expect(limits[0]).not.toBe("0");
  expect(limits.slice(1)).toEqual(["0"]);
});

test("a model that a firm sends waits for whoever writes a model of the firm", async () => {
  const { sent } = await service.db.transaction(async (tx) => {
    // The lock is held before the load begins, which would otherwise be through at times.
    await tx.first(sql`select from firm where firm_oid = 1002 for update`);
    const waiting = load(models({ longName: "In its turn" }));
    await untilOneWaits(service.db);
    return { sent: waiting };
  });
  expect((await sent).status).toBe(201);
});

test("a body that is larger than a load may be, and a text that is none, are refused", async () => {
  const large = await load({ "models.ndjson": "x".repeat(4 * 1024 * 1024) });
  expect([large.status, large.body[0].errorCode]).toEqual([413, "body.too.large"]);
  expect(large.body[0].message).toContain(
    "At most 4,194,304 bytes are accepted; send the rows in several loads",
  );
  const half = await load({ "models.ndjson": "\ud800" });
  expect([half.status, half.body]).toEqual([
    400,
    [{ type: "VALIDATION_FIELD", field: "files[0].text", errorCode: "invalid.value" }],
  ]);
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
