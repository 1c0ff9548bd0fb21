// Prepared imports over HTTP: a firm prepares one, the operator releases it, and nobody else sees it.

import type { Decimal } from "@bursar/values/decimal";
import { expect, test } from "vitest";
import { send } from "../../../../test/harness.ts";
import { useRestoredService } from "../../../../test/kept-service.ts";
import { createKeysOf, createPersons } from "../../../../test/operators-persons.ts";
import { type CallerName, testContext } from "../../../../test/sample-template.ts";
import { runScheduledJobs } from "../scheduled-jobs/run-scheduled-jobs.ts";
import { selectAllPrepared } from "./queries.ts";
import {
  mostBytes,
  mostLines,
  mostUndecided,
  problemsWithLines,
  problemsWithQuota,
  problemsWithReleaser,
  problemsWithSizes,
} from "./rules.ts";
import { expiryOfImports } from "./scheduled-job.ts";

let persons: ReadonlyMap<string, string> = new Map();
const service = useRestoredService(async () => {
  const ofHarbor = await createKeysOf(service, "5001", ["harbor.lin"]);
  persons = new Map([...(await createPersons(service)), ...ofHarbor]);
});

const path = "/restapi/firms/1002/imports";
const as = (login: string, method: string, to: string, body?: unknown) =>
  send(service.app, method, to, body, { authorization: persons.get(login) ?? "" });
const file = (name: string, lines: readonly string[]) => ({
  name,
  content: Buffer.from(lines.join("\r\n")).toString("base64"),
});
const rowsOf = async (text: string) => (await service.admin(text)).rows;
const filesKept = async (id: string) =>
  (await rowsOf(`select from prepared_import_file where import_id = ${id}`)).length;

const heading = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"';
const history = file("transactions-july.csv", [
  '"Transactions  for account 1111-2222 as of 08/20/2025 10:00:00 ET"',
  heading,
  '"07/20/2025","Buy","ZZTOP","ZZ TOP CORP","10","$20.00","","-$200.00"',
  '"07/02/2025","Fee Of Ours","","","","","","-$5.00"',
  '"07/01/2025","MoneyLink Transfer","","Tfr BANK","","","","$1,000.00"',
  '"Transactions Total","","","","","","",""',
]);
const positions = file("positions-july.csv", [
  '"Positions for account 1111-2222 as of 04:00 PM ET, 2025/07/31"',
  '"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis","Security Type"',
  '"ZZTOP","ZZ TOP CORP","11","$21.00","$231.00","$200.00","Equity"',
  '"Cash & Cash Investments","--","--","--","$795.00","--","Cash and Money Market"',
]);
const account = {
  custodianAccount: "1111-2222",
  accountName: "Everyday",
  accountType: "I",
  firstName: "Ann",
  lastName: "Arriving",
  dateOfBirth: "1971-04-09",
};
const feeAnswer = { about: "action", word: "Fee Of Ours", answer: "FEE" };

async function prepared(login = "harbor.lin", body: object = {}): Promise<string> {
  const asked = { profile: "schwab", files: [history, positions], ...body };
  const answer = await as(login, "POST", path, asked);
  expect(answer.status, answer.text).toBe(201);
  return String(answer.headers.location).split("/").at(-1) ?? "";
}
const read = async (id: string) => (await as("harbor.lin", "GET", `${path}/${id}`)).body;
/** Decides on an import, a release as it stands. */
async function decided(login: string, id: string, importStatus: string) {
  const { digest } = await read(id);
  const sent = importStatus === "RELEASED" ? { importStatus, digest } : { importStatus };
  return as(login, "PUT", `${path}/${id}/status`, sent);
}

