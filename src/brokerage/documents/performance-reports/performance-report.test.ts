// Performance reports over HTTP, and in runs of accounts and households.
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import { send } from "../../../../test/harness.ts";
import { useRestoredService } from "../../../../test/kept-service.ts";
import { createPersons } from "../../../../test/operators-persons.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { readPdf, rolesIn } from "../../../../test/statements/read-pdf.ts";
import type { Database } from "../../../platform/store/db.ts";
import { openBookingSources } from "../../books/account-books/reads.ts";
import { householdOnPaper } from "../../clients-and-accounts/households/reads.ts";
import { runScheduledJobs } from "../../service/scheduled-jobs/run-scheduled-jobs.ts";
import { drawStatement } from "../statement-runs/draw-statement.ts";
import { selectItemsToDraw } from "../statement-runs/queries.ts";
import { drawingOfStatements, endOfBuilding } from "../statement-runs/scheduled-job.ts";
import { readReport } from "./read-report.ts";

let persons: ReadonlyMap<string, string> = new Map();
const service = useRestoredService(async () => {
  persons = await createPersons(service);
});
const path = "/restapi/accounts/RA00000001/performance/report";
const read = (query = "") => service.call("adviser", "GET", `${path}?${query}`);

/** The bytes of the paper. */
async function paper(query = ""): Promise<Buffer> {
  const response = await service.app.inject({
    method: "GET",
    url: `${path}?format=pdf${query}`,
    headers: { host: "bursar.test", authorization: `Bearer ${service.keys.adviser.token}` },
  });
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/pdf"]);
  return response.rawPayload;
}

test("it ends with the last month that is over, and says what the periods say", async () => {
  const { status, body } = await read("benchmark=security:601");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    of: "ACCOUNT",
    identifier: "RA00000001",
    to: "2026-02-28",
    asOf: "2026-02-27",
    owners: ["Ada Whitfield"],
    benchmarks: [{ identifier: "security:601", name: "Acme Corporation (price return)" }],
  });
  const periods = await service.call(
    "adviser",
    "GET",
    "/restapi/accounts/RA00000001/performance/periods?asof=2026-02-28&benchmark=security:601",
  );
  const own = periods.body.periods.find(({ period }: { period: string }) => period === "1Y");
  expect(body.periods.find(({ label }: { label: string }) => label === "1 year")).toEqual({
    label: "1 year",
    from: own.startDate.slice(0, 10),
    net: own.net.timeWeightedReturn,
    gross: own.gross.timeWeightedReturn,
    isYearly: false,
    benchmarks: [own.gross.benchmark?.timeWeightedReturn ?? null],
  });
  const years = body.years.map(({ year }: { year: string }) => year);
  expect(years).toEqual(years.toSorted().toReversed());
});

test("amounts of a year close: opening, flows and change make the closing value", async () => {
  const { body } = await read();
  const cents = (text: string) => Math.round(Number(text) * 100);
  const known = body.years.filter(({ closing }: { closing: string | null }) => closing !== null);
  expect(known.length).toBeGreaterThan(0);
  for (const { opening, netFlows, change, closing } of known) {
    expect(cents(opening) + cents(netFlows) + cents(change)).toBe(cents(closing));
  }
  const sum = body.allocation.reduce(
    (all: number, each: { value: string }) => all + cents(each.value),
    0,
  );
  expect(sum).toBe(cents(body.value));
});

test("the paper shows net before gross in one size, tables as tables, and its words", async () => {
  const bytes = await paper("&benchmark=security:601,security:602");
  const { pages } = await readPdf(bytes);
  const texts = pages.flatMap(({ texts: ofPage }) => ofPage);
  expect(texts).toContain("Performance report");
  expect(texts).toContain("Net contributions");
  expect(texts.join(" ")).toContain("(price return)");
  expect(texts.join(" ")).toContain("Nobody can invest in an index.");
  const { placed = [] } = pages[0] ?? {};
  const net = placed.find(({ text }) => text === "Net of fees");
  const gross = placed.find(({ text }) => text === "Gross of fees");
  expect(net?.x).toBeLessThan(gross?.x ?? 0);
  expect(net?.y).toBe(gross?.y);
  expect([...rolesIn(pages[0]?.tree ?? {})]).toEqual(expect.arrayContaining(["H1", "Table", "TH"]));
  expect((await paper("&to=2025-12-31")).equals(await paper("&to=2025-12-31"))).toBe(true);
});

