// A firm's files from the first import to the next month's, and what is asked, refused and undone.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CustodianFile, shippedProfiles } from "@bursar/custodian-files";
import type { Id } from "@bursar/values/ids";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../../test/database.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { loadFolder } from "../../../platform/bulk/apply/load-folder.ts";
import { selectAuditEntries } from "../../../platform/change/audit.ts";
import { clientConfig } from "../../../platform/store/connection.ts";
import { sql } from "../../../platform/store/db.ts";
import { listImports } from "./list-imports.ts";
import type { ImportInput } from "./plan-import.ts";
import type { GivenAnswer } from "./questions.ts";
import { type ImportOutcome, runImport } from "./run-import.ts";
import { shownBreaks } from "./shown-breaks.ts";
import { undoImport } from "./undo-import.ts";

let store: TestDatabase;
/** Each import has an instant of its own, as it would have. */
let instant = Date.parse("2026-08-20T14:00:00Z");

beforeAll(async () => {
  store = await newDatabase();
  const folder = await mkdtemp(join(tmpdir(), "bursar-import-"));
  const firms = [
    "firmOid,partnerCode,name,kind,state",
    "2001,HARBOR,Harbor Advisers,institutional,MA",
    "2002,SUMMIT,Summit Advisers,institutional,NY",
  ];
  await writeFile(join(folder, "firms.csv"), firms.join("\n"));
  await loadFolder(context(), loadOrder, folder);
  await rm(folder, { recursive: true });
});
afterAll(() => store.drop());

function context() {
  instant += 60_000;
  return testContext(store.database, new Date(instant));
}

function file(name: string, lines: readonly string[], lineEnd = "\r\n"): CustodianFile {
  return { name, bytes: Buffer.from(lines.join(lineEnd)) };
}

interface Options {
  readonly profile?: string;
  readonly firm?: string;
  readonly accounts?: readonly string[];
  readonly answers?: readonly GivenAnswer[];
  readonly check?: boolean;
  readonly bounds?: ImportInput["bounds"];
  readonly day?: string;
  readonly since?: string;
}

async function run(files: readonly CustodianFile[], options: Options = {}): Promise<ImportOutcome> {
  const {
    profile = "schwab",
    firm = "2001",
    accounts,
    answers = [],
    check = false,
    bounds,
    day,
    since,
  } = options;
  const found = shippedProfiles.find(({ name }) => name === profile);
  if (found === undefined) throw new Error(`no profile ${profile}`);
  return runImport(context(), {
    kinds: loadOrder,
    profile: found,
    files,
    firmOid: firm as Id,
    answers,
    cipStatus: "PASSED",
    check,
    ...(bounds && { bounds }),
    ...(day !== undefined && { day }),
    ...(since !== undefined && { since }),
    ...(accounts && { accounts: file("accounts.csv", [accountHeading, ...accounts]) }),
  });
}

async function done(files: readonly CustodianFile[], options: Options = {}) {
  const outcome = await run(files, options);
  if (outcome.state === "done") return outcome;
  const { questions, fault } = outcome;
  throw new Error(JSON.stringify({ questions, problems: fault?.problems }));
}

async function open(files: readonly CustodianFile[], options: Options = {}) {
  const outcome = await run(files, options);
  if (outcome.state === "open") return outcome;
  throw new Error("nothing was asked or refused");
}

/** The transactions that are stored, withdrawn ones too. */
async function stored(): Promise<number> {
  const row = await store.database.first(sql<{ count: string }>`
    select count(*)::text as count from account_transaction`);
  return Number(row?.count);
}

const breaksIn = ({ breaks }: { readonly breaks: Awaited<ReturnType<typeof done>>["breaks"] }) =>
  breaks.flatMap(({ accounts }) => [...accounts.values()].flat());

const accountHeading =
  "custodianAccount,accountNumber,folioNumber,accountName,accountType,openedOn,firstName,lastName,dateOfBirth,loginId";
const owners = [
  "1111-2222,,,Everyday,I,,Ann,Whitfield,1971-04-09,",
  "1111-3333,,,Retirement,R,,Ann,Whitfield,1971-04-09,",
];

