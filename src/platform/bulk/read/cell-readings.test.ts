// The readings of cells of a spreadsheet, and the sentences about them.
import { describe, expect, test } from "vitest";
import { codeList } from "../../../reference/codes.ts";
import { choice, day, decimal, id, text } from "../../../values/scalars.ts";
import { object, optional } from "../../../values/wire.ts";
import { loadKind } from "../load-kind.ts";
import { maskedParts, shownCell } from "./cell-problems.ts";
import { type CellType, readCell } from "./cell-readings.ts";

const meant = (type: CellType, cell: string) =>
  readCell(type, cell)?.meanings.map(({ value }) => value);

test.each([
  ["1,234,567.89", ["1234567.89"]],
  ["1.234.567,89", ["1234567.89"]],
  ["1,234.50", ["1234.50"]],
  ["1 234,50", ["1234.50"]],
  ["1'234.50", ["1234.50"]],
  ["12,5", ["12.5"]],
  ["0,125", ["0.125"]],
  ["1234,567", ["1234.567"]],
  ["$1,234.50", ["1234.50"]],
  ["-$1.50", ["-1.50"]],
  ["US$ 1.234,50", ["1234.50"]],
  ["1.234,50 USD", ["1234.50"]],
  ["$(1.95)", ["-1.95"]],
  ["$-1.95", ["-1.95"]],
  ["$-", ["0"]],
  [" $ -   ", ["0"]],
  ["-", undefined],
  ["$", undefined],
  ["$$5", undefined],
  ["$5 USD", ["5"]],
  ["$5 CAD", []],
  ["€ 1.234,50", []],
  ["1.234,50 €", []],
  ["(£5.00)", []],
  ["-GBP 5", []],
  ["5.00 CHF", []],
  ["CA$5", []],
  ["5 LOT", undefined],
  ["12.50 USD", ["12.50"]],
  ["(12.50)", ["-12.50"]],
  ["($1,234.50)", ["-1234.50"]],
  ["12.50-", ["-12.50"]],
  ["−12.50", ["-12.50"]],
  ["+5", ["5"]],
  ["(0.00)", ["0.00"]],
  ["1.500E+3", ["1500"]],
  ["$1.5E1", ["15"]],
  ["1.5E+3", []],
  ["1.23E+05", []],
  ["1.5E-3", ["0.0015"]],
  ["1.23456E2", ["123.456"]],
  ["9.99E+15", []],
  ["1,234", ["1.234", "1234"]],
  ["1.234", ["1.234", "1234"]],
  ["12,34,567", undefined],
  ["1,2345.6", undefined],
  ["1.2.3", undefined],
  ["#N/A", []],
  ["#DIV/0!", []],
  ["#REF!", []],
  ["#NAME?", []],
  ["=1+2", []],
  ["#5", undefined],
  ["(-5)", undefined],
  ["--5", undefined],
  ["-5-", undefined],
  ["abc", undefined],
  ["", undefined],
])("the amount %s means %j", (cell, values) => {
  expect(meant("decimal", cell)).toEqual(values);
});

test.each([
  ["03/04/2025", ["2025-03-04", "2025-04-03"]],
  ["3/4/2025 0:00", ["2025-03-04", "2025-04-03"]],
  ["04-04-2025", ["2025-04-04"]],
  ["13/04/2025", ["2025-04-13"]],
  ["12/31/2025", ["2025-12-31"]],
  ["03.04.2025", ["2025-04-03"]],
  ["2025/3/4", ["2025-03-04"]],
  ["20250304", ["2025-03-04"]],
  ["4-Mar-2025", ["2025-03-04"]],
  ["March 4, 2025", ["2025-03-04"]],
  ["2025-03-04 00:00:00", ["2025-03-04"]],
  // 1 March 1900 is day 61 of a spreadsheet.
  ["45720", ["2025-03-04"]],
  ["45720.0", ["2025-03-04"]],
  ["31/02/2025", undefined],
  ["03/04/25", []],
  ["4-Mar-25", []],
  ["Mar 4, '25", []],
  // Half past twelve, in a zone that nobody knows.
  ["45720.5", []],
  ["2025-03-04 14:30", []],
  ["2025-03-04T14:30:00", []],
  ["3/4/2025 2:30 PM", []],
  ["4-Mar-2025 09:00", []],
  ["#N/A", []],
  ["=TODAY()", []],
  ["soon", undefined],
])("the day %s means %j", (cell, values) => {
  expect(meant("day", cell)).toEqual(values);
});

