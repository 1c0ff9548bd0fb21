// Files that spreadsheets have written are repaired into files that load, and nothing is guessed.
import { execFileSync } from "node:child_process";
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newDatabase } from "../../../../test/database.ts";
import { testContext, lastDayOfSample as today } from "../../../../test/sample-template.ts";
import { transactionKind } from "../../../brokerage/books/transactions/load.ts";
import { memberKind } from "../../../brokerage/clients-and-accounts/members/load.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { priceKind } from "../../../reference/prices/load.ts";
import { loadFolder } from "../apply/load-folder.ts";
import { LoadFault } from "../kinds/load-problem.ts";
import type { LoadKind } from "../load-kind.ts";
import { type RawRow, readRows } from "../read/read-rows.ts";
import { localeStyle, repairFile } from "./repair-file.ts";
import { repairFolder } from "./repair-folder.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "bursar-repair-"));
});
afterAll(() => rm(root, { recursive: true }));

/** The rows of a file as a load reads them. */
async function readRowsOf(kind: LoadKind, text: string): Promise<readonly RawRow[]> {
  const path = join(await mkdtemp(join(root, "rows-")), `${kind.name}.csv`);
  await writeFile(path, text);
  const file = { name: `${kind.name}.csv`, path, kind, size: text.length };
  return (await Array.fromAsync(readRows(file))).flatMap(({ rows }) => rows);
}

const lines = (...rows: string[]) => `${rows.join("\n")}\n`;
const head = "accountNumber,transactionId,transactionType,tradeDate,shares,amount";