const heading = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"';
const activity = (account: string, rows: readonly string[]) => [
  `"Transactions  for account ${account} as of 08/20/2026 10:00:00 ET"`,
  heading,
  ...rows,
  '"Transactions Total","","","","","","",""',
];
const holding = (account: string, day: string, rows: readonly string[]) => [
  `"Positions for account ${account} as of 04:00 PM ET, ${day}"`,
  '"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis","Security Type"',
  ...rows,
  '"Account Total","--","--","--","","--","--"',
];

// The newest rows come first.
const july = [
  '"07/31/2026","Bank Interest","","","","","","$1.25"',
  '"07/20/2026","Buy","ACME","ACME CORP","10","$20.00","$1.00","-$201.00"',
  '"07/20/2026","Buy","ACME","ACME CORP","10","$20.00","$1.00","-$201.00"',
  '"07/15/2026","Reinvest Shares","ACME","ACME CORP","0.5","$20.00","","-$10.00"',
  '"07/15/2026","Reinvest Dividend","ACME","ACME CORP","","","","$10.00"',
  '"07/10/2026","Sell","912828XX8","US TREASURY NOTE","5000","$99.00","","$4,950.00"',
  '"07/01/2026","Buy","912828XX8","US TREASURY NOTE","10000","$98.50","","-$9,850.00"',
  '"07/01/2026","MoneyLink Transfer","","Tfr BANK","","","","$20,000.00"',
];
// 20,000 − 9,850 + 4,950 + 10 − 10 − 2 × 201 + 1.25
const julyCash =
  '"Cash & Cash Investments","--","--","--","$14,699.25","--","Cash and Money Market"';
const julyHoldings = [
  '"ACME","ACME CORP","20.5","$21.00","$430.50","$411.00","Equity"',
  '"912828XX8","US TREASURY NOTE","5,000","99.10","$4,955.00","$4,925.00","Fixed Income"',
  julyCash,
];
const julyFiles = [
  file("transactions-july.csv", activity("1111-2222", july)),
  file("positions-july.csv", holding("1111-2222", "2026/07/31", julyHoldings), "\n"),
];

describe("the first import", () => {
  test("asks whose an account is, and stores nothing meanwhile", async () => {
    const { questions, accounts, fault } = await open(julyFiles);
    expect(questions).toMatchObject([{ about: "account", word: "1111-2222", choices: [] }]);
    expect(accounts.map(({ account }) => account)).toEqual(["1111-2222"]);
    expect(fault).toBeUndefined();
    expect(await stored()).toBe(0);
  });

  test("checks without storing, and compares what it would store", async () => {
    const outcome = await done(julyFiles, { accounts: owners, check: true });
    expect(outcome.importId).toBeUndefined();
    expect(breaksIn(outcome)).toEqual([]);
    expect(outcome.breaks.map(({ on }) => on)).toEqual(["2026-07-31"]);
    expect([await stored(), await listImports(store.database)]).toEqual([0, []]);
  });

  test("opens the account, books its rows and ends with no break", async () => {
    const outcome = await done(julyFiles, { accounts: owners });
    expect(breaksIn(outcome)).toEqual([]);
    expect(await stored()).toBe(8);
    const securities = outcome.plan.records.find(({ kind }) => kind === "securities")?.records;
    expect(securities?.map(({ fields }) => [fields.ticker, fields.instrumentType])).toEqual([
      ["ACME", "EQ"],
      ["912828XX8", "DB"],
    ]);
    const [entry] = (await selectAuditEntries(store.database, "firm:2001")).slice(-1);
    expect(JSON.stringify(entry)).toContain(String(outcome.importId));
  });

  test("brings nothing the second time, by the links that are remembered", async () => {
    const outcome = await done(julyFiles);
    expect([outcome.importId, outcome.plan.knownRows]).toEqual([undefined, 8]);
    expect(breaksIn(outcome)).toEqual([]);
    expect([await stored(), (await listImports(store.database)).length]).toEqual([8, 1]);
  });
});

