// Forms 1099-DIV and 1099-INT from loaded transactions: boxes, versions, refusals. (interface 4.19)
import type { Day } from "@bursar/values/dates";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { findAnomalies } from "../../service/anomalies/reads.ts";
import { incomeForms } from "./form-names.ts";
import { listForms } from "./list-forms.ts";
import { reportTaxForms } from "./report-tax-forms.ts";
import type { TaxFormBox } from "./schema.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000006";
const other = "RA00000012";
type Row = Readonly<Record<string, string>>;

/** Loads transactions of an account, with ids from a number on. */
async function load(accountNumber: string, firstId: number, rows: readonly Row[]) {
  const all = rows.map((row, at): Row => {
    const id = String(firstId + at);
    const place = { entryOrder: id, folioNumber: `${accountNumber}03`, tradeDate: "2026-02-02" };
    const common = row.transactionType === "CXL" ? {} : place;
    return { accountNumber, transactionId: id, ...common, ...row };
  });
  const columns = [...new Set(all.flatMap((row) => Object.keys(row)))];
  const lines = all.map((row) => columns.map((column) => row[column] ?? "").join(","));
  return service.load({ "transactions.csv": `${[columns.join(","), ...lines].join("\n")}\n` });
}

const report = (accountNumber: string, taxYear = "2026", options = {}) =>
  reportTaxForms(testContext(service.db), { accountNumber, taxYear }, options);
const read = (accountNumber: string, query: string, taxYear = "2026") =>
  service.call("adviser", "GET", `/restapi/accounts/${accountNumber}/taxforms/${taxYear}?${query}`);

const anomaly = async (kind: string) =>
  (await findAnomalies(service.db, "2026-03-02" as Day)).find((each) => each.kind === kind);

/** The figures of the boxes that are not empty. */
const figuresOf = (boxes: readonly TaxFormBox[]) =>
  Object.fromEntries(
    boxes.flatMap(({ box, amount, text }) => {
      const stated = amount ?? text;
      return stated === null || stated === "0.00" ? [] : [[box, stated]];
    }),
  );

const buy = { transactionType: "BUY", securityId: "601", shares: "10", price: "50.00" };

test("10 shares under backup withholding have the boxes of the worked year", async () => {
  const pay = (incomeKind: string, amount: string, federalTaxWithholding: string) => {
    return { transactionType: "DIV", securityId: "601", incomeKind, amount, federalTaxWithholding };
  };
  const quarterly = pay("qualified", "3.50", "0.84"); // 10 × 0.35, of it 24 %
  await load(account, 1, [
    { ...buy, tradeDate: "2026-01-05" },
    quarterly,
    quarterly,
    quarterly,
    quarterly,
    pay("longGain", "1.00", "0.24"), // 10 × 0.10
    pay("shortGain", "0.20", "0.05"), // 10 × 0.02
    { transactionType: "ROC", securityId: "601", amount: "1.00" },
  ]);
  expect(await report(account, "2026", { check: true })).toMatchObject([
    { form: "1099-div", outcome: "to report", version: "0", rows: "7" },
    { form: "1099-int", outcome: "to report", version: "0", rows: "0" },
  ]);
  expect((await read(account, "form=1099-div")).status).toBe(404);
  expect((await report(account)).map(({ outcome }) => outcome)).toEqual(["reported", "reported"]);
  const { status, body } = await read(account, "form=1099-div");
  expect([status, body.version, body.corrected, body.sales]).toEqual([200, "1", false, []]);
  expect(figuresOf(body.boxes)).toEqual({
    "1a": "14.20", // 4 × 3.50 + 0.20
    "1b": "14.00", // 4 × 3.50
    "2a": "1.00",
    "3": "1.00",
    "4": "3.65", // 4 × 0.84 + 0.24 + 0.05
    "6": "not computed",
    "11": "not computed",
  });
  const [ordinary] = body.boxes;
  expect(ordinary.lines.map(({ amount }: { amount: string }) => amount)).toEqual([
    "3.50",
    "3.50",
    "3.50",
    "3.50",
    "0.20",
  ]);
  expect(ordinary.lines[0]).toEqual({
    transactionId: "2",
    date: "2026-02-02T00:00:00.000-05:00",
    transactionCode: "DIV",
    ticker: "ACME",
    cusip: "99901A109",
    incomeKind: "qualified",
    amount: "3.50",
  });
  expect(body.boxes.map(({ box }: TaxFormBox) => box).join(" ")).toBe(
    "1a 1b 2a 2b 2c 2d 2e 2f 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
  );
});