describe("a file", () => {
  test("with semicolons, similar names and cells of a country becomes one that needs no repair", () => {
    const text = lines(
      "Account Number;transaction_id;Transaction Type;TradeDate;shares;amount;;",
      'RA00000001;1,002;buy;13.04.2025;1.234,50;"(12,5)";;',
      ";;;;;;;",
      "RA00000001;1003;DEP;4-Mar-2025;;$1,234.50;;",
    );
    const repaired = repairFile(transactionKind, text, {});
    expect(repaired.problems).toEqual([]);
    expect(repaired.text).toBe(
      lines(
        head,
        "RA00000001,1002,BUY,2025-04-13,1234.50,-12.5",
        "RA00000001,1003,DEP,2025-03-04,,1234.50",
      ),
    );
    expect(repaired.rows).toBe(2);
    expect(repaired.readings).toMatchObject([
      { has: "columns separated by semicolons" },
      { line: 1, given: "Account Number", read: "accountNumber" },
      { line: 1, given: "transaction_id", read: "transactionId" },
      { line: 1, given: "Transaction Type", read: "transactionType" },
      { line: 1, given: "TradeDate", read: "tradeDate" },
      { line: 2, column: "transactionId", given: "1,002", read: "1002" },
      { line: 2, column: "transactionType", given: "buy", read: "BUY" },
      { line: 2, column: "tradeDate", given: "13.04.2025", read: "2025-04-13" },
      { line: 2, column: "shares", given: "1.234,50", read: "1234.50" },
      { line: 2, column: "amount", given: "(12,5)", read: "-12.5" },
      { line: 3, has: "empty cells alone, and is left out" },
      { line: 4, column: "tradeDate", given: "4-Mar-2025", read: "2025-03-04" },
      { line: 4, column: "amount", given: "$1,234.50", read: "1234.50" },
    ]);
    expect(repairFile(transactionKind, repaired.text, {})).toMatchObject({
      text: repaired.text,
      readings: [],
      problems: [],
    });
  });

  test("is not guessed at: two meanings, or none, are problems", () => {
    const row = "RA00000001,9.2E+18,BUY,03/04/2025,1.234,x";
    const { problems } = repairFile(transactionKind, lines(`${head},Remarks`, `${row},`), {});
    expect(problems.map(({ line, column, value, cure }) => [line, column, value, cure])).toEqual([
      [1, "Remarks", undefined, undefined],
      [2, "transactionId", "9.2E+18", expect.stringContaining("its last digits are lost")],
      [2, "tradeDate", "03/04/2025", expect.stringMatching("2025-03-04 or 2025-04-03: .*--locale")],
      [2, "shares", "1.234", expect.stringMatching("1.234 or 1234: .*--locale")],
      [2, "amount", "x", expect.stringContaining("digits with a point")],
    ]);
  });

  test.each([
    ["en-US", "2025-03-04", "1.234", "1234"],
    ["en-GB", "2025-04-03", "1.234", "1234"],
    ["de-DE", "2025-04-03", "1234", "1.234"],
  ])("in doubt is read as %s writes it", (locale, day, point, comma) => {
    const row = (shares: string) => `RA00000001,1002,BUY,03/04/2025,${shares},`;
    const read = (shares: string) =>
      repairFile(transactionKind, lines(head, row(shares)), localeStyle(locale)).text.split(
        "\n",
      )[1];
    expect(read("1.234")).toBe(`RA00000001,1002,BUY,${day},${point},`);
    expect(read('"1,234"')).toBe(`RA00000001,1002,BUY,${day},${comma},`);
  });

  test.each([
    [{}, "1.955", /two meanings.* 1.955 or 1955: say which with --locale/],
    [
      localeStyle("en-US"),
      "1.955",
      /as the locale writes it.* means 1.955 there, which .* not accept/,
    ],
    [
      localeStyle("de-DE"),
      '"1,955"',
      /as the locale writes it.* means 1.955 there, which .* not accept/,
    ],
  ])("never becomes a thousand times larger to fit its column: %j, %s", (style, cell, sentence) => {
    const text = lines(head, `RA00000001,1002,DEP,2025-03-04,,${cell}`);
    const { problems } = repairFile(transactionKind, text, style);
    expect(problems).toMatchObject([{ line: 2, column: "amount" }]);
    expect(`${problems[0]?.reason} ${problems[0]?.cure}`).toMatch(sentence);
  });

  test("has its days in the order of the locale alone", () => {
    const row = (day: string) => `RA00000001,1002,DEP,${day},,1.00`;
    const days = ["03/04/2026", "13/04/2026", "13.04.2026", "04/04/2026"];
    const read = (locale: string) =>
      repairFile(transactionKind, lines(head, ...days.map(row)), localeStyle(locale));
    expect(read("en-US").problems).toEqual([
      {
        line: 3,
        column: "tradeDate",
        value: "13/04/2026",
        reason: "The value is not accepted as the locale writes it.",
        cure: "if it means 2026-04-13, write that",
      },
    ]);
    const british = read("en-GB");
    expect(british.problems).toEqual([]);
    expect(british.readings.map((each) => each.read)).toEqual([
      "2026-04-03",
      "2026-04-13",
      "2026-04-13",
      "2026-04-04",
    ]);
  });

  test("of persons shows the shape of values alone", () => {
    const header = "loginId,memberOid,firmOid,membershipType,firstName,lastName,dateOfBirth";
    const row = (born: string) => `ann,1,1002,client,Ann,Whitfield,${born}`;
    const one = repairFile(memberKind, lines(header, row("13.04.1971")), {});
    expect(one.readings).toMatchObject([{ given: "##.##.####", read: "####-##-##" }]);
    const two = repairFile(memberKind, lines(header, row("03/04/1971")), {});
    expect(JSON.stringify(two.problems)).not.toContain("1971");
    expect(two.problems).toHaveLength(1);
    const other = repairFile(memberKind, lines(header, row("13/04/1971")), localeStyle("en-US"));
    expect(other.problems).toMatchObject([
      { value: "##/##/####", cure: "write a day that exists as YYYY-MM-DD" },
    ]);
  });

  test("keeps quotes and the empty text, and no line break where none is accepted", () => {
    const header = "loginId,memberOid,firmOid,membershipType,firstName,lastName";
    const text = lines(header, 'ann,1,1002,client,"A ""n"", n",""', 'ben,2,1002,client,"B\nb",C');
    expect(repairFile(memberKind, text, {}).text).toBe(text.replace('"B\nb"', "B b"));
  });

  test("may state its separator, and ends where it cannot be read", () => {
    const stated = repairFile(priceKind, "sep=|\r\nsecurityId|date|close\r\n601|45720|1\r\n", {});
    expect(stated.text).toBe(lines("securityId,date,close", "601,2025-03-04,1"));
    expect(repairFile(priceKind, "", {}).problems).toHaveLength(1);
    expect(
      repairFile(priceKind, lines("securityId,date,close", "1,2025-01-02,1,9"), {}),
    ).toMatchObject({
      problems: [{ line: 2, reason: "The row has 4 cells and the header 3." }],
    });
  });
});

