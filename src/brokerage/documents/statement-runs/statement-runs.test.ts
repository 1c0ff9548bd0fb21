// Statement runs over HTTP: drawn by the sweep, seen by nobody before a second person releases them.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { send } from "../../../../test/harness.ts";
import { useRestoredService } from "../../../../test/kept-service.ts";
import { createPersons } from "../../../../test/operators-persons.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { readPdf } from "../../../../test/statements/read-pdf.ts";
import { runScheduledJobs } from "../../service/scheduled-jobs/run-scheduled-jobs.ts";
import { drawingOfStatements, endOfBuilding } from "./scheduled-job.ts";

let persons: ReadonlyMap<string, string> = new Map();
const service = useRestoredService(async () => {
  persons = await createPersons(service);
});
const path = "/restapi/firms/1002/statementruns";
const steps = [drawingOfStatements, endOfBuilding] as never[];
const asked = { reportType: "M", periodEnd: "2025-12-31" };

const as = (login: string, method: string, to: string, body?: unknown) =>
  send(service.app, method, to, body, { authorization: persons.get(login) ?? "" });
const swept = () => runScheduledJobs(testContext(service.db, service.now()), undefined, steps);

async function created(body: object = asked): Promise<string> {
  const response = await as("bursar.ops", "POST", path, body);
  expect(response.status, response.text).toBe(201);
  return String(response.headers.location).split("/").at(-1) ?? "";
}

const read = async (id: string) => (await as("bursar.ops", "GET", `${path}/${id}`)).body;
const moved = (login: string, id: string, runStatus: string) =>
  as(login, "PUT", `${path}/${id}`, { runStatus });
const codes = (response: { body: { problems?: { code: string }[] } }) =>
  JSON.stringify(response.body);

async function rowsOf(text: string) {
  return (await service.admin(text)).rows;
}

test("a run is drawn by the sweep, and released by another person", async () => {
  const id = await created();
  expect(await read(id)).toMatchObject({ runStatus: "BUILDING", drawn: "0" });
  await swept();
  const run = await read(id);
  expect(run).toMatchObject({
    runStatus: "REVIEW",
    reportType: "M",
    periodFrom: "2025-12-01",
    periodEnd: "2025-12-31",
    notClosing: [],
    createdBy: "bursar.ops",
    decidedBy: null,
  });
  expect(run.drawn).toBe(run.items);
  const ofRun = `select from document where run_oid = ${id}`;
  expect(await rowsOf(ofRun)).toEqual([]);
  const refused = await moved("bursar.ops", id, "RELEASED");
  expect([refused.status, codes(refused)]).toEqual([400, expect.stringContaining("person.rule")]);
  const released = await moved("bursar.desk", id, "RELEASED");
  expect(released.status, released.text).toBe(200);
  expect(await read(id)).toMatchObject({ runStatus: "RELEASED", decidedBy: "bursar.desk" });
  const documents = await rowsOf(
    `select subject, report_type, is_corrected, sha256 as hash,
      encode(content, 'base64') as content
    from document join document_content using (subject, document_oid)
    where run_oid = ${id} order by 1`,
  );
  expect(String(documents.length)).toBe(run.documents);
  expect(documents.map(({ subject }) => subject)).toContain("RA00000001");
  expect(await rowsOf(`select from drawn_document where run_oid = ${id}`)).toEqual([]);
  // The hash stands in the chain of the account, and listeners get the event.
  const entry = (await service.auditOf("RA00000001")).at(-1);
  expect(entry).toMatchObject({ operation: "updateStatementRun" });
  expect(JSON.stringify(entry?.detail)).toContain(documents[0].hash);
  expect((await service.eventsOf("RA00000001")).at(-1)?.type).toBe("document.available");
  const types = (await service.eventsOf("firm:1002")).map(({ type }) => type);
  expect(types.slice(-3)).toEqual([
    "statementrun.created",
    "statementrun.ready",
    "statementrun.released",
  ]);
  const { pages } = await readPdf(Buffer.from(documents[0].content, "base64"));
  expect(pages[0]?.texts).toContain("Harbor Advisory");
  expect(pages[0]?.texts).toContain("December 1 – 31, 2025");
});