test("a firm prepares and answers, the operator releases, and new clients are still to be verified", async () => {
  const id = await prepared();
  const open = await read(id);
  expect(open).toMatchObject({
    importStatus: "OPEN",
    preparedBy: "harbor.lin",
    counts: { questions: "2" },
    questions: [{ about: "action", word: "Fee Of Ours", line: "4" }, { about: "account" }],
    openAccounts: [{ custodianAccount: "1111-2222" }],
    filesRead: [
      { name: "positions-july.csv", positions: "1", balances: "1" },
      { name: "transactions-july.csv", transactions: "2" },
    ],
  });
  expect((await decided("bursar.ops", id, "RELEASED")).text).toContain("import.status.rule");

  const answered = { answers: [feeAnswer], accounts: [account] };
  expect((await as("harbor.lin", "PUT", `${path}/${id}`, answered)).status).toBe(200);
  const ready = await read(id);
  expect(ready).toMatchObject({
    importStatus: "READY",
    counts: { transactions: "3", accounts: "1", clients: "1", securities: "1", breaks: "1" },
    newSecurities: [{ ticker: "ZZTOP", instrumentType: "EQ", quotationFactor: "1" }],
    newCloses: [{ ticker: "ZZTOP", date: "2025-07-31" }],
    breaks: [{ kind: "shares", ticker: "ZZTOP", custodian: "11.00000", books: "10.00000" }],
    links: [
      {
        custodianAccount: "1111-2222",
        accountNumber: null,
        owners: [{ lastName: "Arriving", dateOfBirth: "1971-04-09", matchedBy: "new" }],
      },
    ],
    problems: [],
  });
  const imported = "select from member where last_name = 'Arriving'";
  expect(await rowsOf(imported)).toEqual([]);

  expect((await decided("harbor.lin", id, "RELEASED")).status).toBe(403);
  const released = await decided("bursar.ops", id, "RELEASED");
  expect(released.status, released.text).toBe(200);
  const done = await read(id);
  expect(done).toMatchObject({ importStatus: "RELEASED", decidedBy: "bursar.ops" });
  expect(
    await rowsOf(`select m.cip_status, i.import_id::text from member as m, custodian_import as i
      where last_name = 'Arriving' and i.import_id = ${done.loadId}`),
  ).toEqual([{ cip_status: "PENDING_NEW", import_id: done.loadId }]);
  const breaks = "from reconciliation_break where reconciled_on = '2025-07-31'";
  expect(await rowsOf(`select kind ${breaks}`)).toEqual([{ kind: "shares" }]);
  // They are kept in the transaction that books it. A cluster has no such number of a row.
  if (!service.db.isDistributed) {
    const ofImport = `from custodian_import where import_id = ${done.loadId}`;
    expect(await rowsOf(`select xmin::text ${breaks}`)).toEqual(
      await rowsOf(`select xmin::text ${ofImport}`),
    );
  }
  expect(await filesKept(id)).toBe(0);
  // Counts and names of files stay; what was said of clients goes.
  expect(done).toMatchObject({ counts: ready.counts, answers: [], accounts: [] });
  expect(
    await rowsOf("select from prepared_import where prepared_import::text ~ 'Arriving|ZZTOP'"),
  ).toEqual([]);
  const [entry] = (await service.auditOf("firm:1002")).slice(-1);
  expect(entry?.detail.after).toMatchObject({
    imports: [{ preparedImport: id, preparedBy: "harbor.lin", answers: "2" }],
  });
  expect(JSON.stringify(await service.auditOf("firm:1002"))).not.toMatch(/july\.csv|Fee Of Ours/);
  expect((await decided("bursar.ops", id, "DISCARDED")).text).toContain("import.status.rule");

  // The same files again bring nothing; the answers are remembered.
  const again = await prepared();
  expect(await read(again)).toMatchObject({
    importStatus: "READY",
    counts: { knownRows: "3" },
    links: [{ accountNumber: expect.stringMatching(/^R/), owners: [] }],
  });
  expect((await decided("bursar.desk", again, "RELEASED")).status).toBe(200);
  expect(await read(again)).toMatchObject({ importStatus: "RELEASED", loadId: null });
});

test("a key that is bound to nobody releases nothing of a firm; the operator imports alone", async () => {
  const body = { answers: [feeAnswer], accounts: [{ ...account, lastName: "Alone" }] };
  const ofFirm = await prepared("harbor.lin", body);
  const releaseOf = async (id: string) => ({
    importStatus: "RELEASED",
    digest: (await read(id)).digest,
  });
  const shared = await service.signed("operator", "PUT", `${path}/${ofFirm}/status`, {
    body: await releaseOf(ofFirm),
    members: { FOLIOWS_MEMBER_ID: "bursar.desk" },
  });
  expect([shared.status, shared.text]).toEqual([403, expect.stringContaining("person.rule")]);
  const own = await prepared("bursar.ops", body);
  const headers = { "Idempotency-Key": "once" };
  const reviewed = await releaseOf(own);
  const release = () => service.call("operator", "PUT", `${path}/${own}/status`, reviewed, headers);
  expect((await release()).status).toBe(200);
  expect((await release()).headers["idempotency-replayed"]).toBe("true");
  expect(await rowsOf("select cip_status from member where last_name = 'Alone'")).toEqual([
    { cip_status: "PASSED" },
  ]);
});

test("what has changed since the check is not released", async () => {
  const body = { answers: [feeAnswer], accounts: [account] };
  const id = await prepared("harbor.lin", body);
  await service.admin(`update prepared_import set accounts = '[]' where import_id = ${id}`);
  const refused = await decided("bursar.ops", id, "RELEASED");
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("content.rule")]);
  // A file that was altered past the service is refused by the store.
  await expect(
    service.admin(`update prepared_import_file set content = 'x' where import_id = ${id}`),
  ).rejects.toThrow("prepared_import_file_content");
  const kept = `update prepared_import set import_status = 'DISCARDED', decided_at = checked_at,
    answers = '[{}]' where import_id = ${id}`;
  await expect(service.admin(kept)).rejects.toThrow("prepared_import_cleared");
});