test.each([
  ["id", "1002.0", ["1002"]],
  ["id", "1,002", ["1002"]],
  ["id", "'1002", ["1002"]],
  ["id", "5,000", ["5000"]],
  ["id", "1,000,000", ["1000000"]],
  ["id", "10.000", ["10000"]],
  ["id", "1,000.00", ["1000"]],
  ["id", "1,000.000", undefined],
  ["id", "1002.0000", undefined],
  ["id", "9.22337E+18", []],
  ["id", "A1", undefined],
  ["truth", "Yes", ["true"]],
  ["truth", "0", ["false"]],
  ["truth", "maybe", undefined],
  ["text", " Ann ", ["Ann"]],
  ["text", "Ann", undefined],
  ["text", "=1+2", undefined],
  ["text", "#N/A", undefined],
] as const)("the %s %s means %j", (type, cell, values) => {
  expect(meant(type, cell)).toEqual(values);
});

describe("of a cell that is refused", () => {
  const kind = loadKind({
    name: "things",
    about: "",
    columns: object({
      thingOid: id(),
      born: optional(day()),
      amount: optional(decimal({ places: 2, min: "0" })),
      code: optional(choice(codeList("firm-kind"))),
      secret: optional(text()),
      day: optional(day()),
    }),
    table: "thing",
    key: ["thingOid"],
    privateFields: ["born", "secret"],
    subject: () => "firm:1",
    example: "",
  });

  test.each([
    ["amount", "$1,234.50", "it has a currency sign and thousands separators: write 1234.50"],
    [
      "amount",
      "1,234",
      "it may mean 1.234 (which is not accepted) or 1234: write the one that is meant",
    ],
    [
      "amount",
      "1.234,50 €",
      "it has the currency € and not US dollars: write an amount in digits with a point, such as " +
        "-1234.50",
    ],
    [
      "amount",
      "1.23E+05",
      "it has an exponent, so that its last digits are lost: write an amount in digits with a " +
        "point, such as -1234.50",
    ],
    // The sentence names a negative amount, which is not accepted either.
    ["amount", "(5.00)", "write an amount in digits with a point, such as -1234.50"],
    ["day", "03/04/2025", "it may mean 2025-03-04 or 2025-04-03: write the one that is meant"],
    ["day", "45720", "it has the serial number of a day: write 2025-03-04"],
    ["day", "soon", "write a day that exists as YYYY-MM-DD"],
    ["day", "03/04/25", "it has a year of two digits: write a day that exists as YYYY-MM-DD"],
    [
      "day",
      "45720.5",
      "it has a time of day without an offset: write a day that exists as YYYY-MM-DD",
    ],
    [
      "amount",
      "#N/A",
      "it has the error of a formula, #N/A: write an amount in digits with a point, such as -1234.50",
    ],
    [
      "code",
      "=A1",
      "it has a formula in place of its result: write one of operator, institutional, issuing",
    ],
    ["thingOid", "5,000", "it has more than its digits: write 5000"],
    ["code", "Operator", "it has letters of another case: write operator"],
    ["code", "bank", "write one of operator, institutional, issuing"],
    [
      "thingOid",
      "9.22337E+18",
      "it has an exponent, so that its last digits are lost: write an id in digits alone, from a " +
        "column that is formatted as text",
    ],
  ])("%s %s: %s", (column, value, cure) => {
    expect(shownCell(kind, column, value)).toEqual({ value, cure });
  });

  test("a private value shows its shape alone, and no reading of it", () => {
    expect(shownCell(kind, "born", "03/04/1971")).toEqual({
      value: "##/##/####",
      cure: "write a day that exists as YYYY-MM-DD",
    });
    expect(shownCell(kind, "born", "03/04/71")).toEqual({
      value: "##/##/##",
      cure: "it has a year of two digits: write a day that exists as YYYY-MM-DD",
    });
    expect(shownCell(kind, "secret", "Ann 7")).toEqual({ value: "xxx #" });
  });

  test("the shape of a private list has the digits of no number, and no truth value", () => {
    const value = [{ SSN: "900-12-3456", share: 40, isPrimary: true, isOpen: false, note: null }];
    expect(maskedParts(value, new Set(["note"]))).toEqual([
      { SSN: "###-##-####", share: "##", isPrimary: "x", isOpen: "x", note: null },
    ]);
  });

  test("a long value is cut, and an absent or nested one not shown", () => {
    expect(shownCell(kind, "code", "x".repeat(100)).value).toBe(`${"x".repeat(60)}…`);
    expect(shownCell(kind, "amount", undefined)).toEqual({});
    expect(shownCell(kind, "lots[0].shares", "1")).toEqual({});
    expect(readCell("decimal", "1".repeat(100_000))).toBeUndefined();
  });
});