test("a later run of the same period gives corrected documents, and the first ones stay", async () => {
  const ids: string[] = [];
  for (const isCorrected of [false, true]) {
    const id = await created();
    ids.push(id);
    await swept();
    expect((await moved("bursar.desk", id, "RELEASED")).status).toBe(200);
    const rows = await rowsOf(
      `select distinct is_corrected as "isCorrected" from document where run_oid = ${id}`,
    );
    expect(rows).toEqual([{ isCorrected }]);
  }
  const [{ count }] = await rowsOf(
    `select count(*) from document where subject = 'RA00000001' and run_oid in (${ids.join()})`,
  );
  expect(count).toBe("2");
  // A quarter that ends with the same month is another period.
  const quarter = await created({ ...asked, months: "3", accountNumbers: ["RA00000001"] });
  await swept();
  expect((await moved("bursar.desk", quarter, "RELEASED")).status).toBe(200);
  const list =
    "/restapi/members/ada.whitfield/downloads/statements?daterange=2025-12-31,2025-12-31";
  const { body } = await service.call("client", "GET", list);
  type Paper = Record<"accountNumber" | "reportId", string> & { isCorrected: boolean };
  const [ofQuarter, second, first] = (body as Paper[]).filter(
    ({ accountNumber }) => accountNumber === "RA00000001",
  );
  expect(ofQuarter).toMatchObject({ isCorrected: false, replacedBy: null });
  expect(second).toMatchObject({ isCorrected: true, replacedBy: null });
  expect(first).toMatchObject({ isCorrected: false, replacedBy: second?.reportId });
});

test("the next month opens with the closing on paper, whatever was booked since", async () => {
  const first = await created();
  await swept();
  await moved("bursar.desk", first, "RELEASED");
  const account = "RA00000001";
  const printed = await rowsOf(
    `select closing_value from statement_item where subject = '${account}' and run_oid = ${first}`,
  );
  const row = { folioNumber: `${account}01`, transactionType: "DEP", tradeDate: "2025-12-15" };
  const booked = await service.call(
    "operator",
    "POST",
    `/restapi/accounts/${account}/transactions`,
    { transactions: [{ ...row, amount: "123.45" }] },
  );
  expect(booked.status, booked.text).toBe(201);
  const next = await created({ ...asked, periodEnd: "2026-01-31", accountNumbers: [account] });
  await swept();
  expect(await read(next)).toMatchObject({ runStatus: "REVIEW", notClosing: [] });
  const [{ content }] = await rowsOf(
    `select encode(content, 'base64') as content from drawn_document where run_oid = ${next}`,
  );
  const { pages } = await readPdf(Buffer.from(content, "base64"));
  const texts = pages.flatMap((page) => page.texts);
  const opening = Number(printed[0].closing_value).toLocaleString("en-US", {
    minimumFractionDigits: 2,
  });
  expect(texts).toContain(opening);
  expect(texts).toContain("Corrections of earlier periods");
  expect(texts).toContain("123.45");
});

test("a value that the books do not have keeps the run from its release", async () => {
  const id = await created();
  await swept();
  await service.admin(
    `update statement_item set problems = '{"It does not close."}'
    where run_oid = ${id} and subject = 'RA00000001'`,
  );
  expect((await read(id)).notClosing).toEqual([
    { accountNumber: "RA00000001", problems: ["It does not close."] },
  ]);
  const refused = await moved("bursar.desk", id, "RELEASED");
  expect([refused.status, codes(refused)]).toEqual([400, expect.stringContaining("sums.rule")]);
});