test("only what was reviewed is released", async () => {
  const body = { answers: [feeAnswer], accounts: [account] };
  const id = await prepared("harbor.lin", body);
  const release = (digest?: string) =>
    as("bursar.ops", "PUT", `${path}/${id}/status`, { importStatus: "RELEASED", digest });
  expect((await release()).text).toContain("reviewed.rule");
  const { digest: reviewed } = await read(id);
  // The clock stands still: the same instant does not make it the same import.
  const other = { accounts: [{ ...account, lastName: "Another" }] };
  expect((await as("harbor.lin", "PUT", `${path}/${id}`, other)).status).toBe(200);
  const refused = await release(reviewed);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("reviewed.rule")]);

  // A factor that was answered meanwhile makes something else of the same files.
  const { digest } = await read(id);
  await service.admin(`insert into import_answer values
    (1002, 'schwab', 'quotationFactor', 'ZZTOP', '0.01')`);
  const changed = await release(digest);
  expect([changed.status, changed.text]).toEqual([400, expect.stringContaining("content.rule")]);
  await service.admin("delete from import_answer where about = 'quotationFactor'");
  expect(await rowsOf("select from member where last_name = 'Another'")).toEqual([]);
  expect((await release(digest)).status).toBe(200);
});

test("nobody completes what another firm has prepared, nor releases what he has completed", async () => {
  const replaced = { files: [history] };
  const ofFirm = await prepared();
  const ofOperator = await prepared("bursar.ops");
  for (const [login, id] of [
    ["bursar.desk", ofFirm],
    ["harbor.lin", ofOperator],
  ] as const) {
    const refused = await as(login, "PUT", `${path}/${id}`, replaced);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("preparer.rule")]);
  }
  expect((await as("bursar.desk", "PUT", `${path}/${ofOperator}`, replaced)).status).toBe(200);
  expect(await read(ofOperator)).toMatchObject({ completedBy: ["bursar.desk"] });
  const by = { isByOperator: false, preparedBy: "a", completedBy: ["b"] };
  const judged = (person: string) =>
    problemsWithReleaser(by, (before) => before.includes(person)).length;
  expect([judged("a"), judged("b"), judged("c")]).toEqual([1, 1, 0]);
});

test("a file of accounts among the others is read as accounts, whole or not at all", async () => {
  const accounts = (...lines: string[]) => file("accounts.csv", lines);
  const files = [history, positions, accounts("Account,Owner", "1111-2222,Ann")];
  const refused = await as("harbor.lin", "POST", path, { profile: "schwab", files });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("accounts.rule")]);
  const columns = "custodianAccount,accountType,firstName,lastName";
  const id = await prepared("harbor.lin", {
    answers: [feeAnswer],
    files: [history, positions, accounts(columns, "1111-2222,I,Ann,Bycsv")],
  });
  expect(await read(id)).toMatchObject({
    importStatus: "READY",
    links: [{ owners: [{ lastName: "Bycsv" }] }],
    filesRead: [{ name: "positions-july.csv" }, { name: "transactions-july.csv" }],
  });
  const complete = (...lines: string[]) =>
    as("harbor.lin", "PUT", `${path}/${id}`, { files: [accounts(columns, ...lines)] });
  expect((await complete(`1111-2222,I,Ann,${"x".repeat(201)}`)).text).toContain("accounts.rule");
  expect((await complete("1111-2222,Z9,Ann,Other")).status).toBe(200);
  expect(await read(id)).toMatchObject({
    importStatus: "OPEN",
    problems: [{ file: "accounts.csv", line: "2", column: "accountType", value: null }],
  });
});

test("files of a firm mean no security that it does not see, and those of the operator do", async () => {
  await service.load({
    "securities.csv":
      "securityId,ticker,cusip,name,instrumentType,issuingFirmOid\n" +
      "690,UNSEEN,99908X105,Unseen Notes,PR,1004\n",
  });
  const bought = file("transactions.csv", [
    '"Transactions  for account 1111-2222 as of 08/20/2025 10:00:00 ET"',
    heading,
    '"07/21/2025","Buy","UNSEEN","SOMETHING ELSE","10","$20.00","","-$200.00"',
    '"07/20/2025","Buy","ZZNOTE","UNSEEN NOTES","10","$20.00","","-$200.00"',
    '"Transactions Total","","","","","","",""',
  ]);
  const asked = {
    files: [bought],
    answers: [{ about: "security", word: "ZZNOTE", answer: "690" }],
    accounts: [account],
  };
  const byFirm = await read(await prepared("harbor.lin", asked));
  expect(byFirm).toMatchObject({ importStatus: "READY", counts: { securities: "2" } });
  expect(JSON.stringify(byFirm)).not.toMatch(/99908X105|Unseen Notes/);
  const byOperator = await read(await prepared("bursar.ops", asked));
  expect(byOperator).toMatchObject({ importStatus: "READY", counts: { securities: "0" } });
});