test("a correction makes the next version of its form alone, and the one before stays", async () => {
  const first = await read(account, "form=1099-div");
  // The last dividend was not qualified; the first was paid of 2025, and another one never.
  const replaced = { transactionType: "DIV", securityId: "601", amount: "3.50", replaces: "5" };
  const files = await load(account, 20, [
    { ...replaced, incomeKind: "ordinary", federalTaxWithholding: "0.84" },
    { ...replaced, replaces: "2", incomeKind: "qualified", taxYear: "2025" },
    { transactionType: "CXL", cancels: "3" },
  ]);
  // The load itself says so, and of no other form.
  const notices = files.flatMap((file) => file.notices ?? []);
  expect(notices.filter((notice) => notice.includes("Form 1099"))).toEqual([
    `${account}: Form 1099-DIV of 2026 lists other transactions than are in force; ` +
      "`bursar report --tax-year 2026` makes its next version.",
  ]);
  expect(await anomaly("reported form that differs")).toEqual({
    kind: "reported form that differs",
    count: 1,
    first: [
      `${account}: Form 1099-DIV of 2026 lists other transactions than are in force; ` +
        "`bursar report --tax-year 2026` makes its next version.",
    ],
  });
  const [dividends, interest] = await report(account);
  expect(await anomaly("reported form that differs")).toBeUndefined();
  expect(dividends).toMatchObject({
    outcome: "reported",
    version: "2",
    changes: [
      { box: "1a", before: "14.20", after: "7.20" }, // 2 × 3.50 + 0.20
      { box: "1b", before: "14.00", after: "3.50" },
      { box: "4", before: "3.65", after: "1.97" }, // 2 × 0.84 + 0.24 + 0.05
    ],
  });
  expect(interest).toMatchObject({ outcome: "unchanged", version: "1", changes: [] });
  const { body } = await read(account, "form=1099-div");
  expect([body.version, body.corrected]).toEqual(["2", true]);
  expect((await read(account, "form=1099-div&version=1")).text).toBe(first.text);
  expect((await read(account, "form=1099-int")).body.corrected).toBe(false);
  await report(account, "2025");
  expect(figuresOf((await read(account, "form=1099-div", "2025")).body.boxes)).toMatchObject({
    "1a": "3.50",
    "1b": "3.50",
  });
  const entries = await service.auditOf(account);
  const made = entries.filter(({ operation }) => operation === "reportTaxForms");
  expect(
    made.map(({ detail: { before, after } }) => [before?.forms.length ?? 0, after.forms.length]),
  ).toEqual([
    [0, 2],
    [1, 1],
    [0, 2],
  ]);
});