describe("later files", () => {
  const august = ['"08/03/2026","Sell","ACME","ACME CORP","5","$22.00","","$110.00"'];

  test("that overlap add what is new", async () => {
    const overlapping = file(
      "transactions-next.csv",
      activity("1111-2222", [...august, ...july.slice(0, 3)]),
    );
    const outcome = await done([overlapping]);
    expect([outcome.plan.knownRows, outcome.plan.notices]).toEqual([3, []]);
    expect(await stored()).toBe(9);
  });

  test("without a row of their days, or with another in its place, are reported", async () => {
    const [interest = "", first = "", second = "", ...others] = july;
    const changed = interest.replace("$1.25", "$1.75");
    const outcome = await done([
      file(
        "transactions-again.csv",
        activity("1111-2222", [changed, first, ...others.slice(0, 2)]),
      ),
    ]);
    expect(second).toBe(first);
    expect(outcome.plan.notices).toEqual([
      expect.stringMatching(
        /^transactions-again\.csv:3: R\w+ INT of 2026-07-31 is another than transaction \d+/,
      ),
      expect.stringMatching(/^R\w+ BUY of 2026-07-20: the files of its days have no row/),
    ]);
    expect(await stored()).toBe(9);
  });

  test("show what the transactions do not explain", async () => {
    const short = ['"ACME","ACME CORP","16.5","$22.00","$363.00","--","Equity"', julyCash];
    const outcome = await done([
      file("positions-august.csv", holding("1111-2222", "2026/08/05", short)),
    ]);
    expect(breaksIn(outcome)).toMatchObject([
      { kind: "shares", custodian: 0n, books: 500_000_000n, cause: "missingTransaction" },
      { kind: "shares", custodian: 1_650_000n, books: 1_550_000n, amount: 2_200n },
      { kind: "cash", custodian: 1_469_925n, books: 1_480_925n },
    ]);
    const kept = await store.database.rows(sql<{ kind: string }>`
      select kind from reconciliation_break where stands order by kind`);
    expect(kept.map(({ kind }) => kind)).toEqual(["cash", "shares", "shares"]);
  });
});

describe("an account without a history", () => {
  const opening = [
    '"ACME","ACME CORP","40","$21.00","$840.00","$700.00","Equity"',
    '"BOLT","BOLT FASTENERS","3","$10.00","$30.00","N/A","Equity"',
    '"Cash & Cash Investments","--","--","--","$500.00","--","Cash and Money Market"',
  ];

  test("opens with its positions as of their day, with the basis that is known", async () => {
    const outcome = await done(
      [file("positions.csv", holding("1111-3333", "2026/07/31", opening))],
      { accounts: owners },
    );
    expect([...outcome.plan.openings.values()]).toEqual(["2026-07-31"]);
    expect(breaksIn(outcome)).toEqual([]);
    const lots = await store.database.rows(sql<{ shares: string; basis: string | null }>`
      select share_quantity::text as shares, adjusted_cost_basis::text as basis
      from open_lot join account using (account_number)
      where account_type = 'R' order by share_quantity desc`);
    expect(lots).toEqual([
      { shares: "40.00000", basis: "700.00" },
      { shares: "3.00000", basis: null },
    ]);
    const clients = await store.database.rows(sql`select from member`);
    expect(clients.length).toBe(1);
  });

  test("goes on with the rows after its opening alone", async () => {
    const rows = [
      '"08/03/2026","Sell","ACME","ACME CORP","4","$22.00","","$88.00"',
      '"07/31/2026","Buy","ACME","ACME CORP","40","$17.50","","-$700.00"',
    ];
    const outcome = await done([file("transactions.csv", activity("1111-3333", rows))], {
      check: true,
    });
    const records = outcome.plan.records.find(({ kind }) => kind === "transactions")?.records;
    expect(records?.map(({ fields }) => fields.tradeDate)).toEqual(["2026-08-03"]);
    expect(outcome.plan.notices).toEqual([
      "1 row up to the day on which their accounts opened are left out.",
    ]);
  });

  test("opens as of a day that is chosen, without the rows until then", async () => {
    const files = [
      file("transactions.csv", activity("1111-4444", july)),
      file("positions.csv", holding("1111-4444", "2026/07/31", julyHoldings)),
    ];
    const account = { accounts: ["1111-4444,,,Chosen,I,,Ann,Whitfield,1971-04-09,"] };
    const whole = await done(files, { ...account, check: true });
    expect([...whole.plan.openings]).toEqual([]);
    const chosen = await done(files, { ...account, check: true, since: "2026-07-31" });
    expect([...chosen.plan.openings.values()]).toEqual(["2026-07-31"]);
    expect(breaksIn(chosen)).toEqual([]);
    const records = chosen.plan.records.find(({ kind }) => kind === "transactions")?.records;
    expect(records?.map(({ fields }) => fields.transactionType)).toEqual(["DEP", "TIN", "TIN"]);
  });
});

