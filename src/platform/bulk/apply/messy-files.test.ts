// Files as custodians and spreadsheets write them: each fault is reported with its value, the reason and
// what to do, by a load, by a load by request and by `--mend`.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bodyOf } from "../../../../test/files-to-load.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext, lastDayOfSample as today } from "../../../../test/sample-template.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { withLostZeros } from "../../../reference/securities/cusip.ts";
import { LoadFault } from "../kinds/load-problem.ts";
import { localeStyle } from "../repair/repair-file.ts";
import { repairFolder } from "../repair/repair-folder.ts";
import { loadFolder } from "./load-folder.ts";

let service: TestService;
let root: string;
beforeAll(async () => {
  service = await openTestService();
  service.setNow(`${today}T20:00:00Z`);
  root = await mkdtemp(join(tmpdir(), "bursar-messy-"));
});
afterAll(async () => {
  await service.close();
  await rm(root, { recursive: true });
});

type Content = string | Uint8Array;

async function folderOf(name: string, content: Content): Promise<string> {
  const folder = await mkdtemp(join(root, "folder-"));
  await writeFile(join(folder, name), content);
  return folder;
}

/** The problems of a load as a command prints them, or how many rows there are. */
async function problemsOf(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (!(error instanceof LoadFault)) throw error;
    return error.problems.map(({ line, column, reason, value, cure }) =>
      [line ?? "-", column ?? "-", value ?? "-", reason, cure ?? "-"].join(" | "),
    );
  }
}

async function checked(name: string, content: Content): Promise<string[]> {
  const folder = await folderOf(name, content);
  const options = { check: true, allowPrivileges: true, today };
  return problemsOf(loadFolder(testContext(service.db), loadOrder, folder, options));
}

async function sent(name: string, text: string): Promise<string[]> {
  const files = bodyOf({ [name]: text });
  const headers = { "X-Dry-Run": "true" };
  const { status, body } = await service.call("operator", "POST", "/restapi/loads", files, headers);
  if (status === 200) return [];
  return body.map(({ field, message }: Record<string, string>) => `${field} | ${message}`);
}

async function repaired(name: string, content: Content, locale?: string) {
  const folder = await folderOf(name, content);
  const out = join(await mkdtemp(join(root, "copy-")), "out");
  const style = locale === undefined ? {} : localeStyle(locale);
  let readings: string[] = [];
  const problems = await problemsOf(
    repairFolder(loadOrder, { folder, out, style }).then(([report]) => {
      readings = (report?.readings ?? []).map(({ line, column, given, read, has }) =>
        [line ?? "-", column ?? "-", given ?? "-", read ?? "-", has].join(" | "),
      );
    }),
  );
  const text = problems.length > 0 ? "" : await readFile(join(out, name), "utf8");
  return { problems, readings, text };
}

const head = "securityId,date,close";
const lines = (...rows: string[]) => `${rows.join("\n")}\n`;

describe("a file whose lines end in more than one way", () => {
  const text = `${head}\r\n601,2026-02-26,1.5\n601,2026-02-27,1.5\r\n602,2026-02-27,2`;

  test("is loaded, sent and repaired as any other", async () => {
    expect(await checked("prices.csv", text)).toEqual([]);
    expect(await sent("prices.csv", text)).toEqual([]);
    expect(await repaired("prices.csv", text)).toEqual({
      problems: [],
      readings: [],
      text: `${text.replaceAll("\r\n", "\n")}\n`,
    });
  });

  test("names the line that an editor shows", async () => {
    const broken = `${text}\nbad,2026-02-27,2\r\n`;
    const place = /^5 \| securityId \| bad \|/;
    expect(await checked("prices.csv", broken)).toEqual([expect.stringMatching(place)]);
    expect((await repaired("prices.csv", broken)).problems).toEqual([expect.stringMatching(place)]);
  });
});