test("a run is drawn again after another paper of its accounts has gone out", async () => {
  const at = service.now();
  const december = await created();
  const again = await created();
  const january = await created({ ...asked, periodEnd: "2026-01-31" });
  const reports = await created({ reportType: "R", periodEnd: "2025-12-31" });
  await swept();
  service.setNow(new Date(+at + 1_000).toISOString());
  expect((await moved("bursar.desk", december, "RELEASED")).status).toBe(200);
  for (const overtaken of [again, january]) {
    const refused = await moved("bursar.desk", overtaken, "RELEASED");
    expect([refused.status, codes(refused)]).toEqual([400, expect.stringContaining("stale.rule")]);
    expect((await moved("bursar.desk", overtaken, "DISCARDED")).status).toBe(200);
  }
  expect((await moved("bursar.desk", reports, "RELEASED")).status).toBe(200);
  const anew = await created({ ...asked, periodEnd: "2026-01-31" });
  await swept();
  expect((await moved("bursar.desk", anew, "RELEASED")).status).toBe(200);
  service.setNow(at.toISOString());
});

test("what is discarded goes, and may be drawn again", async () => {
  const id = await created();
  await swept();
  expect((await moved("bursar.ops", id, "DISCARDED")).status).toBe(200);
  expect(await rowsOf(`select from drawn_document where run_oid = ${id}`)).toEqual([]);
  const again = await moved("bursar.desk", id, "RELEASED");
  expect([again.status, codes(again)]).toEqual([400, expect.stringContaining("status.rule")]);
  expect(await created()).not.toBe(id);
});

test("however often and by how many it is drawn: each account once, the same bytes", async () => {
  const id = await created();
  const hashes = `select subject, sha256 as hash from drawn_document
    where run_oid = ${id} order by 1`;
  await Promise.all([swept(), swept(), swept()]);
  const drawn = await rowsOf(hashes);
  expect((await read(id)).runStatus).toBe("REVIEW");
  expect(new Set(drawn.map(({ subject }) => subject)).size).toBe(drawn.length);
  // As if the process had been killed half way.
  await service.admin(
    `delete from drawn_document where run_oid = ${id} and subject > 'RA00000003'`,
  );
  await service.admin(
    `update statement_item set is_drawn = false, document_oid = null
    where run_oid = ${id} and subject > 'RA00000003'`,
  );
  await service.admin(`update statement_run set run_status = 'BUILDING' where run_oid = ${id}`);
  await swept();
  expect(await rowsOf(hashes)).toEqual(drawn);
});

