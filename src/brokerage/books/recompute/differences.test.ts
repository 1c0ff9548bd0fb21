// Tests the report of a load that only checks: changed rows column by column, and how the days, lots and
// reported years of accounts would differ.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { differenceLines, rowLines } from "../../../cli/load-differences.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { type LoadReport, loadFolder } from "../../../platform/bulk/apply/load-folder.ts";
import type { BookDifferences } from "../../../platform/bulk/kinds/differences.ts";
import { reportTaxYear } from "../tax-lots/booking/report-tax-year.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await service.load({
    "securities.csv": "securityId,ticker,name,instrumentType\n699,KIND,Kind Corp,EQ\n",
    "prices.csv": "securityId,date,close\n699,2024-03-28,70\n699,2024-03-29,80\n",
    "transactions.csv": transactions(
      "94001,DEP,1,2024-02-01,,,,5000.00,,",
      "94002,BUY,2,2024-02-01,699,10,50,,,",
      "94003,BUY,1,2024-03-01,699,10,60,,,",
      "94004,SLE,1,2024-03-28,699,10,70,,FIFO,",
    ),
    "reported-years.csv": `accountNumber,taxYear\n${account},2024\n`,
  });
});
afterAll(() => service.close());

const account = "RA00000006";
const folio = `${account}03`;
function transactions(...rows: readonly string[]): string {
  const header =
    "accountNumber,folioNumber,transactionId,transactionType,entryOrder,tradeDate,securityId," +
    "shares,price,amount,reliefMethod,replaces";
  return [header, ...rows.map((row) => `${account},${folio},${row}`), ""].join("\n");
}

async function check(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "bursar-test-check-"));
  let books: BookDifferences = { count: 0, accounts: [] };
  try {
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), content);
    }
    const report: LoadReport = await loadFolder(testContext(service.db), loadOrder, folder, {
      check: true,
      onDifferences: (found) => {
        books = found;
      },
    });
    return { report, books };
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("a changed and a withdrawn close are shown, with the days that change and by how much", async () => {
  const { report, books } = await check({
    "prices.csv":
      "securityId,date,close,withdrawn\n699,2024-03-28,75,\n699,2024-03-29,,Y\n699,2024-03-27,1,\n",
  });
  expect(report).toMatchObject([
    {
      file: "prices.csv",
      rows: 3,
      added: 1,
      changed: 1,
      withdrawn: 1,
      changes: [
        {
          key: { securityId: "699", date: "2024-03-28" },
          withdrawn: false,
          columns: [{ column: "close", before: "70", after: "75" }],
        },
        { key: { securityId: "699", date: "2024-03-29" }, withdrawn: true, columns: [] },
      ],
    },
  ]);
  const own = books.accounts.find(({ accountNumber }) => accountNumber === account);
  expect(books.count).toBe(books.accounts.length);
  expect(own?.lots).toEqual([]);
  expect(own?.series.map(({ folioNumber }) => folioNumber)).toEqual(["", folio]);
  // 10 shares are left at the last close: 80 before, 75 after; cash is 5,000 − 500 − 600 + 700.
  expect(own?.series[1]).toMatchObject({ valueBefore: "5400.00", valueAfter: "5350.00" });
});

test("lots and reported years are shown with basis and gain, and nothing is stored", async () => {
  const replaced = {
    "transactions.csv": transactions("94005,SLE,1,2024-03-28,699,12,70,,FIFO,94004"),
  };
  const { report, books } = await check(replaced);
  expect(books).toMatchObject({ count: 1, accounts: [{ accountNumber: account }] });
  expect(books.accounts[0]?.lots).toEqual([
    // 8 of 10 shares at 60 are left.
    { side: "open", added: "0", changed: "1", removed: "0", before: "600.00", after: "480.00" },
    // 200 from the first purchase, before and after; 20 from two of the second.
    { side: "closed", added: "2", changed: "0", removed: "1", before: "200.00", after: "220.00" },
  ]);
  expect(books.accounts[0]?.reportedYears).toEqual([
    { taxYear: "2024", isLoaded: false, rows: "2", gainBefore: "0", gainAfter: "220.00" },
  ]);
  expect(report.at(-1)?.notices).toEqual([
    `${account}: the transactions now give other rows than were reported for 2024; the year was ` +
      `loaded as reported and stays; \`bursar report --tax-year 2024 --account ${account} ` +
      "--replace-loaded` replaces it.",
  ]);
  const lines = differenceLines(books);
  expect(lines[0]).toBe("1 account would change:");
  expect(lines).toContain(
    `  ${account}: closed lots, 2 added, 0 changed, 1 removed, gain 200.00 to 220.00`,
  );
  expect(lines.at(-1)).toBe(
    `  ${account}: the transactions now give other rows than were reported for 2024; they differ in ` +
      "2 rows, gain 0 to 220.00",
  );
  // The same check again reports the same.
  expect((await check(replaced)).books).toEqual(books);
});

