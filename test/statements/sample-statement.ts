// A statement with every block, for tests of its drawing: 12 securities, corrections, what has not settled.
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { NamedSecurity } from "../../src/brokerage/documents/statements/shown-holdings.ts";
import type { Statement } from "../../src/brokerage/documents/statements/statement.ts";
import {
  calculateStatement,
  type StatementSources,
} from "../../src/brokerage/documents/statements/statement-facts.ts";
import { booksOf, rowsOf, type ShortCloses, type ShortRow } from "./books-of.ts";
import { head, sourcesOf } from "./statement-of.ts";

const day = (n: number) => new Date(Date.UTC(2025, 0, 2 + n)).toISOString().slice(0, 10);

/** The words that a firm has on its statements. */
const words = [
  "Report any error in this statement at once, to your adviser and to the custodian, and confirm it in writing, so that your rights under the Securities Investor Protection Act are kept.",
  "Free credit balances are payable to you on demand. The custodian may use them in its business.",
  "The custodian is a member of SIPC, which protects securities customers of its members up to $500,000, of it $250,000 for cash.",
  "Prices are closes of the exchange, or of the last day that has one. Cost basis is what was recorded or delivered; where it is not known, none is shown.",
  "Your adviser calculates the advisory fee. The custodian does not check whether it is right.",
  "Compare this statement with those that you have from your custodian.",
].map((text, at) => ({ topic: String(at), text }));

/** A statement of so many securities and about so many transactions. */
export function sampleStatement(count: number, transactions = 24): Statement {
  return calculateStatement(sampleSources(count, transactions)).statement;
}

/** The sources of such a statement. */
export function sampleSources(count: number, transactions = 24): StatementSources {
  const ids = Array.from({ length: count }, (_, at) => `${at + 1}`);
  const names = [
    "Acme Corporation",
    "Newco Incorporated",
    "Harbor Total Market Index Fund",
    "Quay Short Duration Municipal Income Portfolio Institutional Shares",
    "Buffalo Electric Holdings",
  ];
  const securities = new Map(
    ids.map((id, at): [Id, NamedSecurity] => [
      id as Id,
      {
        name: `${names[at % names.length]}${at < names.length ? "" : ` ${at}`}`,
        ticker: `T${id.padStart(3, "0")}`,
        cusip: `9990${id.padStart(4, "0")}9`,
        instrumentType: "EQ",
        settlementPeriod: null,
      },
    ]),
  );
  const closes: Record<string, Record<string, string>> = {};
  for (const [at, id] of ids.entries()) {
    const own: Record<string, string> = {};
    // The third has had no close for 390 days.
    const last = at === 2 ? 64 : 453;
    for (let n = 0; n <= last; n += 3)
      own[day(n)] = `${20 + ((at * 7 + n) % 90)}.${((at * 37 + n) % 90) + 10}`;
    closes[id] = own;
  }
  const rows: ShortRow[] = [[day(3), "DEP", { amount: "1250000.00", method: "WIRE" }]];
  for (const id of ids) {
    rows.push([
      day(6),
      "BUY",
      { securityId: id, shares: `${100 + Number(id) * 3}.5`, price: "31.25", fees: "4.95" },
    ]);
    rows.push([day(400), "BUY", { securityId: id, shares: "40", price: "44" }]);
  }
  for (let n = 0; n < transactions; n += 1) {
    const id = ids[n % count] ?? "1";
    const on = day(424 + (n % 29));
    if (n % 4 === 0)
      rows.push([on, "DIV", { securityId: id, amount: `${12 + n}.40`, incomeKind: "qualified" }]);
    else if (n % 4 === 1)
      rows.push([on, "SLE", { securityId: id, shares: "3", price: "52.10", fees: "1.25" }]);
    else if (n % 4 === 2)
      rows.push([on, "BUY", { securityId: id, shares: "5.12345", price: "48.75" }]);
    else rows.push([on, n % 8 === 3 ? "DEP" : "WDL", { amount: `${1000 + n}.00`, method: "ACH" }]);
  }
  rows.push([day(452), "FEE", { amount: "2789.35" }]);
  rows.push([
    day(453),
    "SLE",
    { securityId: "1", shares: "10", price: "61", federalTaxWithholding: "12.00" },
  ]);
  rows.push([day(470), "DIV", { securityId: "2", amount: "88.00", exOn: day(450) }]);
  rows.push([day(410), "FEE", { amount: "50.00", acceptedVersion: "9" }]);
  const all = rowsOf(...rows);
  const books = booksOf(all, closes as ShortCloses);
  const { closing } = calculateStatement(
    sourcesOf(
      booksOf(
        all.filter(({ acceptedVersion }) => acceptedVersion === "1"),
        closes,
      ),
      {
        head: { ...head, from: "2026-02-01" as Day, to: "2026-02-28" as Day },
        securities,
      },
    ),
  );
  const returns = [
    ["QTD", "2025-12-31"],
    ["YTD", "2025-12-31"],
    ["1Y", "2025-03-31"],
    ["SI", "2025-01-05"],
  ] as const;
  const period = (code: string, from: string, at: number) => ({
    period: code,
    startDate: `${from}T00:00:00.000Z`,
    net: { timeWeightedReturn: `${at + 2}.12345`, annualizedTimeWeightedReturn: "5.51230" },
    gross: { timeWeightedReturn: `${at + 2}.62345`, annualizedTimeWeightedReturn: "6.01230" },
  });
  return sourcesOf(books, {
    securities,
    words,
    printed: { closingOn: "2026-02-27" as Day, factsVersion: "8", closing },
    periods: returns.map(([code, from], at) => period(code, from, at)) as never,
    calculatedFees: new Map([
      [String(rows.length - 3), { basis: "1234567.89", rate: "0.903750", days: "90" }],
    ]),
  });
}