test("a new ticker alone makes no version, and of two reports at once one makes it", async () => {
  await service.admin("update security set ticker = 'ACMX' where security_id = 601");
  expect((await report(account)).map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"]);
  await service.admin("update security set ticker = 'ACME' where security_id = 601");
  await load(account, 30, [{ transactionType: "INT", amount: "2.00", incomeKind: "interest" }]);
  const both = await Promise.all([report(account), report(account)]);
  expect(both.map(([, interest]) => [interest?.outcome, interest?.version]).toSorted()).toEqual([
    ["reported", "2"],
    ["unchanged", "2"],
  ]);
});

test("each version is listed with its transactions, and which of them is the newest", async () => {
  const listed = await Array.fromAsync(listForms(service.db, { accountNumber: account }));
  const lines = listed.map(({ taxYear, form, version, rows, isNewest }) =>
    [taxYear, form, version, rows, isNewest].join(" "),
  );
  expect(lines).toEqual([
    "2025 1099-div 1 1 true",
    "2025 1099-int 1 0 true",
    "2026 1099-div 1 7 false",
    "2026 1099-div 2 5 true",
    "2026 1099-int 1 0 false",
    "2026 1099-int 2 1 true",
  ]);
  const only = listForms(service.db, { taxYear: "2026", form: "1099-int" });
  expect((await Array.fromAsync(only)).map(({ version }) => version)).toEqual([1, 2]);
});

/** Every kind of income with its amounts, in cents of its own so that no two sums are alike. */
const paid: readonly (Row & { transactionType: string; amount: string })[] = [
  { transactionType: "DIV", incomeKind: "ordinary", amount: "1.01", federalTaxWithholding: "0.24" },
  {
    transactionType: "DIV",
    incomeKind: "qualified",
    amount: "2.02",
    foreignTaxWithholding: "0.30",
  },
  { transactionType: "DIV", incomeKind: "section199A", amount: "4.04" },
  { transactionType: "DIV", incomeKind: "longGain", amount: "8.08" },
  { transactionType: "DIV", incomeKind: "section1250", amount: "16.16" },
  { transactionType: "DIV", incomeKind: "shortGain", amount: "32.32" },
  { transactionType: "DIV", incomeKind: "exempt", amount: "64.64", stateTaxWithholding: "3.10" },
  { transactionType: "DIV", incomeKind: "privateActivity", amount: "128.28" },
  { transactionType: "DIV", amount: "256.56" },
  { transactionType: "ROC", securityId: "601", amount: "0.07", federalTaxWithholding: "0.02" },
  { transactionType: "ROC", securityId: "601", incomeKind: "liquidation", amount: "0.11" },
  { transactionType: "INT", incomeKind: "interest", amount: "1.03", federalTaxWithholding: "0.25" },
  { transactionType: "INT", incomeKind: "treasury", amount: "2.06", foreignTaxWithholding: "0.13" },
  { transactionType: "INT", incomeKind: "exempt", amount: "4.12", stateTaxWithholding: "0.17" },
  { transactionType: "INT", incomeKind: "privateActivity", amount: "8.24" },
  { transactionType: "INT", amount: "16.48", foreignTaxWithholding: "1.19" },
  { transactionType: "INT", incomeKind: "interest", amount: "-5.05" },
].map((row) => ({
  ...row,
  ...("stateTaxWithholding" in row && { withholdingState: "NY" }),
  ...("foreignTaxWithholding" in row && { withholdingCountry: "CA" }),
}));

/** The sum of a column over the rows of a type, in cents: the second way to each figure. */
function cents(type: string, column: string, ...kinds: (string | undefined)[]): string {
  const counted = paid.filter(
    (row) => row.transactionType === type && (kinds.length === 0 || kinds.includes(row.incomeKind)),
  );
  const all = counted.map((row) => Number((row[column] ?? "0").replace(".", "")));
  const sum = String(all.filter((each) => each > 0).reduce((a, b) => a + b, 0)).padStart(3, "0");
  return `${sum.slice(0, -2)}.${sum.slice(-2)}`;
}

test("every box is the sum of its kinds of income", async () => {
  await load(other, 1, [
    { ...buy, tradeDate: "2026-01-05", accruedInterest: "0.45" },
    ...paid,
    { ...buy, transactionType: "SLE", shares: "1", accruedInterest: "0.05" },
  ]);
  await report(other);
  const dividends = (await read(other, "form=1099-div")).body;
  const interest = (await read(other, "form=1099-int")).body;
  expect(figuresOf(dividends.boxes)).toEqual({
    "1a": cents("DIV", "amount", "ordinary", "qualified", "section199A", "shortGain", undefined),
    "1b": cents("DIV", "amount", "qualified"),
    "2a": cents("DIV", "amount", "longGain", "section1250"),
    "2b": cents("DIV", "amount", "section1250"),
    "3": cents("ROC", "amount", undefined),
    "4": "0.26", // 0.24 + 0.02
    "5": cents("DIV", "amount", "section199A"),
    "6": "not computed",
    "7": cents("DIV", "foreignTaxWithholding"),
    "8": "CA",
    "9": cents("ROC", "amount", "liquidation"),
    "11": "not computed",
    "12": cents("DIV", "amount", "exempt", "privateActivity"),
    "13": cents("DIV", "amount", "privateActivity"),
    "14": "NY",
    "16": cents("DIV", "stateTaxWithholding"),
  });
  expect(figuresOf(interest.boxes)).toEqual({
    "1": cents("INT", "amount", "interest", undefined),
    "2": "not computed",
    "3": cents("INT", "amount", "treasury"),
    "4": cents("INT", "federalTaxWithholding"),
    "5": "not computed",
    "6": cents("INT", "foreignTaxWithholding"),
    "7": "CA",
    "8": cents("INT", "amount", "exempt", "privateActivity"),
    "9": cents("INT", "amount", "privateActivity"),
    "10": "not computed",
    "11": "not computed",
    "12": "not computed",
    "13": "not computed",
    "14": "not computed",
    "15": "NY",
    "17": cents("INT", "stateTaxWithholding"),
  });
  expect(figuresOf(dividends.supplemental)).toEqual({ notClassified: "256.56" });
  expect(figuresOf(interest.supplemental)).toEqual({
    notClassified: "16.48",
    owedInterest: "-5.05",
    accruedInterestPaid: "0.45",
    accruedInterestReceived: "0.05",
  });
});

test("countries that differ have a line each, also tax for which none is named", async () => {
  const pay = (amount: string, withholdingCountry = "") => {
    return {
      transactionType: "DIV",
      incomeKind: "ordinary",
      amount,
      foreignTaxWithholding: "0.20",
      withholdingCountry,
    };
  };
  await load(other, 50, [pay("3.00", "DE"), pay("2.00", "CA"), pay("1.00")]);
  await report(other);
  const { body } = await read(other, "form=1099-div");
  const country = body.boxes.find(({ box }: TaxFormBox) => box === "8");
  expect([country.text, country.parts]).toEqual([
    null,
    [
      { code: "CA", amount: "0.50" }, // 0.30 + 0.20
      { code: "DE", amount: "0.20" },
      { code: null, amount: "0.20" },
    ],
  ]);
  expect(country.lines).toHaveLength(4);
});

test("the payer's state number stands where tax was withheld for a state", async () => {
  const header = "firmOid,partnerCode,name,kind,state,stateNumber";
  const firm = "1001,BURSAR,Bursar Platform,operator,NY";
  await service.load({ "firms.csv": `${header}\n${firm},12-3456789 7\n` });
  const numberOf = async (accountNumber: string) => {
    const { body } = await read(accountNumber, "form=1099-div");
    return body.boxes.find(({ box }: TaxFormBox) => box === "15").text;
  };
  expect(await numberOf(other)).toBe("12-3456789 7");
  expect(await numberOf(account)).toBeNull();
});

test("a paper prints each box with its transactions as CSV and PDF", async () => {
  const { text } = await read(other, "form=1099-div&format=csv");
  expect(text).toContain(
    ",Box,Title,Date,Transaction,Type,Security,Kind of income,Amount,Notice\r\n",
  );
  for (const cells of [
    "8,Foreign country or U.S. territory,,,,,,see each",
    "8,CA,,,,,,0.50",
    "8,not named,,,,,,0.20",
    "1a,,02/02/2026,2,DIV,,ordinary,1.01",
    "1a,,02/02/2026,10,DIV,,not classified,256.56",
    "3,,02/02/2026,11,ROC,ACME,,0.07",
  ]) {
    expect(text).toContain(`,${cells},`);
  }
  const pdf = await read(other, "form=1099-div&format=pdf");
  expect(pdf.headers["content-type"]).toBe("application/pdf");
});

test("income without a kind is found, of taxable accounts alone", async () => {
  await load("RA00000002", 700, [
    { transactionType: "DIV", amount: "9.00", folioNumber: "RA0000000203" },
  ]);
  expect(await anomaly("income not classified")).toEqual({
    kind: "income not classified",
    count: 1,
    first: [
      `${other}: 2 dividends and interest payments have no incomeKind in 2026 (273.04), the first ` +
        "transaction 10; tax papers call it not classified.",
    ],
  });
});

test("a retirement account has none, nor has a year or version that is not reported", async () => {
  expect(await report("RA00000002")).toEqual([]);
  expect(await report("RA99999999")).toEqual([]);
  for (const form of incomeForms) {
    const codeOf = async (...place: Parameters<typeof read>) => {
      const { status, body } = await read(...place);
      return [status, body[0].errorCode];
    };
    expect(await codeOf("RA00000002", `form=${form}`)).toEqual([400, "account.non.taxable"]);
    expect(await codeOf(account, `form=${form}`, "2023")).toEqual([404, "tax.data.not.found"]);
    expect(await codeOf(account, `form=${form}`, "%00")).toEqual([404, "tax.data.not.found"]);
    const absent = `form=${form}&version=9`;
    expect(await codeOf(account, absent)).toEqual([404, "tax.version.not.found"]);
  }
});

test("another firm sees an account as little as an absent one", async () => {
  const path = (number: string) => `/restapi/accounts/${number}/taxforms/2026?form=1099-div`;
  const foreign = await service.call("otherAdviser", "GET", path(account));
  const absent = await service.call("otherAdviser", "GET", path("RA99999999"));
  expect([foreign.status, foreign.text]).toEqual([403, absent.text]);
  expect((await service.call(null, "GET", path(account))).status).toBe(401);
});