describe("a heading", () => {
  test("with other names is reported name by name, with what each may mean", async () => {
    const text = lines("Symbol ID,As of,Price", "601,2026-02-27,1.5");
    const unknown = ["1 | Symbol ID | - | The column is unknown. | -"];
    const others = [
      "1 | As of | - | The column is unknown. | -",
      "1 | Price | - | The column is unknown; did you mean close? | -",
    ];
    expect((await repaired("prices.csv", text)).problems).toEqual([...unknown, ...others]);
    expect(await checked("prices.csv", text)).toEqual([
      ...unknown,
      ...others,
      ...["securityId", "date", "close"].map(
        (name) => `1 | ${name} | - | The column is missing. | -`,
      ),
    ]);
  });

  test("with other names, of persons, shows none of them, and advises what fits either case", async () => {
    const text = lines("Client,Given,Family,Born", "ann7,Ann,Whitfield,1971-04-09");
    for (const found of [
      await checked("members.csv", text),
      (await repaired("members.csv", text)).problems,
    ]) {
      expect(found).toEqual([
        "1 | - | - | The heading names no column of this kind; expected columns loginId, memberOid, " +
          "firmOid, membershipType, firstName, lastName and others. | rename its columns; if it is " +
          "a record, put a line with the names above it",
      ]);
    }
    expect((await sent("members.csv", text)).join()).not.toMatch(/Client|Given|Family/);
  });

  test("below a title is found: a load names its line, and --mend leaves the title out", async () => {
    const text = lines('"Prices, as of 02/27/2026"', "", `${head},`, "601,2026-02-27,1.5,");
    const problem =
      "Above the heading on line 3 stands what is neither a heading nor a record. | take out the " +
      "lines above the heading, as `bursar load --mend` does";
    expect(await checked("prices.csv", text)).toEqual([`1 | - | - | ${problem}`]);
    expect(await sent("prices.csv", text)).toEqual([expect.stringContaining("on line 3")]);
    expect(await repaired("prices.csv", text)).toEqual({
      problems: [],
      readings: ["1 | - | - | - | a title above the heading on line 3, which is left out"],
      text: lines(head, "601,2026-02-27,1.5"),
    });
    const german = lines("Kurse;;", "securityId;date;close", "601;27.02.2026;1,5");
    expect((await repaired("prices.csv", german)).text).toBe(lines(head, "601,2026-02-27,1.5"));
  });

  test("that is missing is asked for, and no cell of the first row is shown", async () => {
    const text = lines("601,2026-02-26,1.5", "601,2026-02-27,1.5");
    const found = await checked("prices.csv", text);
    expect(found[0]).toMatch(/first line is not a heading line.* \| put a line with the names/);
  });

  test.each(["constructor", "toString", "__defineGetter__"])(
    "may have a name that every object has, %s, and is told that it is unknown",
    async (name) => {
      const row = JSON.stringify({ [name]: " a  b " });
      const found = await checked("members.ndjson", row);
      expect(found).toContainEqual(expect.stringContaining(`1 | ${name} | - | The field is`));
      expect(await sent("members.ndjson", row)).toHaveLength(found.length);
      const text = lines(`${head},${name}`, "601,2026-02-27,1.5, a  b ");
      expect((await repaired("prices.csv", text)).problems).toEqual([
        `1 | ${name} | - | The column is unknown. | -`,
      ]);
    },
  );
});

const workbook = Buffer.from("504b030414000600", "hex");

test.each<[string, Content, RegExp]>([
  ["a workbook", workbook, /zip archive, as a workbook.*save the sheet/],
  ["a packed file", gzipSync(lines(head)), /packed with gzip.*unpack it/],
  ["a PDF", "%PDF-1.7\n", /is a PDF/],
  ["a page", "\ufeff\n<html><table>", /HTML or XML.*open it in a spreadsheet/],
])("%s under the name of a CSV file is named by its kind", async (_, content, pattern) => {
  const expected = [expect.stringMatching(pattern)];
  expect(await checked("prices.csv", content)).toEqual(expected);
  expect((await repaired("prices.csv", content)).problems).toEqual(expected);
  expect(await sent("prices.csv", Buffer.from(content).toString("utf8"))).toEqual(expected);
});

test("an old workbook is named by its kind, wherever its bytes are seen", async () => {
  const content = Buffer.from("d0cf11e0a1b11ae1", "hex");
  const expected = [expect.stringMatching(/old spreadsheet.*save the sheet/)];
  expect(await checked("prices.csv", content)).toEqual(expected);
  expect((await repaired("prices.csv", content)).problems).toEqual(expected);
});