test.each([
  ["to=2026-02-27", "invalid.to"],
  ["to=2026-03-31", "invalid.to"],
  ["to=yesterday", "invalid.to"],
  ["format=html", "invalid.format"],
  ["benchmark=a,b,c", "invalid.benchmark"],
])("refused: %s", async (query, code) => {
  const response = await service.call("adviser", "GET", `${path}?${query}`);
  expect([response.status, JSON.stringify(response.body)]).toEqual([
    400,
    expect.stringContaining(code),
  ]);
});

test("others do not see it", async () => {
  expect((await service.call(null, "GET", path)).status).toBe(401);
  expect((await service.call("otherAdviser", "GET", path)).status).toBe(403);
});

const as = (login: string, method: string, to: string, body?: unknown) =>
  send(service.app, method, to, body, { authorization: persons.get(login) ?? "" });
const ofRun = "/restapi/firms/1002/statementruns";
const household = "61" as Id;
const to = "2026-01-31" as Day;

test("a household's report begins once it had no account that has left it", async () => {
  await service.admin(
    "insert into household_account values ('RA00000003', $1, '2019-07-01', '2025-06-30')",
    [household],
  );
  const found = await householdOnPaper(service.db, household, to);
  if (found === undefined) throw new Error("the sample has it");
  expect(found.accountsOn).toEqual(["RA00000001", "RA00000002"]);
  const ctx = testContext(service.db);
  const wanted = { subject: { household: found }, to, benchmarks: [] };
  const report = await readReport(ctx, await openBookingSources(service.db, ctx), wanted);
  expect(report?.years.map(({ year }) => year)).toEqual(["2026", "2025"]);
  expect(report?.growth[0]?.on).toBe("2025-07-31");
});

test("a household's report is of the accounts that it was drawn with", async () => {
  const body = { reportType: "R", periodEnd: to, households: true };
  const run = String((await as("bursar.ops", "POST", ofRun, body)).headers.location);
  const item = (await selectItemsToDraw(service.db, 10)).find(
    ({ householdOid }) => householdOid === household,
  );
  if (item === undefined) throw new Error("it is to be drawn");
  // An account leaves as soon as the household is read.
  const rows: Database["rows"] = async (statement) => {
    const found = await service.db.rows(statement);
    if (JSON.stringify(found).includes('"householdOid":"61"')) {
      await service.admin(
        "update household_account set to_on = '2025-12-31' where account_number = 'RA00000002'",
      );
    }
    return found;
  };
  const db = new Proxy(service.db, {
    get: (store, key) => (key === "rows" ? rows : Reflect.get(store, key, store)),
  });
  expect(await drawStatement({ ...testContext(service.db), db }, item)).toBe(true);
  await runScheduledJobs(testContext(service.db), undefined, [
    drawingOfStatements,
    endOfBuilding,
  ] as never[]);
  expect((await as("bursar.desk", "PUT", run, { runStatus: "RELEASED" })).status).toBe(200);
  const { rows: documents } = await service.admin(
    "select accounts_shown as shown from document where household_oid = $1 and run_oid = $2",
    [household, item.runOid],
  );
  expect(documents).toEqual([{ shown: ["RA00000001", "RA00000002"] }]);
  const left = await householdOnPaper(service.db, household, to);
  expect(left?.accountsOn).toEqual(["RA00000001"]);
});

test("a run draws reports of accounts, and one for each household with the accounts in it", async () => {
  for (const households of [false, true]) {
    const body = { reportType: "R", periodEnd: "2026-01-31", households };
    const response = await as("bursar.ops", "POST", ofRun, body);
    expect(response.status, response.text).toBe(201);
    const run = String(response.headers.location);
    const id = run.split("/").at(-1);
    await runScheduledJobs(testContext(service.db), undefined, [
      drawingOfStatements,
      endOfBuilding,
    ] as never[]);
    const released = await as("bursar.desk", "PUT", run, { runStatus: "RELEASED" });
    expect(released.status, released.text).toBe(200);
    const { rows } = await service.admin(
      `select subject, household_oid, accounts_shown, report_type from document
      where run_oid = ${id} order by subject, household_oid`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { subject, household_oid: household, accounts_shown: shown } of rows) {
      expect(String(subject).startsWith("firm:")).toBe(households);
      expect(household !== null && shown.length > 0).toBe(households);
    }
  }
});
