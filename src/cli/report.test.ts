// The options of `bursar report` that go together, and its output for an account.
import { expect, test } from "vitest";
import { formLines, optionsProblem, outcomeLines } from "./report.ts";

const taxYear = "2024";
const form = "1099-b";

test.each([
  [{ taxYear, ofVersion: "1" }, "--of-version does not go with a report without --form"],
  [{ taxYear, csv: true }, "--csv does not go with a report without --form"],
  [{ taxYear, pdf: true }, "--pdf does not go with a report without --form"],
  [{ taxYear, check: true, out: "2024.pdf" }, "--out does not go with a report without --form"],
  [{ pdf: true }, "--pdf does not go with a report without --form"],
  [{ list: true, form }, "--form does not go with --list"],
  [{ list: true, ofVersion: "1" }, "--of-version does not go with --list"],
  [{ list: true, csv: true }, "--csv does not go with --list"],
  [{ list: true, pdf: true }, "--pdf does not go with --list"],
  [{ list: true, out: "list.csv" }, "--out does not go with --list"],
  [{ list: true, check: true }, "--check does not go with --list"],
  [{ list: true, early: true }, "--early does not go with --list"],
  [{ list: true, replaceLoaded: true }, "--replace-loaded does not go with --list"],
  [{ taxYear, form, check: true }, "--check does not go with --form"],
  [{ taxYear, form, early: true }, "--early does not go with --form"],
  [{ taxYear, form, replaceLoaded: true }, "--replace-loaded does not go with --form"],
  [{}, "option '--tax-year <year>' not specified"],
  [{ form }, "option '--tax-year <year>' not specified"],
  [{ taxYear, form, csv: true, pdf: true }, "choose one of --csv, --pdf and --json"],
  [{ taxYear, form, pdf: true, json: true }, "choose one of --csv, --pdf and --json"],
  [
    { taxYear, form, json: true, out: "2024.json" },
    "--out is for CSV and PDF; --json prints to standard output",
  ],
] as const)("%o is a usage error", (options, misuse) => {
  expect(optionsProblem(options)).toBe(misuse);
});

test.each([
  { taxYear, account: "RA00000001", check: true, early: true, replaceLoaded: true, json: true },
  { list: true },
  { list: true, taxYear, account: "RA00000001", json: true },
  { taxYear, form, account: "RA00000001", ofVersion: "1", pdf: true, out: "2024.pdf" },
  { taxYear, form, csv: true },
  { taxYear, form, json: true },
] as const)("%o is not", (options) => {
  expect(optionsProblem(options)).toBeUndefined();
});

test.each([
  ["reported", "2", "5", null, "version 2, 5 lots, reported"],
  ["reported", "1", "1", null, "version 1, 1 lot, reported"],
  ["to report", "0", "0", "1", "version 1 would have 1 lot; to be reported"],
  ["unchanged", "1", "4", null, "version 1, 4 lots, unchanged since it was reported"],
  ["to report", "0", "0", "5", "version 1 would have 5 lots; to be reported"],
  ["to report", "1", "4", "5", "version 1 has 4 lots; version 2 would have 5; to be reported"],
  [
    ...(["loaded", "1", "4", "5"] as const),
    "version 1 has 4 lots; version 2 would have 5; the year was loaded as reported and stays; " +
      "--replace-loaded replaces it",
  ],
] as const)(
  "a year %s: version %s of %s lots, next %s",
  (outcome, version, lots, nextLots, line) => {
    const figures = { outcome, version, lots, nextLots, changes: [] };
    const year = { accountNumber: "RA00000001", ...figures, notices: ["Look."] };
    expect(outcomeLines(year)).toEqual([`RA00000001: ${line}`, "  Look."]);
  },
);

test.each([
  ["to report", "0", "version 1, 2 transactions, to be reported"],
  ["to report", "1", "version 2, 2 transactions, to be reported"],
  ["reported", "2", "version 2, 2 transactions, reported"],
  ["unchanged", "2", "version 2, 2 transactions, unchanged since it was reported"],
] as const)("a form of income %s: version %s", (outcome, version, line) => {
  const changes = [{ box: "8", before: null, after: "CA" }];
  const figures = { outcome, version, rows: "2", changes, notices: ["Look."] };
  expect(formLines({ form: "1099-div", ...figures })).toEqual([
    `  Form 1099-DIV: ${line}`,
    "    box 8 none to CA",
    "    Look.",
  ]);
});