describe("the character by which old systems end a file", () => {
  const rows = lines(head, "601,2026-02-27,1.5");

  test.each([
    ["\x1a", "Ctrl-Z (U+001A), by which old systems end a file"],
    ["\0\0\0", "NUL (U+0000)"],
  ])("%j is named, and left out by --mend", async (mark, name) => {
    const reason = `The line has nothing but the control character ${name}.`;
    const cure = "take it out, as `bursar load --mend` does at the end of a file";
    expect(await checked("prices.csv", rows + mark)).toEqual([`3 | - | - | ${reason} | ${cure}`]);
    expect(await sent("prices.csv", rows + mark)).toEqual([`prices.csv:3 | ${reason} (${cure})`]);
    expect(await repaired("prices.csv", rows + mark)).toEqual({
      problems: [],
      readings: [`- | - | - | - | the control character ${name} at its end, which is left out`],
      text: rows,
    });
    const row = { securityId: "601", date: "2026-02-27", close: "1.5" };
    expect(await checked("prices.ndjson", `${JSON.stringify(row)}\n${mark}`)).toEqual([
      `2 | - | - | ${reason} | ${cure}`,
    ]);
  });

  test("is named within a cell, too", async () => {
    const [found] = await checked("prices.csv", `${rows.trimEnd()}\x1a`);
    expect(found).toContain("It has the control character Ctrl-Z (U+001A)");
    expect((await repaired("prices.csv", `${rows.trimEnd()}\x1a`)).text).toBe(rows);
  });
});

const securityHead = "securityId,ticker,cusip,name,instrumentType";

test.each([
  [
    ["securities.csv", securityHead, "9901,AAA,,A,Exchange Traded Product"],
    "instrumentType | Exchange Traded Product | It has 23 characters, and the column takes at most 20. | shorten it",
  ],
  [
    ["securities.csv", securityHead, "9901,AAA,37833100,A,EQ"],
    "cusip | 37833100 | A CUSIP has 9 characters, and this one 8: a spreadsheet has dropped zeros at its " +
      "beginning. | write 037833100",
  ],
  [
    ["securities.csv", securityHead, "9901,AAA,37833101,A,EQ"],
    "cusip | 37833101 | A CUSIP has 9 characters, and this one 8. | write all nine; spreadsheets drop zeros " +
      "at the beginning",
  ],
  [
    ["securities.csv", securityHead, "9901,AAA,1.23E+108,A,EQ"],
    "cusip | 1.23E+108 | A spreadsheet has read the CUSIP as a number with an exponent. | write all nine in " +
      "a column that is formatted as text",
  ],
  [
    ["prices.csv", head, "601,2026-02-27,1.23456789"],
    "close | 1.23456789 | The column takes at most 6 places: 1.23456789. | round it to 1.234568",
  ],
  [
    [
      "transactions.csv",
      "accountNumber,transactionId,transactionType,tradeDate",
      "RA00000001,99001,Sell,2026-02-27",
    ],
    "transactionType | Sell | The value is not in the field's code list. | write one of BUY, REI, TIN, GFT, " +
      "INH, SLE, RDM, EXP, WLS, CIL, TOT, SPL and others, which docs/codes.md lists",
  ],
  [
    [
      "transactions.csv",
      "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,settlementDate," +
        "securityId,shares,netAmount",
      "RA00000003,99001,BUY,90,RA0000000303,2026-02-27,2026-02-27,601,1,-12.34",
    ],
    "netAmount | -12.34 | It is below 0. | write it without its sign: the type says that it is paid",
  ],
  [
    ["prices.csv", head, "601,2026-02-27,-1"],
    "close | -1 | It is below 0. | write an amount from 0",
  ],
  [
    ["prices.csv", head, "601,2099-01-02,1"],
    `date | 2099-01-02 | It is after today, ${today}. | write a day from 1900-01-01 to ${today}`,
  ],
  [
    [
      "members.csv",
      "loginId,memberOid,firmOid,membershipType,firstName,lastName,primaryAddress",
      'ann7,99001,1002,client,Ann,Lee,"{""line1"":""P.O. Box 12"",""city"":""Rye"",""state"":""NY"",""zipcode"":""10580""}"',
    ],
    "primaryAddress.line1 | x.x. xxx ## | The address is a P.O. box. | write the street where the person " +
      "lives, or where the firm is",
  ],
  [
    [
      "members.csv",
      "loginId,memberOid,firmOid,membershipType,firstName,lastName,tid",
      "ann7,99001,1002,client,Ann,Lee,12345678",
    ],
    "tid | ######## | A tax id has nine digits, and this one 8. | write all nine; spreadsheets drop zeros at the " +
      "beginning",
  ],
] as const)(
  "a cell that is not accepted is reported with its value, the reason and the cure: %j",
  async (file, sentence) => {
    const [name, ...rows] = file;
    expect(await checked(name, lines(...rows))).toEqual([`2 | ${sentence}`]);
    const [column = "", , reason = "", cure = ""] = sentence.split(" | ");
    expect(await sent(name, lines(...rows))).toEqual([`${name}:2:${column} | ${reason} (${cure})`]);
  },
);