test("loaded lots of a reported year are shown with their gain before and after", async () => {
  const lots = (gain: string) => ({
    "reported-tax-lots.csv":
      "accountNumber,taxYear,taxLotId,securityId,ticker,transCode,termOfSale,covered," +
      "closingTransactionDate,shareQuantity,reportableGainLoss\n" +
      `${account},2021,1,699,KIND,SLE,LT,C,2021-05-14,10,${gain}\n` +
      `${account},2021,2,699,KIND,SLE,LT,C,2021-05-14,10,5.00\n`,
  });
  const years = { "reported-years.csv": `accountNumber,taxYear\n${account},2021\n` };
  const shown = (rows: string, gainBefore: string, gainAfter: string) => ({
    count: 1,
    accounts: [
      {
        accountNumber: account,
        series: [],
        lots: [],
        reportedYears: [{ taxYear: "2021", isLoaded: true, rows, gainBefore, gainAfter }],
      },
    ],
  });
  const fresh = { ...years, ...lots("350.00") };
  expect((await check(fresh)).books).toEqual(shown("2", "0", "355.00"));
  await service.load(fresh);
  expect((await check(fresh)).books).toEqual({ count: 0, accounts: [] });
  const { books } = await check(lots("360.00"));
  expect(books).toEqual(shown("1", "355.00", "365.00"));
  expect(differenceLines(books)).toEqual([
    "1 account would change:",
    `  ${account}: the reported year 2021 would differ in 1 row, gain 355.00 to 365.00`,
  ]);
  // With a change of the books, each is shown separately.
  const both = await check({
    ...lots("360.00"),
    "transactions.csv": transactions("94005,SLE,1,2024-03-28,699,12,70,,FIFO,94004"),
  });
  expect(both.books.count).toBe(1);
  expect(both.books.accounts[0]?.reportedYears).toMatchObject([
    { taxYear: "2021", isLoaded: true },
    { taxYear: "2024", isLoaded: false },
  ]);
});

test("of a changed row the columns that differ are shown, sealed numbers as such", async () => {
  const header =
    "loginId,memberOid,firmOid,membershipType,firstName,lastName,dateOfBirth,tid,email1";
  const row = (tid: string, mail: string) =>
    `${header}\nnew.client,99001,1002,client,New,Client,1990-01-02,${tid},${mail}\n`;
  await service.load({ "members.csv": row("900-55-4321", "one@example.com") });
  const { report, books } = await check({
    "members.csv": row("900-55-9876", "three@example.com"),
  });
  const changes = report[0]?.changes ?? [];
  expect(rowLines(changes, 1)).toEqual([
    "  new.client: tid sealed to changed, email1 xxx@xxxxxxx.xxx to xxxxx@xxxxxxx.xxx",
  ]);
  expect(JSON.stringify(report)).not.toMatch(/4321|9876|example/);
  expect(differenceLines(books)).toEqual([
    "No account's days, lots or reported years would change.",
  ]);
});