test("of two who release at once one does", async () => {
  const id = await created();
  await swept();
  const both = await Promise.all([
    moved("bursar.desk", id, "RELEASED"),
    moved("bursar.desk", id, "RELEASED"),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test("a key that is bound to nobody releases nothing by naming a person", async () => {
  const response = await service.call("operator", "POST", path, asked);
  const id = String(response.headers.location).split("/").at(-1) ?? "";
  await swept();
  const refused = await service.signed("operator", "PUT", `${path}/${id}`, {
    body: { runStatus: "RELEASED" },
    members: { FOLIOWS_MEMBER_ID: "bursar.desk" },
  });
  expect([refused.status, codes(refused)]).toEqual([403, expect.stringContaining("person.rule")]);
  expect((await moved("bursar.desk", id, "RELEASED")).status).toBe(200);
});

test("a sandbox draws a run, and releases it as the second person", async () => {
  const steps = (await created()).replace(/^/, "/restapi/simulation/firms/1002/statementruns/");
  const id = steps.split("/").at(-1) ?? "";
  for (const runStatus of ["REVIEW", "RELEASED"]) {
    expect((await as("bursar.ops", "POST", `${steps}/steps`, {})).status).toBe(201);
    expect((await read(id)).runStatus).toBe(runStatus);
  }
  const ended = await as("bursar.ops", "POST", `${steps}/steps`, {});
  expect([ended.status, codes(ended)]).toEqual([400, expect.stringContaining("status.rule")]);
  expect((await read(id)).decidedBy).toBe("sandbox.second");
});

test.each([
  ["no end of a month", { ...asked, periodEnd: "2025-12-30" }, "period.rule"],
  ["a month that is not over", { ...asked, periodEnd: "2026-03-31" }, "period.rule"],
  ["an account of another firm", { ...asked, accountNumbers: ["RB00000001"] }, "account.rule"],
  ["statements of households", { ...asked, households: true }, "account.rule"],
])("refused: %s", async (_, body, code) => {
  const response = await as("bursar.ops", "POST", path, body);
  expect([response.status, codes(response)]).toEqual([400, expect.stringContaining(code)]);
});

test("refused where closes end before the period", async () => {
  await service.admin("delete from security_price where priced_on > '2025-12-01'");
  const response = await as("bursar.ops", "POST", path, asked);
  expect([response.status, codes(response)]).toEqual([400, expect.stringContaining("books.rule")]);
});

test("a dry run changes nothing, and a repeat creates nothing twice", async () => {
  const headers = { authorization: persons.get("bursar.ops") ?? "" };
  const dry = await send(service.app, "POST", path, asked, { ...headers, "x-dry-run": "true" });
  expect(dry.status).toBe(200);
  const count = "select count(*) from statement_run where firm_oid = 1002";
  const [before] = await rowsOf(count);
  const once = { ...headers, "idempotency-key": "statements-of-december" };
  const first = await send(service.app, "POST", path, asked, once);
  const second = await send(service.app, "POST", path, asked, once);
  expect(second.headers.location).toBe(first.headers.location);
  const [after] = await rowsOf(count);
  expect(Number(after.count)).toBe(Number(before.count) + 1);
});

test("a firm has no statements drawn, and nobody releases any without a name", async () => {
  expect((await service.call(null, "POST", path, asked)).status).toBe(401);
  expect((await service.call("adviser", "POST", path, asked)).status).toBe(403);
  expect((await service.call("otherAdviser", "GET", path)).status).toBe(403);
  expect((await service.call("client", "GET", path)).status).toBe(403);
  const created = await service.call("operator", "POST", path, asked);
  expect(created.status).toBe(201);
  await swept();
  const { createdBy } = (await service.call("operator", "GET", String(created.headers.location)))
    .body;
  expect(createdBy).toBe("api-user:5004");
  // Nobody has decided where the key names no person.
  const to = String(created.headers.location);
  const released = await service.call("operator", "PUT", to, { runStatus: "RELEASED" });
  expect(codes(released)).toContain("person.rule");
  const absent = await service.call("operator", "GET", `${path}/999`);
  expect(absent.status).toBe(404);
});

test("a firm sees its runs of reports, and none of statements", async () => {
  const statements = await created();
  const reports = await created({ reportType: "R", periodEnd: "2025-12-31" });
  const seen = (runs: { runOid: string }[]) => runs.map(({ runOid }) => runOid);
  expect(seen((await as("bursar.ops", "GET", path)).body)).toEqual(
    expect.arrayContaining([statements, reports]),
  );
  const own = seen((await service.call("adviser", "GET", path)).body);
  expect(own).toContain(reports);
  expect(own).not.toContain(statements);
  expect((await service.call("adviser", "GET", `${path}/${reports}`)).status).toBe(200);
  expect((await service.call("adviser", "GET", `${path}/${statements}`)).status).toBe(404);
});

test("the run of another firm is no place behind which a list goes on", async () => {
  const id = await created();
  service.setNow("2026-03-01T15:10:00Z");
  const own = await created();
  const behind = async () => (await as("bursar.ops", "GET", `${path}?after=${id}`)).body;
  expect(await behind()).toContainEqual(expect.objectContaining({ runOid: own }));
  await service.admin("update statement_run set firm_oid = 1001 where run_oid = $1", [id]);
  expect(await behind()).toEqual([]);
});

test("ten drawings are looked at before a release, for everybody the same ones", async () => {
  const id = await created();
  const drawings = `${path}/${id}/drawings`;
  const early = await as("bursar.ops", "GET", drawings);
  expect([early.status, codes(early)]).toEqual([400, expect.stringContaining("status.rule")]);
  await swept();
  // As if there were a dozen more accounts.
  const { fields } = await service.admin("select * from drawn_document limit 0");
  const others = { subject: "'RA1' || lpad(n::text, 7, '0')", document_oid: "900 + n" } as Record<
    string,
    string
  >;
  const values = fields.map(({ name }: { name: string }) => others[name] ?? name);
  await service.admin(`insert into drawn_document select ${values.join()}
    from (select * from drawn_document where run_oid = ${id} limit 1) as one, generate_series(1, 12) as n`);
  const all = await rowsOf(`select document_oid::text as oid, subject, sha256
    from drawn_document where run_oid = ${id} order by subject`);
  expect(all.length).toBeGreaterThan(10);
  const listed = await as("bursar.ops", "GET", drawings);
  expect(listed.status, listed.text).toBe(200);
  const hash = ({ oid }: { oid: string }) =>
    createHash("sha256").update(`${id} ${oid}`).digest("hex");
  const chosen = all.toSorted((one, other) => (hash(one) < hash(other) ? -1 : 1)).slice(0, 10);
  const oidsOf = (body: { documentOid: string }[]) => body.map(({ documentOid }) => documentOid);
  expect(oidsOf(listed.body as never)).toEqual(chosen.map(({ oid }) => oid));
  expect((await as("bursar.desk", "GET", `${drawings}?limit=10`)).body).toEqual(listed.body);
  const one = all.find(({ subject }) => subject === "RA00000001");
  const named = await as("bursar.ops", "GET", `${drawings}?accountnumber=${one.subject}`);
  expect(named.body).toMatchObject([
    { documentOid: one.oid, accountNumber: one.subject, reportType: "M", sha256: one.sha256 },
  ]);
  const headers = { authorization: persons.get("bursar.ops") ?? "" };
  const url = `${drawings}/${one.oid}`;
  const response = await service.app.inject({ method: "GET", url, headers });
  expect(response.headers["content-type"]).toBe("application/pdf");
  expect(createHash("sha256").update(response.rawPayload).digest("hex")).toBe(one.sha256);
  // Neither what is not drawn nor what another run has drawn.
  for (const oid of ["999999", "4811", "x"]) {
    const absent = await as("bursar.ops", "GET", `${drawings}/${oid}`);
    expect([absent.status, codes(absent)]).toEqual([404, expect.stringContaining("document.not")]);
  }
  expect((await as("bursar.ops", "GET", `${path}/999999/drawings`)).status).toBe(404);
  expect((await moved("bursar.desk", id, "RELEASED")).status).toBe(200);
  for (const to of [drawings, url]) {
    const late = await as("bursar.ops", "GET", to);
    expect([late.status, codes(late)]).toEqual([400, expect.stringContaining("status.rule")]);
  }
});

test("a firm looks at its own performance reports, and nobody else at any drawing", async () => {
  const id = await created();
  await swept();
  const [{ oid }] = await rowsOf(
    `select document_oid::text as oid from drawn_document where run_oid = ${id} limit 1`,
  );
  const statements = `${path}/${id}/drawings`;
  const reports = `${path}/4801/drawings`;
  for (const to of [statements, `${statements}/${oid}`, reports, `${reports}/4811`]) {
    const isReport = to.startsWith(reports);
    expect((await service.call(null, "GET", to)).status, to).toBe(401);
    for (const caller of ["otherAdviser", "issuer", "client"] as const) {
      expect((await service.call(caller, "GET", to)).status, `${caller} ${to}`).toBe(403);
    }
    expect((await service.call("adviser", "GET", to)).status, to).toBe(isReport ? 200 : 403);
    expect((await service.call("operator", "GET", to)).status, to).toBe(200);
  }
});

test("the newest run is listed first, and pages go on behind the last", async () => {
  service.setNow("2026-03-02T15:10:00Z");
  const ids = [await created()];
  service.setNow("2026-03-02T15:20:00Z");
  ids.push(await created());
  const first = await as("bursar.ops", "GET", `${path}?limit=1`);
  expect(first.body.map(({ runOid }: { runOid: string }) => runOid)).toEqual([ids[1]]);
  expect(first.headers.link).toContain(`after=${ids[1]}`);
  const next = await as("bursar.ops", "GET", `${path}?limit=1&after=${ids[1]}`);
  expect(next.body[0].runOid).toBe(ids[0]);
});