test("a custodian's lots come with their days and bases, and the rest of a position without", async () => {
  const outcome = await done(
    [
      file("positions.csv", [
        "Account,Date,Ticker,CUSIP,Name,Quantity,Price,Value",
        "G-1,2026-07-31,ACME,,ACME CORP,40,21.00,840.00",
      ]),
      file("lots.csv", [
        "Account,Date,Ticker,CUSIP,Name,Quantity,Acquired,Cost",
        "G-1,2026-07-31,ACME,,ACME CORP,25,2019-03-04,500.00",
        "G-1,2026-07-31,ACME,,ACME CORP,10,2024-05-06,--",
      ]),
    ],
    { profile: "generic", accounts: ["G-1,,,Lots,I,2015-01-02,Ben,Okafor,1980-05-06,"] },
  );
  expect(breaksIn(outcome)).toEqual([]);
  const lots = await store.database.rows(sql<Record<string, string | null>>`
    select share_quantity::text as shares, adjusted_cost_basis::text as basis,
      original_acquisition_on::text as acquired
    from open_lot join account using (account_number)
    where account_name = 'Lots' order by share_quantity desc`);
  expect(lots).toEqual([
    { shares: "25.00000", basis: "500.00", acquired: "2019-03-04" },
    { shares: "10.00000", basis: null, acquired: "2024-05-06" },
    { shares: "5.00000", basis: null, acquired: null },
  ]);
});

test("a custodian's lots of a later day are compared with ours, by the day of acquisition", async () => {
  const lots = (...rows: readonly string[]) =>
    file("lots-august.csv", ["Account,Date,Ticker,CUSIP,Name,Quantity,Acquired,Cost", ...rows]);
  const generic = { profile: "generic", check: true };
  const same = await done(
    [
      lots(
        "G-1,2026-08-05,ACME,,ACME CORP,25,2019-03-04,500.00",
        "G-1,2026-08-05,ACME,,ACME CORP,10,2024-05-06,--",
        "G-1,2026-08-05,ACME,,ACME CORP,5,,--",
      ),
    ],
    generic,
  );
  expect(breaksIn(same)).toEqual([]);
  const others = await done(
    [
      lots(
        "G-1,2026-08-05,ACME,,ACME CORP,25,2019-03-04,512.50",
        "G-1,2026-08-05,ACME,,ACME CORP,15,2024-05-07,--",
      ),
    ],
    generic,
  );
  expect(shownBreaks(others)).toMatchObject([
    { kind: "lotShares", acquiredOn: "", custodian: "0.00000", books: "5.00000" },
    { kind: "lotBasis", acquiredOn: "2019-03-04", custodian: "512.50", difference: "12.50" },
    { kind: "lotShares", acquiredOn: "2024-05-06", custodian: "0.00000", books: "10.00000" },
    { kind: "lotShares", acquiredOn: "2024-05-07", custodian: "15.00000", cause: "lotRelief" },
  ]);
  const [day] = others.breaks;
  expect([...(day?.compared([...day.accounts.keys()][0] ?? "") ?? [])]).toEqual([
    "shares",
    "lotShares",
    "lotBasis",
  ]);
  const more = await done([lots("G-1,2026-08-05,ACME,,ACME CORP,41,2019-03-04,--")], generic);
  expect(shownBreaks(more)).toMatchObject([{ kind: "shares", difference: "1.00000" }]);
});

