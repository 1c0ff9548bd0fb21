// Checks the examples of docs/tax-lots.md against the results of the lot engine.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { closedLots, coverRules, openLots, runFacts, sumsOf } from "@bursar/tax-lots";
import type { Static, TSchema } from "typebox";
import { expect, test } from "vitest";
import {
  AccountRecord,
  decodeAccount,
  decodeLotFact,
  FactRecord,
} from "../src/cli/lot-fact-records.ts";
import { parseJson } from "../src/values/json.ts";
import type { Problem } from "../src/values/problem.ts";
import { decode } from "../src/values/wire.ts";
import { root } from "./source-files.ts";

const page = readFileSync(join(root, "docs/tax-lots.md"), "utf8");

/** A section of the page, without its heading. */
function section(heading: string): string {
  const [, after = ""] = page.split(`\n## ${heading}\n`);
  return after.split("\n## ")[0] ?? "";
}

/** The rows of a section's last table, without its head. */
function tableOf(text: string): string[][] {
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  const head = rows.findLastIndex((line) => line.startsWith("|---"));
  return rows.slice(head + 1).map((row) => row.split("|").map((cell) => cell.trim()));
}

/** The engine's results for a section's facts: its closed lots, then the open ones, and the
 * sums. */
function engineOn(text: string) {
  const [, block = ""] = /```(?:ndjson)?\n(\{"account"[\s\S]*?)```/.exec(text) ?? [];
  const [first = "", ...lines] = block.trim().split("\n");
  const account = decodeAccount(record(AccountRecord, first));
  const facts = lines.map((line, at) => decodeLotFact(record(FactRecord, line), at));
  const { book, refusals } = runFacts(account, facts);
  expect(refusals).toEqual([]);
  const [sums] = sumsOf(book);
  return { closed: [...closedLots(book)], open: openLots(book), sums };
}

function record<S extends TSchema>(schema: S, line: string): Static<S> {
  const problems: Problem[] = [];
  const decoded = decode(schema, parseJson(line), problems);
  if (decoded === undefined) throw new Error(`${line}: ${JSON.stringify(problems)}`);
  return decoded;
}

const example = section("A whole example by hand");
const prose = example.replaceAll(/\n\s*/g, " ");

test("the whole example gives the rows, the open lot and the ids that the page prints", () => {
  const { closed, open } = engineOn(example);
  const rows = closed.map((lot) => [
    "",
    lot.originatingTransactionId,
    lot.closingTransactionId,
    lot.shareQuantity,
    lot.netSaleAmount,
    lot.adjustedCostBasis,
    lot.disallowedLoss,
    lot.reportableGainLoss,
    lot.termOfSale,
    lot.taxLotId,
    "",
  ]);
  const left = open.map((lot) => [
    "",
    lot.originatingTransactionId,
    "",
    lot.shareQuantity,
    "",
    lot.adjustedCostBasis,
    "",
    "",
    "",
    lot.taxLotId,
    "",
  ]);
  const found = [...rows, ...left].map((row) => row.map((cell) => cell ?? ""));
  expect(found).toEqual(tableOf(example));
});

test("its replacement has the adjusted date that the page derives", () => {
  const { closed } = engineOn(example);
  const lot = closed.find((each) => each.originatingTransactionId === "104");
  expect(lot?.adjustedAcquisitionDate).toBe("2024-01-22");
  expect(prose).toContain(
    "150 days, so the adjusted date of 104 goes from 2024-06-20 back to 2024-01-22",
  );
});

test("its sums are those that the page adds up", () => {
  const { sums } = engineOn(example);
  expect(prose).toContain(
    `${sums?.basisIn} of basis in and ${sums?.disallowed} disallowed are ` +
      `${sums?.basisRelieved} relieved and ${sums?.basisOpen} open`,
  );
});

test("its first id is half of the number at the start of the digest", () => {
  const digest = createHash("sha256").update("RA00000001/101/103/1").digest("hex").slice(0, 16);
  const number = BigInt(`0x${digest}`);
  expect(prose).toContain(`\`${digest}\``);
  expect(prose).toContain(`${number}, and half of it ${number >> 1n}.`);
});

test("the example of the engine alone gives the rows of the wash sale table", () => {
  const { closed } = engineOn(section("The engine alone"));
  const cells = tableOf(section("Wash sales"));
  expect(cells.map((row) => row.slice(2, -1).map((cell) => cell.split(" = ").at(-1)))).toEqual(
    closed.map((row) => [
      row.netSaleAmount,
      row.adjustedCostBasis,
      row.disallowedLoss ?? "",
      row.reportableGainLoss?.replace("-", "−"),
    ]),
  );
});