describe("--mend", () => {
  test("rounds what has too many places, and prints it; of what would be lost nothing", async () => {
    const text = lines(head, "601,2026-02-26,1.2345675", "601,2026-02-27,$1.5000000");
    expect(await repaired("prices.csv", text)).toEqual({
      problems: [],
      readings: [
        "2 | close | 1.2345675 | 1.234568 | 7 places, rounded to the 6 that are taken",
        "3 | close | $1.5000000 | 1.500000 | a currency sign and zeros behind the 6 places that are taken",
      ],
      text: lines(head, "601,2026-02-26,1.234568", "601,2026-02-27,1.500000"),
    });
    const lost = await repaired("prices.csv", lines(head, "601,2026-02-26,0.0000001"));
    expect(lost.problems).toEqual([
      "2 | close | 0.0000001 | The column takes at most 6 places: 0.0000001. | round it",
    ]);
  });

  test("gives a CUSIP its zeros back where its check digit fits", async () => {
    const row = (cusip: string) => lines(securityHead, `9901,AAA,${cusip},A,EQ`);
    expect(await repaired("securities.csv", row("37833100"))).toMatchObject({
      readings: ["2 | cusip | 37833100 | 037833100 | zeros at its beginning that were dropped"],
      text: row("037833100"),
    });
    expect((await repaired("securities.csv", row("37833101"))).problems).toHaveLength(1);
    expect(["37833100", "2824100", "037833100", "1234", "A7833100"].map(withLostZeros)).toEqual([
      "037833100",
      "002824100",
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("decides a day by another of its column that has one reading alone", async () => {
    const day = (...days: string[]) => lines(head, ...days.map((each) => `601,${each},1`));
    const found = await repaired("prices.csv", day("01/02/2026", "13/02/2026", "2026-02-16"));
    expect(found).toEqual({
      problems: [],
      readings: [
        "2 | date | 01/02/2026 | 2026-02-01 | another form of a day and its parts in the order that " +
          "line 3 shows",
        "3 | date | 13/02/2026 | 2026-02-13 | another form of a day",
      ],
      text: day("2026-02-01", "2026-02-13", "2026-02-16"),
    });
    const american = await repaired("prices.csv", day("01/02/2026", "01/13/2026"));
    expect(american.text).toBe(day("2026-01-02", "2026-01-13"));
    // A locale that a person names goes before the one that the column shows.
    const stated = await repaired("prices.csv", day("01/02/2026", "13/02/2026"), "en-US");
    expect(stated.problems).toEqual([
      expect.stringMatching(/^3 \| date .*as the locale writes it/),
    ]);
    // Days of both orders decide nothing, nor does another column.
    const both = await repaired("prices.csv", day("01/02/2026", "01/13/2026", "13/01/2026"));
    expect(both.problems).toEqual([expect.stringMatching(/^2 \| date .*two meanings/)]);
    expect((await repaired("prices.csv", day("01/02/2026"))).problems).toHaveLength(1);
  });

  test("does not count the last line break of NDJSON as a row", async () => {
    const row = JSON.stringify({ securityId: "601", date: "2026-02-27", close: "1.5" });
    const folder = await folderOf("prices.ndjson", `${row}\r\n\n${row}\n`);
    const out = join(root, "ndjson");
    const [report] = await repairFolder(loadOrder, { folder, out, style: {} });
    expect(report?.rows).toBe(2);
  });
});