describe("undoing", () => {
  test("is refused after a year was reported with what the import brought", async () => {
    const [last] = await listImports(store.database);
    const admin = new pg.Client(clientConfig(store.admin));
    await admin.connect();
    await admin.query(`
      insert into reported_year (account_number, tax_year, is_loaded, is_made_by_load)
      select account_number, '2026', false, false from account where account_name = 'Lots'`);
    const outcome = await undoImport(context(), loadOrder, last?.importId as Id);
    expect(outcome.state === "refused" && outcome.fault.problems).toMatchObject([
      { reason: "Its year 2026 was reported with what this import brought." },
    ]);
    await admin.query("delete from reported_year");
    await admin.end();
  });

  test("is refused where a later fact needs what it brought, and changes nothing", async () => {
    const before = await stored();
    const [first] = (await listImports(store.database)).toReversed();
    const outcome = await undoImport(context(), loadOrder, first?.importId as Id);
    expect(outcome.state).toBe("refused");
    expect(await stored()).toBe(before);
  });

  test("cancels what an import brought, once, and lets its files come again", async () => {
    const before = await stored();
    const [last] = await listImports(store.database);
    const outcome = await undoImport(context(), loadOrder, last?.importId as Id);
    expect(outcome).toEqual({ state: "undone", transactions: 1, accounts: 1 });
    expect(await stored()).toBe(before + 1);
    const again = await undoImport(context(), loadOrder, last?.importId as Id);
    expect(again).toEqual({ state: "undoneBefore" });
    expect(await undoImport(context(), loadOrder, "77" as Id)).toEqual({ state: "unknown" });
  });
});

test("of two imports of the same rows at once one brings them", async () => {
  const row = ['"08/18/2026","Bank Interest","","","","","","$2.00"'];
  const files = [file("transactions.csv", activity("1111-2222", row))];
  const before = await stored();
  const both = await Promise.allSettled([run(files), run(files)]);
  const isDone = (each: (typeof both)[number]) =>
    each.status === "fulfilled" && each.value.state === "done" && each.value.importId !== undefined;
  expect(both.filter(isDone).length).toBe(1);
  expect(await stored()).toBe(before + 1);
});