test("of persons in lists and objects the shape is shown, and that a sealed number changed", async () => {
  const number = "RA00000002";
  const { rows } = await service.admin(
    `select account_name, account_type, opened_on::text, json_agg(login_id order by position) as owners
     from account join account_owner using (account_number) where account_number = $1 group by 1, 2, 3`,
    [number],
  );
  const { account_name: name, account_type: type, opened_on: openedOn, owners } = rows[0] ?? {};
  const own = { accountNumber: number, accountName: name, accountType: type, openedOn, owners };
  const files = (ssn: string, lastName: string) => {
    const beneficiary = { firstName: "Di", lastName, relationship: "CHILD", SSN: ssn };
    return {
      "accounts.ndjson": `${JSON.stringify({ ...own, primaryBeneficiaries: [beneficiary] })}\n`,
    };
  };
  await service.load(files("987-65-4321", "Quillfeather"));
  // The same last digits: nothing else shows that the number is another one.
  const other = files("987-66-4321", "Quillfeather");
  const { report } = await check(other);
  const changes = report[0]?.changes ?? [];
  expect(changes).toMatchObject([
    { key: { accountNumber: number }, columns: [{ column: "primaryBeneficiaries" }] },
  ]);
  const entries = (text: string | null | undefined) => JSON.parse(text ?? "");
  const [list] = changes[0]?.columns ?? [];
  expect(entries(list?.before)).toMatchObject([{ firstName: "xx", SSN: "sealed" }]);
  expect(entries(list?.after)).toMatchObject([{ firstName: "xx", SSN: "changed" }]);
  expect(JSON.stringify(report)).not.toMatch(/Quill|4321|987/);
  await service.load(other);
  const lastEntry = (await service.auditOf(number)).at(-1);
  const [before, after] = ["before", "after"].map(
    (side) => lastEntry?.detail[side].accounts[0].primaryBeneficiaries[0],
  );
  expect([before.SSN, after.SSN]).toEqual(["sealed", "changed"]);
  const renamed = await check(files("987-66-4321", "Quillfeathers"));
  const [kept] = renamed.report[0]?.changes?.[0]?.columns ?? [];
  expect(entries(kept?.after)).toMatchObject([{ SSN: "sealed" }]);
});

test("a list that differs is shown as one column, and a new row not at all", async () => {
  const header = "accountNumber,accountName,accountType,owners,permittedLoginIds,openedOn\n";
  const row = (permitted: string) =>
    `${header}${account},Extra,I,"[""carol.nguyen""]",${permitted},2021-02-22\n`;
  await service.load({ "accounts.csv": row("[]") });
  const { report } = await check({
    "accounts.csv": row('"[""ben.whitfield""]"'),
    "billing-plans.csv": "billingPlanOid,firmOid,kind,name\n99001,1002,advisory,New\n",
  });
  expect(report.map(({ changes }) => changes)).toEqual([
    [],
    [
      {
        key: { accountNumber: account },
        withdrawn: false,
        columns: [
          {
            column: "permittedLoginIds",
            before: "[]",
            after: '[{"loginId":"ben.whitfield","alertLevel":"none","permission":"DV"}]',
          },
        ],
      },
    ],
  ]);
});

test("rows and accounts beyond the first hundred are counted", () => {
  const change = { key: { date: "2024-01-02" }, withdrawn: true, columns: [] };
  expect(rowLines([change], 3)).toEqual(["  2024-01-02: withdrawn", "  and 2 more rows"]);
  const account = { accountNumber: "RA1", series: [], lots: [], reportedYears: [] };
  expect(differenceLines({ count: 2, accounts: [account] })).toEqual([
    "2 accounts would change:",
    "  and 1 more account",
  ]);
});

test("a reported year of an account that is taxable no more is not to be reported again", async () => {
  const year = { accountNumber: account, taxYear: "2024" };
  // A sale by the account's own method, as a retirement account has no other.
  await service.load({
    "transactions.csv": transactions("94006,SLE,1,2024-03-28,699,10,70,,,94004"),
  });
  await reportTaxYear(testContext(service.db), year, { replaceLoaded: true });
  const { report, books } = await check({
    "accounts.csv":
      "accountNumber,accountName,accountType,owners,openedOn\n" +
      `${account},Extra,R,"[""carol.nguyen""]",2021-02-22\n`,
  });
  expect(report.at(-1)?.notices).toEqual([
    `${account}: the transactions now give other rows than were reported for 2024; the account is ` +
      "not taxable, and none of its years is reported again.",
  ]);
  expect(books.accounts[0]?.reportedYears).toMatchObject([{ taxYear: "2024", isLoaded: false }]);
});
