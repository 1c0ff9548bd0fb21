// A custodian's statement against the books of the sample firm, as `bursar reconcile` does it.
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../test/harness.ts";
import { testContext } from "../../test/sample-template.ts";
import { LoadFault } from "../platform/bulk/kinds/load-problem.ts";
import type { Reader } from "../platform/store/db.ts";
import { toleranceOption } from "./option-values.ts";
import { reconcileFolder, reconciliationLines } from "./reconcile.ts";

let service: TestService;
let root: string;
beforeAll(async () => {
  service = await openTestService();
  root = await mkdtemp(join(tmpdir(), "bursar-reconcile-"));
});
afterAll(async () => {
  await service.close();
  await rm(root, { recursive: true });
});

type Files = Readonly<Record<string, string>>;

const now = new Date("2026-03-12T15:00:00Z");

async function reconcile(files: Files, tolerance = "0.01") {
  const folder = await mkdtemp(join(root, "statement-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const read = <T>(work: (db: Reader) => Promise<T>) => work(service.db);
  const options = { folder, tolerance: toleranceOption(tolerance) };
  return reconcileFolder(testContext(service.db, now), read, options);
}

const cash = (day: string, amount: string, number = "RA00000003") => ({
  "custodian-cash.csv": `accountNumber,date,amount\n${number},${day},${amount}\n`,
});

const page = readFileSync(join(import.meta.dirname, "../../docs/reconciliation.md"), "utf8");
const example = Object.fromEntries(
  [...page.matchAll(/`(custodian-\w+\.csv)`:\n\n```csv\n(.*?)```/gs)].map(([, name, text]) => [
    name,
    text,
  ]),
) as Files;

test("the example of the page is what the command prints", async () => {
  const [, printed = ""] = /```text\n(.*?)```/s.exec(page) ?? [];
  const done = await reconcile(example);
  const lines = reconciliationLines(done).map((line) => line.replace(/ \d{10,}:/, " …:"));
  expect(`${lines.join("\n")}\n`).toBe(printed);
  expect([done.unresolved, done.breaks.length]).toEqual([4, 5]);
});

test("the same statement again changes nothing but records the run", async () => {
  const before = await service.auditOf("RA00000003");
  const rows = async () =>
    (await service.admin("select * from reconciliation_break order by 1, 2, 3")).rows;
  const stored = await rows();
  const again = await reconcile(example);
  expect([again.opened, again.closed, again.breaks.length]).toEqual(["0", "0", 5]);
  expect(await rows()).toEqual(stored);
  expect(await service.auditOf("RA00000003")).toEqual(before);
  expect((await service.auditOf("store")).at(-1)).toMatchObject({
    operation: "reconcileAccounts",
    detail: { detail: { date: "2026-03-03", accounts: "3" } },
  });
});

describe("from day to day", () => {
  const standing = async (day?: string) => {
    const query = `accountnumber=RA00000003${day ? `&date=${day}` : ""}`;
    const { body } = await service.call("adviser", "GET", `/restapi/reconciliations?${query}`);
    return body
      .filter(({ kind }: { kind: string }) => kind === "cash")
      .map((each: Record<string, string | null>) => [
        each.breakId,
        each.amount,
        each.since?.slice(0, 10),
        each.ageInDays,
        each.note,
        each.closedDate?.slice(0, 10),
      ]);
  };

  test("a break keeps its age, its note while it stays the same, and is closed", async () => {
    const since = "2026-02-27";
    const path = "/restapi/accounts/RA00000003/reconciliationbreaks/4101";
    await service.call("adviser", "PUT", path, { note: "A check on its way." });
    await reconcile(cash("2026-03-04", "4334.30"));
    expect(await standing()).toEqual([
      ["4101", "500.00", since, "5", "A check on its way.", undefined],
    ]);
    await reconcile(cash("2026-03-05", "4334.31"));
    expect(await standing()).toEqual([["4101", "500.01", since, "6", null, undefined]]);
    const { closed, breaks } = await reconcile(cash("2026-03-06", "3834.30"));
    expect(closed).toBe("1");
    // There is no file of positions, so that the breaks of shares and values go on.
    const own = breaks.filter(({ accountNumber }) => accountNumber === "RA00000003");
    expect(own.map(({ kind, date, ageInDays }) => [kind, date.slice(0, 10), ageInDays])).toEqual([
      ["shares", "2026-03-06", "3"],
      ["value", "2026-03-06", "3"],
    ]);
    expect(await standing()).toEqual([]);
    expect(await standing("2026-03-05")).toEqual([
      ["4101", "500.01", since, "6", null, "2026-03-06"],
    ]);
    const entry = (await service.auditOf("RA00000003")).at(-1);
    expect(entry?.detail.detail).toMatchObject({ date: "2026-03-06", opened: [], standing: "2" });
    // A better statement of the same day opens it again, as old as it was.
    await reconcile(cash("2026-03-06", "4334.31"));
    expect(await standing()).toEqual([["4101", "500.01", since, "7", null, undefined]]);
    expect(await standing("2026-03-05")).toEqual([["4101", "500.01", since, "6", null, undefined]]);
    await reconcile(cash("2026-03-09", "3834.30"));
    await reconcile(cash("2026-03-10", "3834.40"));
    // Gone for a day, it is another one.
    expect(await standing()).toEqual([
      [expect.stringMatching(/^\d{10,}$/), "0.10", "2026-03-10", "0", null, undefined],
    ]);
  });

  test("a statement of an earlier day is refused, and nothing is kept of it", async () => {
    const late = reconcile(cash("2026-03-09", "1.00"));
    await expect(late).rejects.toThrow(
      "The statement is of 2026-03-09; its accounts are reconciled up to 2026-03-10.",
    );
    expect(await standing("2026-03-09")).toEqual([]);
  });

  test("two at once keep every break once", async () => {
    const both = [cash("2026-03-11", "1.00"), cash("2026-03-11", "1.00")];
    await Promise.all(both.map((files) => reconcile(files)));
    expect(await standing()).toHaveLength(1);
  });
});

test("accounts that the books do not have, and those that no file has, are reported", async () => {
  const files = cash("2026-03-12", "588.00", "RB00000001");
  const more = "RX00000001,2026-03-12,1.00\nnonsense,2026-03-12,1.00\n";
  const done = await reconcile({ "custodian-cash.csv": files["custodian-cash.csv"] + more });
  expect(done.unknownAccounts).toEqual(["RX00000001", "nonsense"]);
  expect(done.accountsBeside).toBe("2");
  expect(reconciliationLines(done)).toContain("RX00000001: the books have no such account");
});

test("securities are found by id, CUSIP or ticker, and one that the books do not have is reported", async () => {
  const head = "accountNumber,date,securityId,cusip,ticker,quantity\n";
  const row = (names: string, quantity: string) => `RB00000001,2026-03-12,${names},${quantity}\n`;
  const done = await reconcile({
    "custodian-positions.csv":
      head +
      row("601,,", "4") +
      row(",99901a109,WRONG", "4") +
      row(",,acme", "4") +
      row(",,NEWCO", "1"),
  });
  const own = done.breaks.filter(({ accountNumber }) => accountNumber === "RB00000001");
  expect(own).toMatchObject([
    { kind: "shares", security: { id: null, ticker: "NEWCO" }, cause: "unknownSecurity" },
  ]);
});

describe("a statement is refused by file, line and column", () => {
  const head = "accountNumber,date,amount\n";
  test.each([
    [{ "notes.csv": "" }, "notes.csv", undefined],
    [{ "custodian-cash.csv": head }, expect.anything(), undefined],
    [{ "custodian-cash.csv": `${head}RA00000001,2026-03-13,1\n` }, "custodian-cash.csv", "date"],
    [
      { "custodian-cash.csv": `${head}RA00000001,2026-03-11,1\nRA00000003,2026-03-10,1\n` },
      "custodian-cash.csv",
      "date",
    ],
    [
      { "custodian-cash.csv": `${head}RA00000001,2026-03-11,1.001\n` },
      "custodian-cash.csv",
      "amount",
    ],
    [
      { "custodian-cash.csv": "accountNumber,date\nRA00000001,2026-03-11\n" },
      "custodian-cash.csv",
      "amount",
    ],
    [
      { "custodian-lots.csv": "accountNumber,date,quantity\nRA00000001,2026-03-11,1\n" },
      "custodian-lots.csv",
      "cusip",
    ],
  ] as const)("%o", async (files, file, column) => {
    const error = await reconcile(files as unknown as Files).catch((reason: unknown) => reason);
    if (!(error instanceof LoadFault)) throw new Error("a LoadFault was expected");
    expect(error.problems).toHaveLength(1);
    expect(error.problems[0]).toMatchObject({ file, ...(column && { column }) });
  });
});

test.each(["-1", "0.001", "a", ""])("%s is no tolerance", (text) => {
  expect(() => toleranceOption(text)).toThrow("amount of money");
});