test.each([
  ['"a', "A cell begins with a quote and never ends with one."],
  ['900-12-3456 "old"', "A quote stands in a cell that does not begin with one."],
  ['"900-12"-3456', "In a cell in quotes, a quote is not doubled."],
])("a file that cannot be read on names the line and no value: %s", (cell, reason) => {
  const text = lines("sep=,", "loginId,taxId", "ann,", '"ben', 'n",', `eva,${cell}`, "fay,");
  expect(repairFile(memberKind, text, {}).problems).toEqual([
    { line: 6, reason: `The file cannot be read on: ${reason}` },
  ]);
});

test("a file without a heading line shows no cell of its first row", () => {
  const text = lines("ann;900-12-3456;Whitfield", "ben;900-12-3457;Whitfield");
  const { problems, readings } = repairFile(memberKind, text, {});
  expect(problems).toMatchObject([
    { line: 1, reason: expect.stringMatching(/not a heading line; expected columns loginId, /) },
  ]);
  expect(JSON.stringify({ problems, readings })).not.toMatch(/900|ann|Whitfield/);
});

test.each([
  ["one name", "ann,900-12-3456,Tid,Whitfield,,"],
  ["two names", "ann,900-12-3456,Tid,State,Whitfield,Citizenship,1971-04-13"],
])("a row with %s like a column's is no heading, and no cell of it is shown", async (_, row) => {
  const { problems, readings } = repairFile(memberKind, lines(row, row), {});
  expect(problems).toMatchObject([{ line: 1, cure: expect.stringContaining("above it") }]);
  expect(JSON.stringify({ problems, readings })).not.toMatch(/900|ann|Whitfield|1971/);
  const read = await readRowsOf(memberKind, lines(row, row));
  expect(read[0]?.problems).toEqual([
    expect.objectContaining({ reason: expect.stringMatching(/not a heading line/) }),
  ]);
});

test("of a heading with apparently private cells next to its names only the shape is shown", async () => {
  const heading =
    "loginId,memberOid,firstName,lastName,900-12-3456,ann@example.com,Notes 2024,Shoe size";
  const shapes = ["###-##-####", "xxx@xxxxxxx.xxx", "xxxxx ####", "Shoe size"];
  const { problems } = repairFile(memberKind, lines(heading), {});
  expect(problems.map(({ column }) => column)).toEqual(shapes);
  const [read] = await readRowsOf(memberKind, lines(heading));
  expect(read?.problems.map(({ column }) => column)).toEqual(expect.arrayContaining(shapes));
});

test("a heading may have many columns that no kind has, if it has every required one", () => {
  const heading = "securityId,date,close,Open,High,Low,Volume,Vendor,Feed 20250304";
  expect(repairFile(priceKind, lines(heading), {}).problems.map(({ column }) => column)).toEqual(
    heading.split(",").slice(3),
  );
});

test("a heading of more columns than files have is one problem, and no column of it is judged", async () => {
  const heading = `securityId,date,close${",a".repeat(998)}`;
  const reason = "The heading has 1001 columns, and may have 1000.";
  expect(repairFile(priceKind, lines(heading), {}).problems).toMatchObject([{ line: 1, reason }]);
  const [read] = await readRowsOf(priceKind, lines(heading));
  expect(read?.problems).toMatchObject([{ reason }]);
  // A spreadsheet writes empty cells behind the columns that are used.
  const spare = `securityId,date,close${",".repeat(998)}`;
  expect(repairFile(priceKind, lines(spare, "601,2025-03-04,1"), {}).problems).toEqual([]);
});