describe("bad files", () => {
  const rows = (...extra: string[]) =>
    file("transactions.csv", activity("1111-2222", [...extra, ...july]));

  test("ask what an unknown action and column are, and take the answer", async () => {
    const strange = rows('"08/10/2026","Journal","","","","","","-$12.00"');
    const { questions } = await open([strange]);
    expect(questions).toMatchObject([{ about: "action", word: "Journal", line: 3, count: 1 }]);
    const answers: GivenAnswer[] = [{ about: "action", word: "Journal", answer: "DEP or WDL" }];
    const outcome = await done([strange], { answers, check: true });
    expect(
      (await open([strange], { answers: [{ ...answers[0], answer: "gift" }] as never })).fault,
    ).toMatchObject({ problems: [{ file: "answers.json", value: "gift" }] });
    const transactions = outcome.plan.records.find(({ kind }) => kind === "transactions");
    expect(transactions?.records.map(({ fields }) => fields.transactionType)).toEqual(["WDL"]);
  });

  test("ask once what a column is: the answer is kept for the firm and the profile", async () => {
    const lines = (day: string) => [
      "Account,Date,Action,Amount,Teller",
      `K-1,${day},Deposit,5.00,Ida`,
    ];
    const options = {
      profile: "generic",
      accounts: ["K-1,,,Kept,I,2015-01-02,Ida,Kept,1980-05-06,"],
    };
    const first = file("history-1.csv", lines("2026-08-10"));
    const { questions } = await open([first], options);
    expect(questions).toMatchObject([{ about: "column", word: "Teller", line: 2 }]);
    const answers: GivenAnswer[] = [{ about: "column", word: "Teller", answer: "ignore" }];
    await done([first], { ...options, answers });
    const next = await done([file("history-2.csv", lines("2026-08-11"))], { profile: "generic" });
    const records = next.plan.records.find(({ kind }) => kind === "transactions")?.records;
    expect(records?.map(({ fields }) => fields.tradeDate)).toEqual(["2026-08-11"]);
    const ofOther = await open([first], { ...options, firm: "2002" });
    expect(ofOther.questions).toMatchObject([{ about: "column", word: "Teller" }]);
  });

  test("name a file of another profile, and every row that cannot be booked, at once", async () => {
    const files = [
      file("unrelated.txt", ["Hello"]),
      rows(
        '"08/11/2026","Sell","ACME","ACME CORP","many","$22.00","","$110.00"',
        '"08/12/2026","Advisor Fee","","","","","","$3.00"',
      ),
    ];
    const { fault, questions } = await open(files);
    expect(fault?.problems).toMatchObject([{ file: "unrelated.txt", line: 1 }]);
    expect(questions).toMatchObject([
      { about: "row", file: "transactions.csv", line: 3, choices: ["ignore"] },
      { about: "row", file: "transactions.csv", line: 4 },
    ]);
    const answers = questions.map(({ about, word }) => ({ about, word, answer: "ignore" }));
    expect((await done(files.slice(1), { answers, check: true })).plan.questions).toEqual([]);
  });

  test("ask which day is meant where it could be two, and take the answer", async () => {
    const lines = ["Account,Date,Action,Amount", "1111-2222,03/04/2026,Deposit,5.00"];
    const either = file("either.csv", lines);
    const accounts = ["1111-2222,ignore,,,,,,,,"];
    const { questions } = await open([either], { profile: "generic", accounts });
    expect(questions).toMatchObject([
      { about: "dayOrder", word: "transactions", line: 2, choices: ["mdy", "dmy"] },
    ]);
    const answers: GivenAnswer[] = [{ about: "dayOrder", word: "either.csv", answer: "dmy" }];
    const outcome = await done([either], { profile: "generic", accounts, answers, check: true });
    expect(outcome.plan.files).toMatchObject([{ name: "either.csv" }]);
  });

  test("whose tax has no payout are refused at its line, with what to do", async () => {
    const { fault } = await open([
      rows('"08/12/2026","Foreign Tax Paid","ACME","ACME CORP","","","","-$1.00"'),
    ]);
    expect(fault?.problems).toMatchObject([
      { file: "transactions.csv", line: 3, cure: expect.stringContaining("Foreign Tax Paid") },
    ]);
  });

  test("ask whether a security with another CUSIP or only a name is a known one", async () => {
    const adviser = (cusip: string, symbol: string, name: string) =>
      file("transactions-adviser.csv", [
        "Account,Date,Action,CUSIP,Symbol,Description,Quantity,Price,Fees & Comm,Amount",
        `1111-2222,08/13/2026,Buy,${cusip},${symbol},${name},1,$5.00,,-$5.00`,
      ]);
    const [note] = await store.database.rows(sql<{ id: string }>`
      select security_id::text as id from security where ticker = '912828XX8'`);
    const same = await open([adviser("", "TNOTE", "US Treasury Note")]);
    expect(same.questions).toMatchObject([
      { about: "security", word: "TNOTE", choices: [note?.id, "new"] },
    ]);
    const lone = await open([adviser("", "", "Something Private")]);
    expect(lone.questions).toMatchObject([{ about: "security", choices: ["new"] }]);
  });

  test("of equal trades of a day count as often as they are there", async () => {
    const trade = '"08/14/2026","Buy","ACME","ACME CORP","1","$20.00","","-$20.00"';
    const outcome = await done([rows(trade, trade, trade)], { check: true });
    const records = outcome.plan.records.find(({ kind }) => kind === "transactions")?.records;
    expect(records?.map(({ fields }) => fields.entryOrder)).toEqual([1, 2, 3]);
  });

  test("say at their own lines why the books refuse them", async () => {
    const { fault } = await open([
      rows('"08/11/2026","Sell","ACME","ACME CORP","500","$22.00","","$11,000.00"'),
    ]);
    expect(fault?.problems).toMatchObject([{ file: "transactions.csv", line: 3 }]);
  });

  test("of another firm open no account of this one", async () => {
    const { questions } = await open(julyFiles, { firm: "2002" });
    expect(questions).toMatchObject([{ about: "account" }]);
    const [known] = await store.database.rows(sql<{ number: string }>`
      select account_number as number from account order by opened_on, 1`);
    const { fault } = await open(julyFiles, {
      firm: "2002",
      accounts: [`1111-2222,${known?.number},,,,,,,,`],
    });
    expect(fault?.problems).toMatchObject([
      { file: "accounts.csv", line: 2, reason: "The firm has no such account." },
    ]);
  });

  test("by request state a bounded number of days", async () => {
    const holdings = Array.from({ length: 3 }, (_, at) =>
      file(`positions-${at}.csv`, holding("1111-2222", `2026/07/0${at + 1}`, [julyCash])),
    );
    const bounds = { rows: 9, accounts: 9, statedDays: 2 };
    const { fault } = await open(holdings, { bounds });
    expect(fault?.problems).toMatchObject([{ reason: expect.stringContaining("of 3 days") }]);
  });

  test("reach no account of this one by an answer, given or remembered", async () => {
    const [known] = await store.database.rows(sql<{ folio: string }>`
      select folio_number as folio from folio where folio_type = 'folio' order by 1`);
    const answer = { about: "account", word: "1111-2222", answer: known?.folio ?? "" } as const;
    const { fault } = await open(julyFiles, { firm: "2002", answers: [answer] });
    expect(fault?.problems).toMatchObject([
      { file: "answers.json", reason: 'No answer is about the account "1111-2222".' },
    ]);
    const remembered = { ...answer, firm_oid: "2002", profile: "schwab" };
    const admin = new pg.Client(clientConfig(store.admin));
    await admin.connect();
    await admin.query(
      `insert into import_answer
        select given.* from jsonb_populate_record(null::import_answer, $1::jsonb) as given`,
      [JSON.stringify(remembered)],
    );
    await admin.end();
    const { questions } = await open(julyFiles, { firm: "2002" });
    expect(questions).toMatchObject([{ about: "account", word: "1111-2222" }]);
  });
});