test("the example of average basis gives the rows and the lots that the page prints", () => {
  const text = section("Average basis by election");
  const { closed, open } = engineOn(text);
  const cells = tableOf(text).map((row) =>
    row.slice(1, -1).map((cell) => cell.split(" = ").at(-1)),
  );
  expect(cells).toEqual(
    closed.map((lot) => [
      lot.shareQuantity.replace(/\.0+$/, ""),
      lot.netSaleAmount,
      lot.adjustedCostBasis,
      lot.reportableGainLoss,
    ]),
  );
  const [bought, reinvested] = open.map(({ adjustedCostBasis }) => adjustedCostBasis);
  expect(text).toContain(`a basis of ${bought} and 10 with ${reinvested} are left`);
});

test("the examples of adjustments, of a step-up and of a move give what the page works out", () => {
  const [redeemed] = engineOn(section("Basis adjustments")).closed;
  expect(redeemed).toMatchObject({ adjustedCostBasis: "10000.00", reportableGainLoss: "0.00" });
  const [sold] = engineOn(section("Step-up at death")).closed;
  expect(sold).toMatchObject({ netSaleAmount: "60000.00", adjustedCostBasis: "40000.00" });
  const moved = engineOn(section("Lots moved inside the firm")).closed.slice(1);
  expect(moved.map((lot) => [lot.adjustedCostBasis, lot.adjustedAcquisitionDate])).toEqual([
    ["550.00", "2019-01-11"],
    ["300.00", "2019-01-02"],
  ]);
});

test.each([
  ["Several spin-offs of one day", "4964.86 6089.05 1682.47 2352.67 266.95"],
  ["A part exchanged", "8640.00 7360.00"],
  ["Exercise", "8527.13 10472.87"],
])("the example of %s gives the bases that the page works out", (heading, bases) => {
  const [, after = ""] = page.split(`\n### ${heading}\n`);
  const [text = ""] = after.split("\n### ");
  const { open } = engineOn(text);
  expect(open.map(({ adjustedCostBasis }) => adjustedCostBasis).join(" ")).toBe(bases);
});

test("the example of a quotation factor gives money of a quotation in percent", () => {
  const { closed } = engineOn(section("Quotations"));
  // 4000 × 99.00 × 0.01 and 9850.00 × 4000 / 10000
  expect(closed).toMatchObject([{ netSaleAmount: "3960.00", adjustedCostBasis: "3940.00" }]);
});

test("the days from which kinds are covered are those of the rules", () => {
  const days = tableOf(section("Term, gifts and cover")).map(([, , kind, day]) => [
    kind,
    day?.slice(0, 10),
  ]);
  expect(Object.fromEntries(days)).toEqual(coverRules);
});

test("the sample's tax papers have the figures that the page works out", () => {
  // test/answers.test.ts holds the stored response to the service.
  const file = join(root, "src/brokerage/books/tax-forms/get-tax-form.answer.json");
  const { sales, totals } = JSON.parse(readFileSync(file, "utf8"));
  const day = (text: string | null) => text?.replace(/^(\d+)-(\d+)-(\d+)T.*/, "$2/$3/$1") ?? "";
  const shown = (amount: string | null) => amount?.replace("-", "−") ?? "";
  const rows = totals.flatMap((total: Record<string, string>) => [
    ...sales
      .filter((sale: Record<string, string>) => sale.form8949Box === total.form8949Box)
      .map((sale: Record<string, string>) => [
        sale.form8949Box,
        sale.description,
        day(sale.dateAcquired ?? null),
        day(sale.dateSold ?? null),
        shown(sale.proceeds ?? null),
        shown(sale.costBasis ?? null),
        sale.adjustmentCode ?? "",
        shown(sale.washSaleLossDisallowed ?? null),
        shown(sale.gainLoss ?? null),
      ]),
    [
      `Total ${total.form8949Box}`,
      "",
      "",
      "",
      shown(total.proceeds ?? null),
      shown(total.costBasis ?? null),
      "",
      shown(total.washSaleLossDisallowed ?? null),
      shown(total.gainLoss ?? null),
    ],
  ]);
  const papers = section("Tax papers");
  const cells = tableOf(papers).map((row) => row.slice(1, -1));
  expect(cells.map((row) => row.map((cell) => cell.split(" = ").at(-1)))).toEqual(rows);
  const { federalTaxWithheld, stateTaxWithheld } = totals.at(-1);
  expect(papers).toContain(
    `${federalTaxWithheld} of federal tax and ${stateTaxWithheld} for New York were withheld`,
  );
});

test("the page names every field that the engine alone takes", () => {
  const text = section("The engine alone");
  const fieldsOf = (schema: unknown): string[] => {
    const { properties = {}, items } = schema as {
      readonly properties?: Readonly<Record<string, unknown>>;
      readonly items?: unknown;
    };
    const own = Object.entries(properties).flatMap(([name, field]) => [name, ...fieldsOf(field)]);
    return items === undefined ? own : [...own, ...fieldsOf(items)];
  };
  const fields = new Set([AccountRecord, FactRecord].flatMap(fieldsOf));
  expect(fields.size).toBeGreaterThan(40);
  expect([...fields].filter((field) => !text.includes(`\`${field}\``))).toEqual([]);
});