test("files that are unsound are refused together, and nothing is kept", async () => {
  const files = [history, history, { name: "a/b.csv", content: "?" }];
  const refused = await as("harbor.lin", "POST", path, { profile: "swab", files });
  expect(refused.status).toBe(400);
  for (const part of ["import.profile.rule", "import.files.rule", "files[2].name"]) {
    expect(refused.text).toContain(part);
  }
  expect(await rowsOf("select from prepared_import")).toHaveLength(1);
  const lines = (count: number, end: string) => Buffer.from(end.repeat(count));
  expect(problemsWithLines([lines(mostLines - 1, "\r\n"), lines(1, "<")])).toEqual([]);
  expect(problemsWithLines([lines(mostLines, "\r"), lines(1, "<")])).toHaveLength(1);
  expect(problemsWithSizes([mostBytes])).toEqual([]);
  expect(problemsWithSizes([mostBytes, 1])).toHaveLength(1);
  expect(problemsWithSizes([])).toHaveLength(1);
  const { imports, bytes } = mostUndecided;
  const wait = (waiting: number, size: number) =>
    problemsWithQuota({ imports: waiting, bytes: size }, [1, 2]).length;
  expect([wait(imports - 1, bytes - 3), wait(imports, 0), wait(0, bytes - 2)]).toEqual([0, 1, 1]);
});

test("two at once do not exceed what may wait of a firm; what completes an import counts", async () => {
  const id = await prepared();
  await service.admin(`insert into prepared_import
    select (jsonb_populate_record(waits, jsonb_build_object('import_id', waits.import_id - number))).*
    from prepared_import as waits, generate_series(1, 19 - (select count(*)::int from prepared_import
      where import_status in ('OPEN', 'READY'))) as number where waits.import_id = ${id}`);
  const asked = () => as("harbor.lin", "POST", path, { profile: "schwab", files: [history] });
  const answers = await Promise.all([asked(), asked()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  expect(answers.find(({ status }) => status === 400)?.text).toContain("import.many.rule");

  await service.admin(`insert into prepared_import_file
    select import_id, 'large.csv', content, sha256(content)
    from prepared_import, lateral (select convert_to(repeat('x', 10000000), 'UTF8') as content) as made
    where import_id < ${id} order by import_id desc limit 7`);
  const completed = await as("harbor.lin", "PUT", `${path}/${id}`, { files: [history] });
  expect([completed.status, completed.text]).toEqual([400, expect.stringContaining("many.rule")]);
});

test("an import without a decision expires 30 days after it was prepared, with its files", async () => {
  const id = await prepared();
  await service.admin("update prepared_import set checked_at = checked_at + interval '20 days'");
  const swept = (days: number) => {
    const later = new Date(service.now().getTime() + days * 86_400_000);
    return runScheduledJobs(testContext(service.db, later), undefined, [
      expiryOfImports,
    ] as never[]);
  };
  await swept(29);
  expect([(await read(id)).importStatus, await filesKept(id)]).toEqual(["OPEN", 2]);
  await swept(31);
  expect([(await read(id)).importStatus, await filesKept(id)]).toEqual(["EXPIRED", 0]);
});

test("anonymous callers, clients and other firms see none and change none", async () => {
  const id = await prepared();
  const callers: (CallerName | null)[] = ["otherAdviser", "client", "issuer", null];
  const requests = [
    ["GET", path, undefined],
    ["GET", `${path}/${id}`, undefined],
    ["POST", path, { profile: "schwab", files: [history] }],
    ["PUT", `${path}/${id}`, { answers: [] }],
    ["PUT", `${path}/${id}/status`, { importStatus: "DISCARDED" }],
  ] as const;
  for (const caller of callers) {
    for (const [method, to, body] of requests) {
      const { status } = await service.call(caller, method, to, body);
      expect([method, to, status]).toEqual([method, to, caller === null ? 401 : 403]);
    }
  }
  // Under another firm's path there is no such import.
  const elsewhere = await service.call("operator", "GET", `/restapi/firms/1003/imports/${id}`);
  expect(elsewhere.status).toBe(404);
  expect((await read(id)).importStatus).toBe("OPEN");
  const listed = await service.call("operator", "GET", `${path}?importstatus=OPEN`);
  expect(listed.body.map(({ importId }: { importId: string }) => importId)).toEqual([id]);
  const choice = { firmOid: "1002", status: null, after: null, limit: "1" as Decimal };
  const [row] = await selectAllPrepared(service.db, choice);
  expect(Object.keys(row ?? {})).not.toContain("report");
});