test("a file that states its separator has the lines that its author sees", () => {
  const text = lines("sep=;", "securityId;date;Close;Notes", "601;2025-03-04;1", "601;soon;1");
  const { problems, readings } = repairFile(priceKind, text, {});
  expect(problems).toMatchObject([
    { line: 2, column: "Notes" },
    { line: 4, column: "date" },
  ]);
  expect(readings).toMatchObject([{ has: "columns separated by semicolons" }, { line: 2 }]);
});

test.each(["close", "Close"])("two columns do not become one: close and %s", (value) => {
  const text = lines(`securityId,date,close,${value}`, "601,2025-03-04,1,2");
  expect(repairFile(priceKind, text, {}).problems).toEqual([
    { line: 1, column: "close", reason: "The column appears twice.", value },
  ]);
});

describe("a folder", () => {
  async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
    const folder = await mkdtemp(join(root, "folder-"));
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    return folder;
  }

  test("is repaired into a new one that loads, with its documents", async () => {
    const folder = await folderOf({
      "Price.CSV": "SecurityId;Date;Close\r\n601;45720;1.234,50\r\n",
      "securities.csv": Buffer.from(
        "securityId,ticker,name,instrumentType\n9901,CAFE,Café,EQ\n",
        "latin1",
      ),
      "billing_plans.ndjson":
        '{"billingPlanOid":"99001","firmOid":"1002","kind":"advisory","name":"New"}\n',
      "documents/a.pdf": "A document.",
      "README.md": "Not a record.",
      "Thumbs.db": "",
      "desktop.ini": "",
      "~$prices.xlsx": "",
      "documents/2024/b.pdf": "Another.",
      "documents/.DS_Store": "",
    });
    const out = join(root, "out");
    const report = await repairFolder(loadOrder, { folder, out, style: {} });
    expect(report.map(({ file, from }) => [file, from]).toSorted()).toEqual([
      ["billing-plans.ndjson", "billing_plans.ndjson"],
      ["prices.csv", "Price.CSV"],
      ["securities.csv", "securities.csv"],
    ]);
    expect(report.flatMap(({ readings }) => readings.map(({ has }) => has))).toEqual(
      expect.arrayContaining(["the encoding Windows-1252", "another name: Price.CSV"]),
    );
    expect(await readFile(join(out, "documents", "a.pdf"), "utf8")).toBe("A document.");
    expect(await readFile(join(out, "documents", "2024", "b.pdf"), "utf8")).toBe("Another.");
    expect(await readdir(join(out, "documents"))).toEqual(["2024", "a.pdf"]);
    const store = await newDatabase("sample");
    try {
      const loaded = await loadFolder(testContext(store.database), loadOrder, out, { today });
      expect(loaded.map(({ file, added }) => [file, added])).toEqual([
        ["billing-plans.ndjson", 1],
        ["securities.csv", 1],
        ["prices.csv", 1],
      ]);
    } finally {
      await store.drop();
    }
  });

  test("is written for its owner alone, whoever may read the files that it was made of", async () => {
    const folder = await folderOf({
      "prices.csv": "securityId,date,close\n",
      "documents/a.pdf": "A",
      "documents/b/c": "C",
    });
    await chmod(join(folder, "documents", "a.pdf"), 0o644);
    const out = join(root, "own", "copy");
    await repairFolder(loadOrder, { folder, out, style: {} });
    const modes = async (...names: string[]) =>
      Promise.all(
        names.map(async (name) => ((await stat(join(out, name))).mode & 0o777).toString(8)),
      );
    expect(await modes("..", ".", "documents", "documents/b")).toEqual(Array(4).fill("700"));
    expect(await modes("prices.csv", "documents/a.pdf", "documents/b/c")).toEqual(
      Array(3).fill("600"),
    );
  });

  test("has no links, pipes or files of other names, among its documents neither", async () => {
    const secret = join(root, "secret.csv");
    await writeFile(secret, "securityId,date,close\n");
    const folder = await folderOf({ "documents/good.txt": "Good" });
    await symlink(secret, join(folder, "prices.csv"));
    await link(secret, join(folder, "securities.csv"));
    execFileSync("mkfifo", [join(folder, "transactions.csv")]);
    await symlink(secret, join(folder, "documents", "linked"));
    await symlink(root, join(folder, "documents", "folder"));
    await link(secret, join(folder, "documents", "shared"));
    const out = join(root, "none");
    const problems = async () =>
      repairFolder(loadOrder, { folder, out, style: {} }).then(
        () => [],
        (error: LoadFault) => error.problems.map(({ file, reason }) => `${file}: ${reason}`),
      );
    const linked = "It has other names (hard links): load a copy.";
    const found = await problems();
    expect(found.toSorted()).toEqual([
      "documents/folder: This is not a plain file.",
      "documents/linked: This is not a plain file.",
      `documents/shared: ${linked}`,
      "prices.csv: This is not a plain file.",
      `securities.csv: ${linked}`,
      "transactions.csv: This is not a plain file.",
    ]);
    await rm(join(folder, "documents"), { recursive: true });
    await symlink(root, join(folder, "documents"));
    expect(await problems()).toContain("documents: This is not a plain file.");
    expect(await readdir(root)).not.toContain("none");
  });

  test.each([
    ["utf-16le", true],
    ["utf-16le", false],
    ["utf-16be", true],
    ["utf-16be", false],
  ])("may be in %s, with a mark: %s", async (encoding, isMarked) => {
    const text = `${isMarked ? "\ufeff" : ""}securityId\tticker\tname\n9901\tCAFE\tCafé\n`;
    const bytes = Buffer.from(text, "utf16le");
    const folder = await folderOf({
      "securities.txt": encoding === "utf-16be" ? bytes.swap16() : bytes,
    });
    const out = join(await mkdtemp(join(root, "wide-")), "out");
    const [report] = await repairFolder(loadOrder, { folder, out, style: {} });
    expect(report?.readings.map(({ has }) => has)).toContain("the encoding UTF-16");
    expect(await readFile(join(out, "securities.csv"), "utf8")).toBe(
      "securityId,ticker,name\n9901,CAFE,Café\n",
    );
  });

  test("that begins as UTF-16 and breaks off is not read as anything else", async () => {
    const whole = Buffer.from("\ufeffsecurityId\tdate\tclose\n601\t2025-03-04\t1\n", "utf16le");
    const folder = await folderOf({ "prices.csv": whole.subarray(0, -1) });
    const broken = repairFolder(loadOrder, { folder, out: join(root, "no"), style: {} });
    await expect(broken).rejects.toMatchObject({
      problems: [{ file: "prices.csv", reason: expect.stringContaining("not UTF-16 throughout") }],
    });
  });

  test("is written as a whole or not at all, and never over another", async () => {
    const good = "securityId,date,close\n601,2025-03-04,1\n";
    const repair = (files: Readonly<Record<string, string>>, out: string) =>
      folderOf(files)
        .then((folder) => repairFolder(loadOrder, { folder, out: join(root, out), style: {} }))
        .then(
          () => [],
          (error: unknown) => {
            if (!(error instanceof LoadFault)) throw error;
            return error.problems.map(({ reason }) => reason);
          },
        );
    const unclear = good.replace("2025-03-04", "03/04/2025");
    expect(await repair({ "prices.csv": unclear }, "never")).toEqual([
      "The value has two meanings.",
    ]);
    expect(await repair({ "notes.csv": "" }, "never")).toEqual([
      "No kind of record has a file with this name.",
    ]);
    expect(await repair({ "prices.xlsx": "" }, "never")).toEqual([
      "Save it from the spreadsheet as CSV UTF-8.",
    ]);
    expect(await repair({ "prices.csv": good, "price.csv": good }, "never")).toEqual([
      "Another file is prices.csv too.",
    ]);
    expect(await repair({}, "never")).toEqual(["It has no file of records."]);
    expect(await readdir(root)).not.toContain("never");
    expect(await repair({ "prices.csv": good }, "once")).toEqual([]);
    expect(await repair({ "prices.csv": good }, "once")).toEqual(["The folder is not empty."]);
    for (const out of ["once/prices.csv", "once/prices.csv/out"]) {
      expect(await repair({ "prices.csv": good }, out)).toEqual([
        "This is a file; name a new folder.",
      ]);
    }
  });
});