describe("rows of one event", () => {
  const options = { profile: "generic" };
  const events = (name: string, rows: readonly string[]) =>
    file(name, ["Account,Date,Action,Ticker,Name,Quantity,Price,Amount", ...rows]);
  const imported = async (name: string, rows: readonly string[], more: Options = {}) => {
    const { plan } = await done([events(name, rows)], { ...options, ...more });
    const records = plan.records.find(({ kind }) => kind === "transactions")?.records ?? [];
    return records.map(({ fields }) => fields);
  };
  const aDayLater = (row: string) => row.replace("08-07", "08-08");
  const lotsHeld = () =>
    store.database.rows(sql<Record<string, string>>`
      select ticker, share_quantity::text as shares, adjusted_cost_basis::text as basis
      from open_lot join account using (account_number) join security using (security_id)
      where account_name = 'Events' order by ticker`);

  test("are a reverse split and the change to its new id", async () => {
    const rows = await imported(
      "events-1.csv",
      [
        "E-1,2026-08-03,Deposit,,,,,1000.00",
        "E-1,2026-08-03,Buy,OLDX,OLD X,100,10.00,-1000.00",
        "E-1,2026-08-04,Split,OLDX,OLD X,-100,,",
        "E-1,2026-08-04,Split,NEWX,NEW X,10,,",
      ],
      { accounts: ["E-1,,,Events,I,,Ben,Okafor,1980-05-06,"] },
    );
    expect(rows.slice(-2)).toMatchObject([
      { transactionType: "SPL", ratioNew: "10.00000", ratioOld: "100.00000" },
      { transactionType: "SYM" },
    ]);
    expect(await lotsHeld()).toEqual([{ ticker: "NEWX", shares: "10.00000", basis: "1000.00" }]);
  });

  test("are a merger for shares, and for cash with the part that it takes", async () => {
    await imported("events-2.csv", [
      "E-1,2026-08-05,Merger,NEWX,NEW X,-10,,",
      "E-1,2026-08-05,Merger,BIGY,BIG Y,25,,",
    ]);
    expect(await lotsHeld()).toEqual([{ ticker: "BIGY", shares: "25.00000", basis: "1000.00" }]);
    const [part] = await imported("events-3.csv", [
      "E-1,2026-08-06,Merger,BIGY,BIG Y,-5,,",
      "E-1,2026-08-06,Merger,BIGY,BIG Y,,,300.05",
    ]);
    expect(part).toMatchObject({ transactionType: "MRG", shares: "5.00000" });
    expect(part).toMatchObject({ cashPerShare: "60.010000" });
    expect(await lotsHeld()).toEqual([{ ticker: "BIGY", shares: "20.00000", basis: "800.00" }]);
  });

  test("are a spin-off of a parent that one of them names, divided as a person says", async () => {
    const name = "events-5.csv";
    const rows = [
      "E-1,2026-08-07,Spin-off,BIGY,BIG Y,0,,",
      "E-1,2026-08-07,Spin-off,KIDZ,KID Z,5,,",
    ];
    const action = { about: "action", word: "Spin-off", answer: "SPO" } as const;
    const asked = { ...options, answers: [action] };
    const { questions } = await open([events(name, rows)], asked);
    expect(questions).toMatchObject([
      { about: "spinOff", word: "KIDZ 2026-08-07", line: 3, choices: [] },
    ]);
    expect(questions[0]?.example).toContain("perhaps of BIGY");
    const spinOff = { about: "spinOff", word: "KIDZ 2026-08-07" } as const;
    for (const answer of ["KIDZ 10", "BIGY 100", "BIGY 0", "NONE 10"]) {
      const wrong = { ...options, answers: [action, { ...spinOff, answer }] };
      const { fault } = await open([events(name, rows)], wrong);
      expect(fault?.problems).toMatchObject([{ file: "answers.json", value: answer }]);
    }
    const answers = [action, { ...spinOff, answer: "BIGY 87.5" }];
    expect(await imported(name, rows, { answers })).toMatchObject([
      { transactionType: "SPO", ratioNew: "5.00000", ratioOld: "20.00000", childPart: "12.5" },
    ]);
    expect(await lotsHeld()).toEqual([
      { ticker: "BIGY", shares: "20.00000", basis: "700.00" }, // 800.00 × 87.5 %
      { ticker: "KIDZ", shares: "5.00000", basis: "100.00" },
    ]);
    expect(await imported(name, rows)).toEqual([]);
    const { fault } = await open(
      [events("events-6.csv", rows.slice(0, 1).map(aDayLater))],
      options,
    );
    expect(fault?.problems).toMatchObject([{ reason: expect.stringContaining("no shares") }]);
  });

  test.each([
    [["-20,,", "4,,200.00"], /price of a new share/],
    [["4,,"], /which shares are given up/],
    [["-20,,"], /neither shares nor cash/],
  ])("that are no whole event are refused: %j", async (cells, reason) => {
    const rows = cells.map((cell, at) => {
      const [ticker, name] = cell.startsWith("-") ? ["BIGY", "BIG Y"] : [`Z${at}`, "Z"];
      return `E-1,2026-08-07,Merger,${ticker},${name},${cell}`;
    });
    const { fault } = await open([events("events-4.csv", rows)], options);
    expect(fault?.problems).toMatchObject([
      { file: "events-4.csv", line: 2, reason: expect.stringMatching(reason) },
    ]);
  });
});

test("an adjustment of a basis is asked for its reason", async () => {
  const line = "E-1,2026-08-10,Cost basis adjustment,BIGY,BIG Y,,,12.00";
  const adjusted = file("basis-history.csv", [
    "Account,Date,Action,Ticker,Name,Quantity,Price,Amount",
    line,
  ]);
  const options = { profile: "generic", check: true };
  const { questions } = await open([adjusted], options);
  expect(questions).toMatchObject([{ about: "action", word: "Cost basis adjustment" }]);
  expect(questions[0]?.choices).toEqual(expect.arrayContaining(["BAS OID", "BAS WSH"]));
  expect(questions[0]?.choices).not.toContain("BAS");
  const answer = { about: "action", word: "Cost basis adjustment", answer: "BAS OID" } as const;
  const outcome = await done([adjusted], { ...options, answers: [answer] });
  const records = outcome.plan.records.find(({ kind }) => kind === "transactions")?.records;
  expect(records?.map(({ fields }) => [fields.transactionType, fields.reason])).toEqual([
    ["BAS", "OID"],
  ]);
});
