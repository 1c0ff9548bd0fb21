// The layout of a statement, read back from its bytes. (docs/statements.md, "Drawing")
import type { Day } from "@bursar/values/dates";
import { expect, test } from "vitest";
import { booksOf, rowsOf } from "../../../../test/statements/books-of.ts";
import { readPdf, rolesIn } from "../../../../test/statements/read-pdf.ts";
import { sampleStatement } from "../../../../test/statements/sample-statement.ts";
import { head, sourcesOf } from "../../../../test/statements/statement-of.ts";
import { grouped } from "../../../platform/paper/words.ts";
import { statementAsPdf } from "./statement-as-pdf.ts";
import { calculateStatement } from "./statement-facts.ts";

const at = new Date("2026-04-01T12:00:00Z");

/** Every amount of a statement that is no zero, as it is printed. */
function amountsIn(value: unknown): string[] {
  if (typeof value === "string") {
    return /^-?\d+\.\d\d$/.test(value) && !/^-?0\.00$/.test(value) ? [grouped(value)] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(amountsIn);
}

test("every figure is found by reading the pages back", async () => {
  const statement = sampleStatement(12);
  const { pages, fonts } = await readPdf(await statementAsPdf(statement, at));
  const texts = pages.flatMap((page) => page.texts).join("\n");
  const { incomeAndFees, ...rest } = statement;
  // Of gains each sum of the year is printed, and of the period the gain alone.
  const gains = incomeAndFees.gains.map(({ gain, proceeds }) => [gain, proceeds.year]);
  const { total, ...holdings } = rest.holdings;
  const shown = { ...rest, holdings, sums: { ...total, unrealized: null }, gains };
  const positions = statement.holdings.positions.map(({ unrealized }) => unrealized.total ?? "");
  const unprinted = new Set(positions.map(grouped));
  const missing = amountsIn(shown).filter((text) => !texts.includes(text) && !unprinted.has(text));
  expect(missing).toEqual([]);
  expect(texts).toContain("Tax withheld 12.00");
  expect(fonts).toBe(1);
});

test("the same statement has the same bytes, and another instant others", async () => {
  const statement = sampleStatement(3, 6);
  const bytes = await statementAsPdf(statement, at);
  expect(bytes.equals(await statementAsPdf(statement, at))).toBe(true);
  expect(bytes.equals(await statementAsPdf(statement, new Date("2026-04-02")))).toBe(false);
});

test("each page has its head and number, and each table that goes on its headings", async () => {
  const { pages } = await readPdf(await statementAsPdf(sampleStatement(40, 90), at));
  expect(pages.length).toBeGreaterThan(4);
  for (const [n, { texts }] of pages.entries()) {
    expect(texts).toContain(`Page ${n + 1} of ${pages.length}`);
    if (n > 0) expect(texts).toContain("Account statement · RA7Q20MX4K · March 1 – 31, 2026");
  }
  // Holdings go on over the second and third page.
  for (const page of pages.slice(1, 3)) expect(page.texts).toContain("Cost basis");
});

test("screen readers get sections, headings and tables, on each page", async () => {
  const { pages } = await readPdf(await statementAsPdf(sampleStatement(12), at));
  for (const { tree } of pages) {
    expect(rolesIn(tree)).toEqual(
      rolesIn(tree).union(new Set(["Document", "Sect", "Table", "TR", "TD"])),
    );
  }
  expect(rolesIn(pages[0]?.tree ?? {})).toEqual(
    rolesIn(pages[0]?.tree ?? {}).union(new Set(["H1", "H2", "P", "TH"])),
  );
});

test("text comes in the order in which it is read, and none leaves the page", async () => {
  const { pages } = await readPdf(await statementAsPdf(sampleStatement(40, 90), at));
  const texts = pages.flatMap((page) => page.texts);
  const headings = [
    "Account statement",
    "Summary",
    "Performance",
    "Holdings on March 31, 2026",
    "Activity by trade date",
    "Corrections of earlier periods",
    "Income",
    "Realized gains and losses",
    "Fees",
    "What you should know",
  ];
  const places = headings.map((heading, n) =>
    n === 0 ? texts.indexOf(heading) : texts.lastIndexOf(heading),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThanOrEqual(0);
  for (const { placed } of pages) {
    for (const { x, y, width } of placed) {
      expect(x).toBeGreaterThanOrEqual(47);
      expect(x + width).toBeLessThanOrEqual(566);
      expect(y).toBeGreaterThanOrEqual(20);
    }
  }
});

test("a row is never parted by the end of a page: its name stands with its figures", async () => {
  const statement = sampleStatement(40, 90);
  const { pages } = await readPdf(await statementAsPdf(statement, at));
  for (const { name, ticker, value } of statement.holdings.positions) {
    const page = pages.find(({ texts }) => texts.some((text) => text.startsWith(`${ticker} ·`)));
    expect(page?.texts).toContain(grouped(value ?? ""));
    expect(page?.texts.some((text) => name.startsWith(text))).toBe(true);
  }
});

test("net stands before gross, in the same size", async () => {
  const { pages } = await readPdf(await statementAsPdf(sampleStatement(3, 6), at));
  const { placed = [] } = pages[0] ?? {};
  const find = (text: string) => placed.find((each) => each.text === text);
  const net = find("2.12%");
  const gross = find("2.62%");
  expect(net?.y).toBe(gross?.y);
  expect(net?.x).toBeLessThan(gross?.x ?? 0);
  expect(net?.width).toBeCloseTo(gross?.width ?? 0, 3);
});

test("an old price is marked with its day", async () => {
  const { pages } = await readPdf(await statementAsPdf(sampleStatement(3, 6), at));
  const texts = pages.flatMap((page) => page.texts).join(" ");
  expect(texts).toMatch(/\*97\.57/);
  expect(texts).toContain("Price of 03/06/2025"); // 390 days before
});

test("a price of the last trading day is shown with it where the period ends on another day", async () => {
  const { head: own, ...statement } = sampleStatement(3, 6);
  const pricesOf = async (to: string) => {
    const { pages } = await readPdf(
      await statementAsPdf({ ...statement, head: { ...own, to: to as Day } }, at),
    );
    const texts = pages.flatMap((page) => page.texts).join(" ");
    return [...texts.matchAll(/Price of \d\d\/\d\d\/\d{4}/g)];
  };
  const { positions } = statement.holdings;
  expect(await pricesOf("2026-03-31")).toHaveLength(
    positions.filter(({ mark }) => mark !== null).length,
  );
  expect(await pricesOf("2026-04-01")).toHaveLength(positions.length);
});

test("an account without anything has a page that says so", async () => {
  const { statement, problems } = calculateStatement(sourcesOf(booksOf([], {})));
  expect(problems).toEqual([]);
  const { pages } = await readPdf(await statementAsPdf(statement, at));
  const texts = pages.flatMap((page) => page.texts);
  expect(texts).toContain("There was no activity in this period.");
  expect(texts).toContain("Nothing has been valued in this account until the end of the period.");
});

test("cash below 0 has its sign, long names take more lines, unknown letters lose their accents", async () => {
  const owners = ["Zażółć Gęślą-Jaźńowska von Hohenlöwen", "Ἀλέξανδρος Παπαδόπουλος", "Ṩhẏ Ņame"];
  const books = booksOf(
    rowsOf(
      ["2026-03-02", "DEP", { amount: "10.00" }],
      ["2026-03-03", "WDL", { amount: "1260.00" }],
    ),
    { 1: { "2026-03-31": "1" } },
  );
  const { statement } = calculateStatement(sourcesOf(books, { head: { ...head, owners } }));
  const { pages } = await readPdf(await statementAsPdf(statement, at));
  const texts = pages.flatMap((page) => page.texts);
  expect(texts).toContain("−1,250.00");
  expect(texts).toContain("−$1,250.00");
  expect(texts.join(" ")).toContain("Zażółć Gęślą-Jaźńowska von");
  expect(texts.join(" ")).toContain("Shy");
});

test("a corrected statement says so on its first page", async () => {
  const { statement } = calculateStatement(
    sourcesOf(booksOf([], {}), { head: { ...head, isCorrected: true, from: "2026-01-01" as Day } }),
  );
  const { pages } = await readPdf(await statementAsPdf(statement, at));
  expect(pages[0]?.texts).toContain("Corrected account statement");
  expect(pages[0]?.texts).toContain("January 1 – March 31, 2026");
});
