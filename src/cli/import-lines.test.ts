// The lines that `bursar import` prints of breaks and of what it stores.
import type { Day } from "@bursar/values/dates";
import { expect, test } from "vitest";
import type { Difference, FoundBreaks } from "../brokerage/books/reconciliations/reads.ts";
import type { ImportPlan } from "../brokerage/service/imports/plan-import.ts";
import { fileLines, outcomeLines } from "./import-lines.ts";

const on = "2026-07-31" as Day;
const plan: ImportPlan = {
  files: [],
  questions: [],
  openAccounts: [],
  problems: [],
  notices: ["A notice."],
  records: [{ kind: "accounts", records: [{ fields: {}, file: "accounts.csv", line: 2 }] }],
  importedRows: [],
  knownRows: 1,
  links: [
    {
      custodianAccount: "1111-2222",
      accountNumber: "RA00000001",
      folioNumber: "RA0000000103",
      isNew: true,
      owners: [
        {
          matchedBy: "name",
          client: { loginId: "ann.lee", firstName: "Ann", lastName: "Lee", dateOfBirth: null },
        },
      ],
    },
  ],
  openedAccounts: [],
  openings: new Map([["RA00000001", "2026-06-30"]]),
  newAnswers: [],
  statements: [{ on, accounts: new Map() }],
  tickers: new Map([["7", "ACME"]]),
};
const missing: Difference = {
  kind: "shares",
  security: "7",
  acquiredOn: undefined,
  custodian: 300_000n,
  books: 100_000n,
  amount: 4_200n,
  cause: "missingTransaction",
};
const cash: Difference = {
  ...missing,
  kind: "cash",
  security: "",
  custodian: -150n,
  books: 0n,
  amount: -150n,
};

const basis: Difference = {
  ...missing,
  kind: "lotBasis",
  acquiredOn: "2024-02-07" as Day,
  custodian: 115_000n,
  books: 111_300n,
  amount: 3_700n,
  cause: "costBasis",
};

function linesOf(differences: readonly Difference[] | undefined, check = false): string[] {
  const found: FoundBreaks[] =
    differences === undefined
      ? []
      : [
          {
            on,
            accounts: new Map([["RA00000001", differences]]),
            compared: () => new Set(),
            unknown: [],
            unlisted: "0",
          },
        ];
  const done = { state: "done", importId: "5", report: [], plan, breaks: found, lateDays: [] };
  return outcomeLines({ ...done, state: "done" }, check);
}

test("each break names account, security, both figures and what it is likely to come from", () => {
  expect(linesOf([missing, basis, cash])).toEqual([
    "1 account opened with positions as of 2026-06-30; lots and performance begin there.",
    "1111-2222: Ann Lee is taken for the client ann.lee, by name only.",
    "A notice.",
    "Import 5: 0 transactions, 1 new account; 1 row is known already.",
    "RA00000001 2026-07-31: shares of ACME: custodian 3.00000, books 1.00000, difference 2.00000, worth 42.00; perhaps a missing transaction",
    "RA00000001 2026-07-31: lotBasis of ACME of 2024-02-07: custodian 1150.00, books 1113.00, difference 37.00; perhaps another cost basis",
    "RA00000001 2026-07-31: cash: custodian -1.50, books 0.00, difference -1.50; perhaps a missing transaction",
    "1 account compared with the custodian as of 2026-07-31: 3 breaks",
  ]);
});

test("without a break it says so, and without a statement that nothing was compared", () => {
  expect(linesOf([]).at(-1)).toBe(
    "1 account compared with the custodian as of 2026-07-31: 0 breaks",
  );
  expect(linesOf(undefined, true).slice(-2)).toEqual([
    "No file states positions or cash: nothing was compared.",
    "Nothing was stored: this was a check.",
  ]);
});

test("each file has its facts and the lines that are none", () => {
  const rows = { transactions: 2, positions: 0, lots: 0, balances: 0, prices: 0 };
  expect(
    fileLines([
      { name: "a.csv", rows, asides: { title: 1 } },
      { name: "b.csv", rows: { ...rows, transactions: 0 }, asides: {} },
    ]),
  ).toEqual(["a.csv: transactions 2, title 1", "b.csv: nothing"]);
});
