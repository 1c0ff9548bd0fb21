// Every reason for which a transaction is refused, with the file, the line and the column that a
// load names. (docs/loading.md, "transactions"; docs/tax-lots.md, "Facts")
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import type { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

type Row = Readonly<Record<string, unknown>>;

const taxable = "RA00000006";
const first = 950_001;

/** Rows as a file, each completed with its missing account, folio and day, and an id by its
 * line. */
function file(rows: readonly Row[]): Record<string, string> {
  const lines = rows.map((row, at) => {
    const accountNumber = row.accountNumber ?? taxable;
    const basics = { accountNumber, transactionId: first + at };
    const facts = {
      entryOrder: 700 + at,
      tradeDate: "2024-02-01",
      folioNumber: `${accountNumber}03`,
    };
    const whole =
      row.transactionType === "CXL" ? { ...basics, ...row } : { ...basics, ...facts, ...row };
    return JSON.stringify(
      Object.fromEntries(Object.entries(whole).filter(([, cell]) => cell !== "")),
    );
  });
  return { "transactions.ndjson": `${lines.join("\n")}\n` };
}

async function refusalOf(...rows: readonly Row[]): Promise<string[]> {
  const error = await service.load(file(rows)).then(
    () => undefined,
    (reason: unknown) => reason as LoadFault,
  );
  return (error?.problems ?? []).map(
    ({ file: name, line, column, reason }) => `${name}:${line} ${column ?? "-"}: ${reason}`,
  );
}

const seen: string[] = [];

/** Checks that rows are refused as expected, each with line, column and reason. */
function refused(what: string, rows: Row | readonly Row[], ...expected: string[]): void {
  for (const each of expected) seen.push(each);
  test(`the load refuses ${what}`, async () => {
    const list = Array.isArray(rows) ? rows : [rows as Row];
    expect(await refusalOf(...list)).toEqual(expected.map((each) => `transactions.ndjson:${each}`));
  });
}

const of = (row: Row, change: Row): Row => ({ ...row, ...change });
const buy = { transactionType: "BUY", securityId: 601, shares: "10", price: "50" };
const sale = { transactionType: "SLE", securityId: 601, shares: "4", price: "60" };
const split = { transactionType: "SPL", securityId: 601, ratioNew: "2", ratioOld: "1" };
const merger = { transactionType: "MRG", securityId: 601 };
const spinOff = {
  transactionType: "SPO",
  securityId: 601,
  intoSecurityId: 602,
  ratioNew: "1",
  ratioOld: "1",
  childValue: "1",
  parentValue: "1",
};
const transferIn = {
  transactionType: "TIN",
  securityId: 601,
  shares: "5",
  lots: [{ shares: "5" }],
};
const transferOut = { transactionType: "TOT", securityId: 601, shares: "1" };
const gift = { transactionType: "GFT", securityId: 601, shares: "1" };
const inheritance = { transactionType: "INH", securityId: 601, shares: "1" };
const capital = { transactionType: "ROC", securityId: 601, amount: "5.00" };
const deposit = { transactionType: "DEP", amount: "500.00" };
const dividend = { transactionType: "DIV", amount: "500.00" };
const symbol = { transactionType: "SYM", securityId: 601, intoSecurityId: 602 };
const adjustment = { transactionType: "BAS", securityId: 601, amount: "-5.00", reason: "PRM" };
const stepUp = { transactionType: "STU", securityId: 601, part: "0.5", marketValue: "100.00" };
const exercise = {
  transactionType: "EXR",
  securityId: 601,
  shares: "4",
  intoSecurityId: 602,
  ratioNew: "1",
  ratioOld: "1",
  amount: "40.00",
};
const move = {
  transactionType: "LMV",
  securityId: 601,
  shares: "4",
  reason: "JNL",
  toAccountNumber: "RA00000001",
  toFolioNumber: "RA0000000103",
};
const next = { tradeDate: "2024-02-02" };

describe("by a row alone", () => {
  refused(
    "an unknown type",
    of(buy, { transactionType: "BOT" }),
    "1 transactionType: The value is not in the field's code list.",
  );
  refused(
    "a purchase without shares",
    of(buy, { shares: "" }),
    "1 shares: A value is required (BUY, Buy).",
  );
  refused(
    "accrued interest of what is not traded",
    of(dividend, { accruedInterest: "5.00" }),
    "1 accruedInterest: DIV, Dividend, has no such value.",
  );
  refused(
    "accrued interest below 0",
    of(buy, { accruedInterest: "-5.00" }),
    "1 accruedInterest: It is below 0.",
  );
  refused(
    "a purchase without a folio",
    of(buy, { folioNumber: "" }),
    "1 folioNumber: A value is required (BUY, Buy).",
  );
  refused(
    "a purchase without a day",
    of(buy, { tradeDate: "" }),
    "1 tradeDate: A value is required (BUY, Buy).",
  );
  refused(
    "a purchase without a place in its day",
    of(buy, { entryOrder: "" }),
    "1 entryOrder: A value is required (BUY, Buy).",
  );
  refused(
    "a purchase without price or net amount",
    of(buy, { price: "" }),
    "1 price: A price or a net amount is required.",
  );
  refused(
    "a purchase for less than nothing",
    of(buy, { netAmount: "-1.00" }),
    "1 netAmount: It is below 0.",
  );
  refused("a purchase of no shares", of(buy, { shares: "0" }), "1 shares: It is not above 0.");
  for (const [what, gift] of [
    ["after it", { giftDate: "2024-02-02" }],
    [
      "before its acquisition",
      { giftDate: "2019-12-31", originalAcquisitionDate: "2020-01-01", giftMarketValue: "1.00" },
    ],
  ] as const) {
    refused(
      `a transfer of a gift that was given ${what}`,
      of(transferIn, { lots: [{ shares: "5", ...gift }] }),
      "1 lots: A gift lies outside the time from its acquisition to the transfer.",
    );
  }
  refused(
    "the value of a transferred gift without its date",
    of(transferIn, { lots: [{ shares: "5", giftMarketValue: "1.00" }] }),
    "1 lots: The market value of a gift needs its date.",
  );
  refused(
    "a sixth place of shares",
    of(buy, { shares: "1.000001" }),
    "1 shares: The column takes at most 5 places: 1.000001.",
  );
  refused(
    "a seventh place of a price",
    of(buy, { price: "1.0000001" }),
    "1 price: The column takes at most 6 places: 1.0000001.",
  );
  refused(
    "a third place of money",
    of(buy, { fees: "1.001" }),
    "1 fees: The value is not accepted (invalid.fees).",
  );
  refused("a price below 0", of(buy, { price: "-1" }), "1 price: It is below 0.");
  refused(
    "a figure of sixteen digits",
    of(buy, { shares: "1000000000000000" }),
    "1 shares: The value is not accepted (invalid.shares).",
  );
  refused(
    "a day that is none",
    of(buy, { tradeDate: "2024-02-30" }),
    "1 tradeDate: The value is not a calendar date in ISO 8601.",
  );
  refused(
    "a day before there were any",
    of(buy, { tradeDate: "1899-12-31" }),
    "1 tradeDate: It is before 1900-01-01.",
  );
  refused(
    "a day after today",
    of(buy, { tradeDate: "2026-03-03" }),
    "1 tradeDate: It is after today, 2026-03-02.",
  );
  refused(
    "a settlement before the trade",
    of(buy, { settlementDate: "2024-01-31" }),
    "1 settlementDate: It is before the trade date.",
  );
  refused(
    "a purchase that withholds",
    of(buy, { federalTaxWithholding: "1" }),
    "1 federalTaxWithholding: BUY, Buy, has no such value.",
  );
  refused(
    "a column that is none",
    of(buy, { quantity: "1" }),
    "1 quantity: The field is unrecognized.",
  );
  refused(
    "a column that is none and looks like part of another, which is judged all the same",
    of(buy, { "settlementDate.day": "1", settlementDate: "2024-01-31" }),
    "1 settlementDate.day: The field is unrecognized.",
    "1 settlementDate: It is before the trade date.",
  );
  refused(
    "a gift from before the donor had it",
    of(gift, { donorAcquisitionDate: "2024-02-02" }),
    "1 donorAcquisitionDate: It is after the trade date.",
  );
  refused(
    "an inheritance before the death",
    of(inheritance, { dateOfDeath: "2024-02-02" }),
    "1 dateOfDeath: It is after the trade date.",
  );
  refused(
    "a payout after its ex-date",
    of(dividend, { exDate: "2024-02-02" }),
    "1 exDate: It is after the trade date.",
  );
  refused(
    "lots that do not add up",
    of(transferIn, { lots: [{ shares: "4" }] }),
    "1 lots: The lots do not add up to the shares.",
  );
  refused(
    "a lot acquired later",
    of(transferIn, { lots: [{ shares: "5", originalAcquisitionDate: "2024-02-02" }] }),
    "1 lots: A lot is acquired after the trade date.",
  );
  refused(
    "a lot with a later adjusted date",
    of(transferIn, { lots: [{ shares: "5", adjustedAcquisitionDate: "2024-02-02" }] }),
    "1 lots: A lot is acquired after the trade date.",
  );
  refused(
    "a lot of no shares",
    of(transferIn, { lots: [{ shares: "0" }, { shares: "5" }] }),
    "1 lots[0].shares: It is not above 0.",
  );
  refused(
    "a transfer without lots",
    of(transferIn, { lots: "" }),
    "1 lots: A value is required (TIN, Transfer in).",
  );
  refused("a split of ratio 0", of(split, { ratioNew: "0" }), "1 ratioNew: The ratio is zero.");
  refused("a split by 0", of(split, { ratioOld: "0" }), "1 ratioOld: The ratio is zero.");
  refused(
    "a split without a ratio",
    of(split, { ratioOld: "" }),
    "1 ratioOld: A value is required (SPL, Split).",
  );
  refused("a merger into nothing", merger, "1 cashPerShare: A merger pays shares or cash.");
  refused(
    "a merger with half a ratio",
    of(merger, { intoSecurityId: 602, ratioNew: "1" }),
    "1 ratioNew: A new security and both parts of the ratio go together.",
  );
  refused(
    "shares and cash without a value",
    of(merger, { intoSecurityId: 602, ratioNew: "1", ratioOld: "2", cashPerShare: "1" }),
    "1 newShareValue: Shares and cash together need it.",
  );
  refused(
    "a merger for no cash",
    of(merger, { cashPerShare: "0" }),
    "1 cashPerShare: It is not above 0.",
  );
  refused(
    "a change of symbol to itself",
    of(symbol, { intoSecurityId: 601 }),
    "1 intoSecurityId: The event leads to its own security.",
  );
  refused(
    "a spin-off without a value",
    of(spinOff, { childValue: "0", parentValue: "0" }),
    "1 parentValue: One of the two values is above 0.",
  );
  refused(
    "a spin-off without the parent's value",
    of(spinOff, { parentValue: "" }),
    "1 parentValue: A value is required (SPO, Spin-off), unless `childPart` says the part.",
  );
  refused(
    "a return of no capital",
    of(capital, { amount: "0" }),
    "1 amount: It is not above 0; only interest may be below 0.",
  );
  refused(
    "a deposit below 0",
    of(deposit, { amount: "-1.00" }),
    "1 amount: It is not above 0; only interest may be below 0.",
  );
  refused(
    "interest of nothing",
    of(deposit, { transactionType: "INT", amount: "0.00" }),
    "1 amount: It is not above 0; only interest may be below 0.",
  );
  refused(
    "tax withheld from interest that is owed",
    of(deposit, { transactionType: "INT", amount: "-1.00", federalTaxWithholding: "0.01" }),
    "1 amount: More is withheld than is paid.",
  );
  refused(
    "a price of what expires",
    of(sale, { transactionType: "EXP" }),
    "1 price: EXP, Expiry, has no such value.",
  );
  refused(
    "a method and lots at once",
    of(sale, { reliefMethod: "FIFO", namedLots: ["9:4"] }),
    "1 reliefMethod: Lots are named, so that no method applies.",
  );
  refused(
    "a method that is none",
    of(sale, { reliefMethod: "HIFO" }),
    "1 reliefMethod: The value is not in the field's code list.",
  );
  refused(
    "named lots that do not add up",
    of(sale, { namedLots: ["9:3"] }),
    "1 namedLots: The named shares do not add up to the shares.",
  );
  refused(
    "a named lot that is no pair",
    of(sale, { namedLots: ["9"] }),
    "1 namedLots: An entry is a transaction id and shares above 0.",
  );
  refused(
    "a named lot of no shares",
    of(sale, { namedLots: ["9:4", "8:0"] }),
    "1 namedLots: An entry is a transaction id and shares above 0.",
  );
  refused(
    "more withheld than paid",
    of(dividend, { federalTaxWithholding: "500.01" }),
    "1 amount: More is withheld than is paid.",
  );
  refused(
    "a state that is none",
    of(dividend, { withholdingState: "QQ" }),
    "1 withholdingState: The value is not in the field's code list.",
  );
  refused(
    "a fee paid by another account",
    of(deposit, { transactionType: "FEE", feePaidBy: "RA0000000103" }),
    "1 feePaidBy: It is another folio of the account, or `outside`.",
  );
  refused(
    "a journal to its own folio",
    of(deposit, { transactionType: "CJL", toFolioNumber: "RA0000000603" }),
    "1 toFolioNumber: The journal leads to its own folio.",
  );
  refused(
    "a journal of no shares",
    { transactionType: "SJL", securityId: 601, toFolioNumber: `${taxable}02` },
    "1 shares: A value is required (SJL, Share journal).",
  );
  refused(
    "a cancellation with figures",
    { transactionType: "CXL", cancels: 950_009, shares: "1" },
    "1 shares: CXL, Cancellation, has no such value.",
    "1 cancels: Neither the store nor this load has this account transaction.",
  );
  refused(
    "a cancellation of itself",
    { transactionType: "CXL", cancels: first },
    "1 cancels: A transaction cannot take itself back.",
  );
  refused(
    "a replacement of itself",
    of(buy, { replaces: first }),
    "1 replaces: A transaction cannot take itself back.",
  );
});

describe("by an adjustment, an election or a move alone", () => {
  const part = "1 part: It is";
  refused("a part of nothing", of(stepUp, { part: "0" }), `${part} not above 0.`);
  refused("more than the whole", of(stepUp, { part: "1.000001" }), `${part} above 1.`);
  refused(
    "a step-up without its value",
    of(stepUp, { marketValue: "" }),
    "1 marketValue: A value is required (STU, Step-up at death).",
  );
  refused(
    "a step-up on another day than that of death",
    of(stepUp, { dateOfDeath: "2024-01-31" }),
    "1 dateOfDeath: A basis steps up on the day of death, the trade date.",
  );
  refused(
    "a spin-off that takes the whole basis",
    of(spinOff, { childPart: "100" }),
    "1 childPart: It is above 99.999999.",
  );
  refused(
    "a spin-off that takes no part",
    of(spinOff, { childPart: "0" }),
    "1 childPart: It is not above 0.",
  );
  refused(
    "a part of a basis with seven places",
    of(spinOff, { childPart: "4.2000001" }),
    "1 childPart: The column takes at most 6 places: 4.2000001.",
  );
  refused(
    "cash of all that is held, stated beside its cash per share",
    of(merger, { cashPerShare: "1", netAmount: "1.00" }),
    "1 netAmount: Cash is stated of a part, which `shares` says.",
  );
  refused(
    "cash of a part without cash per share",
    of(merger, {
      shares: "1",
      intoSecurityId: 602,
      ratioNew: "1",
      ratioOld: "1",
      netAmount: "1.00",
    }),
    "1 netAmount: Cash that is stated needs `cashPerShare`.",
  );
  refused(
    "new shares of a merger for cash",
    of(merger, { cashPerShare: "1", newShares: "5" }),
    "1 newShares: A merger for cash alone has no new shares.",
  );
  refused("new shares of none", of(split, { newShares: "0" }), "1 newShares: It is not above 0.");
  refused(
    "an exchange of a part without its folio",
    of(merger, { cashPerShare: "1", shares: "5", folioNumber: "" }),
    "1 folioNumber: The part that is exchanged is of a folio.",
  );
  refused(
    "named lots of a whole position that is exchanged",
    of(merger, { cashPerShare: "1", namedLots: ["9:5"] }),
    "1 namedLots: Lots are named of a part, which `shares` says.",
  );
  refused(
    "an exercise for less than nothing",
    of(exercise, { amount: "-0.01" }),
    "1 amount: It is below 0.",
  );
  refused(
    "an exercise into the right itself",
    of(exercise, { intoSecurityId: 601 }),
    "1 intoSecurityId: The event leads to its own security.",
  );
  refused(
    "an exercise of nothing for something by no ratio",
    of(exercise, { ratioNew: "", amount: "" }),
    "1 ratioNew: A value is required (EXR, Exercise).",
    "1 amount: A value is required (EXR, Exercise).",
  );
  refused(
    "an adjustment by nothing",
    of(adjustment, { amount: "0.00" }),
    "1 amount: It is 0: an adjustment raises or lowers a basis.",
  );
  refused(
    "an adjustment for a reason of moves",
    of(adjustment, { reason: "JNL" }),
    "1 reason: BAS has one of PRM, OID, MKD, UCG, WSH, COR.",
  );
  refused(
    "an adjustment of lots by their shares",
    of(adjustment, { namedLots: ["9", "8:5"] }),
    "1 namedLots: An adjustment names `transaction` or `transaction/place`, without shares.",
  );
  refused(
    "days that move an acquisition, of amortised premium",
    of(adjustment, { holdingDays: "5" }),
    "1 holdingDays: Only a wash sale elsewhere (WSH) moves the acquisition back.",
  );
  refused(
    "half a day",
    of(adjustment, { reason: "WSH", holdingDays: "1.5" }),
    "1 holdingDays: The column takes at most 0 places: 1.5.",
  );
  refused(
    "a plan that begins behind its election",
    { transactionType: "AVE", securityId: 601, planSince: "2024-02-02" },
    "1 planSince: It is after the trade date.",
  );
  refused(
    "a plan that is revoked by its first day",
    { transactionType: "AVR", securityId: 601, planSince: "2024-02-01" },
    "1 planSince: AVR, Average basis revoked, has no such value.",
  );
  refused(
    "lots that move to their own account",
    of(move, { toAccountNumber: taxable, toFolioNumber: `${taxable}02` }),
    "1 toAccountNumber: The lots move to their own account; between its folios shares are journaled (SJL).",
  );
  refused(
    "lots that move to no account",
    of(move, { toAccountNumber: "HARBOR" }),
    "1 toFolioNumber: It is no folio of the account that receives the lots.",
    "1 toAccountNumber: Neither the store nor this load has this account.",
  );
  refused(
    "lots that move to a folio of a third account",
    of(move, { toFolioNumber: "RA0000000203" }),
    "1 toFolioNumber: It is no folio of the account that receives the lots.",
  );
  refused(
    "lots that move to an account of another firm",
    of(move, { toAccountNumber: "RB00000001", toFolioNumber: "RB0000000103" }),
    "1 toAccountNumber: The account is one of another firm; lots move inside a firm.",
  );
  refused(
    "a value of lots that are no gift",
    of(move, { marketValue: "10.00" }),
    "1 marketValue: Only a gift (GFT) has a market value.",
  );
  refused(
    "a reason of adjustments of a move",
    of(move, { reason: "PRM" }),
    "1 reason: LMV has one of JNL, SPS, GFT.",
  );
  refused(
    "an unknown kind of fee",
    of(deposit, { transactionType: "FEE", feeKind: "platform" }),
    "1 feeKind: The value is not in the field's code list.",
  );
  refused(
    "rates of then without the method of then",
    of(sale, { acceptedLongTermTaxRate: "20" }),
    "1 acceptedLongTermTaxRate: It goes with the method of then, `acceptedMethod`.",
  );
  refused(
    "a method of then of a purchase",
    of(buy, { acceptedMethod: "FIFO" }),
    "1 acceptedMethod: BUY, Buy, has no such value.",
  );
  refused(
    "lots that move to an absent account",
    of(move, { toAccountNumber: "RA99999999", toFolioNumber: "RA9999999903" }),
    "1 toAccountNumber: Neither the store nor this load has this account.",
  );
  refused(
    "lots that move to an absent folio",
    of(move, { toFolioNumber: "RA0000000177" }),
    "1 toFolioNumber: Neither the store nor this load has this folio.",
  );
});

describe("by what a row names", () => {
  refused(
    "an absent account",
    of(deposit, { accountNumber: "RA99999999" }),
    "1 accountNumber: Neither the store nor this load has this account.",
    "1 folioNumber: Neither the store nor this load has this folio.",
  );
  refused(
    "another account's folio",
    of(buy, { folioNumber: "RA0000000103" }),
    "1 folioNumber: Neither the store nor this load has this folio.",
  );
  refused(
    "an absent security",
    of(buy, { securityId: 699 }),
    "1 securityId: Neither the store nor this load has this security.",
  );
  refused(
    "an absent security that an event leads to",
    of(symbol, { intoSecurityId: 699 }),
    "1 intoSecurityId: Neither the store nor this load has this security.",
  );
  refused(
    "an absent folio of a journal",
    of(deposit, { transactionType: "CJL", toFolioNumber: `${taxable}77` }),
    "1 toFolioNumber: Neither the store nor this load has this folio.",
  );
  refused(
    "a cancellation of nothing",
    { transactionType: "CXL", cancels: 1 },
    "1 cancels: Neither the store nor this load has this account transaction.",
  );
  refused(
    "a replacement of nothing",
    of(deposit, { replaces: 1 }),
    "1 replaces: Neither the store nor this load has this account transaction.",
  );
  refused(
    "an id given twice",
    [deposit, of(deposit, { transactionId: first, amount: "1" })],
    "2 accountNumber, transactionId: The key stands in the file twice. Line 1 has it.",
  );
  refused(
    "two cancellations of one",
    [
      deposit,
      { transactionType: "CXL", cancels: first },
      { transactionType: "CXL", cancels: first },
    ],
    "3 cancels, replaces: Another transaction has cancelled or replaced it. Line 2 has it.",
  );
  refused(
    "a cancellation of a cancellation",
    [
      deposit,
      { transactionType: "CXL", cancels: first },
      { transactionType: "CXL", cancels: first + 1 },
    ],
    "3 cancels: It names a cancellation.",
  );
  refused(
    "two of one day in one place",
    [of(deposit, { entryOrder: 5 }), of(deposit, { entryOrder: 5 })],
    "2 entryOrder: Transaction 950001 of this day has the same place.",
  );
  refused(
    "two that replace each other",
    [of(deposit, { replaces: first + 1 }), of(deposit, { replaces: first })],
    "1 replaces: It takes back what takes it back.",
    "2 replaces: It takes back what takes it back.",
  );
  const withdrawal = of(deposit, { transactionType: "WDL" });
  const refund = of(deposit, { transactionType: "FEE", feeKind: "refund" });
  refused(
    "what reverses a transaction of another kind, or of its own",
    [
      deposit,
      of(deposit, { reverses: first }),
      of(withdrawal, { reverses: first + 3 }),
      withdrawal,
      of(refund, { reverses: first }),
      of(refund, { reverses: first + 4 }),
    ],
    "2 reverses: A deposit reverses a withdrawal.",
    "3 reverses: A withdrawal reverses a deposit.",
    "5 reverses: A refund reverses a fee.",
    "6 reverses: A refund reverses a fee.",
  );
  refused(
    "parts that come back, as soon as they are more than the amount",
    [
      of(deposit, { amount: "100" }),
      of(withdrawal, { amount: "99.99", reverses: first }),
      of(withdrawal, { amount: "0.02", reverses: first }),
    ],
    "3 reverses: More comes back than the amount of transaction 950001.",
  );
  refused(
    "what reverses a transaction that is cancelled or replaced",
    [
      deposit,
      { transactionType: "CXL", cancels: first },
      of(withdrawal, { reverses: first }),
      deposit,
      of(deposit, { replaces: first + 3 }),
      of(withdrawal, { reverses: first + 3 }),
    ],
    "3 reverses: Transaction 950001 is no longer in force.",
    "6 reverses: Transaction 950004 is no longer in force.",
  );
});

describe("by the state after it", () => {
  const ira = { accountNumber: "RA00000002", securityId: 604, folioNumber: "RA0000000203" };
  refused(
    "a sale of more than is held",
    [buy, of(sale, { ...next, shares: "10.00001" })],
    "2 shares: 10.00001 of ACME are sold, 10 are held on 2024-02-02; short positions are not kept.",
  );
  refused(
    "a sale before the purchase",
    [sale, of(buy, next)],
    "1 shares: 4 of ACME are sold, 0 are held on 2024-02-01; short positions are not kept.",
  );
  refused(
    "a sale of another folio's shares",
    [buy, of(sale, { ...next, folioNumber: `${taxable}02` })],
    "2 shares: The folio holds fewer shares.",
  );
  refused(
    "a return of capital on nothing held",
    of(capital, { securityId: 604 }),
    "1 securityId: No share is held that the event is about.",
  );
  refused(
    "a split that leaves the position without a share",
    [
      of(buy, { shares: "0.00001" }),
      of(buy, { shares: "0.00002" }),
      of(split, { ...next, ratioNew: "1", ratioOld: "100" }),
    ],
    "3 ratioNew: The position would be left without a share.",
  );
  refused(
    "a named lot that is not held",
    [buy, of(sale, { ...next, namedLots: ["77:4"] })],
    "2 namedLots: Fewer shares are held of a named lot: 4 of 77 are named, 0 are open.",
  );
  refused(
    "more of a named lot than is held",
    [of(buy, { shares: "3" }), buy, of(sale, { ...next, namedLots: [`${first}:4`] })],
    "3 namedLots: Fewer shares are held of a named lot: 4 of 950001 are named, 3 are open.",
  );
  refused(
    "average cost in a taxable account",
    [buy, of(sale, { ...next, reliefMethod: "AVGC" })],
    "2 reliefMethod: The method is not for this kind of account.",
  );
  refused(
    "another method in an account without tax",
    [of(buy, ira), of(sale, { ...ira, ...next, reliefMethod: "FIFO" })],
    "2 reliefMethod: The method is not for this kind of account.",
  );
  refused(
    "named lots in an account without tax",
    [of(buy, ira), of(sale, { ...ira, ...next, namedLots: [`${first}:4`] })],
    "2 namedLots: Lots cannot be named in this account.",
  );
  refused(
    "a transfer out without a price to order by",
    [
      of(buy, { tradeDate: "2001-02-01" }),
      of(transferOut, { tradeDate: "2001-02-02", reliefMethod: "HGLL" }),
    ],
    "2 price: The method needs a price or a last close.",
  );
  refused(
    "a redemption of more than is held",
    [buy, of(sale, { ...next, transactionType: "RDM", shares: "11" })],
    "2 shares: 11 of ACME are redeemed, 10 are held on 2024-02-02; short positions are not kept.",
  );
  refused(
    "an adjustment below a basis of 0",
    [buy, of(adjustment, { ...next, amount: "-500.01" })],
    "2 amount: A basis would fall below 0: 500.00 - 500.01.",
  );
  refused(
    "an adjustment of a lot that is closed",
    [buy, of(sale, { shares: "10" }), of(adjustment, { ...next, namedLots: [`${first}`] })],
    "3 namedLots: Nothing of a named lot is open: 950001 on 2024-02-02, closed by 950002 on 2024-02-01.",
  );
  refused(
    "an adjustment of nothing held",
    of(adjustment, { securityId: 604 }),
    "1 securityId: No share is held that the event is about.",
  );
  refused(
    "a step-up of nothing held",
    of(stepUp, { securityId: 604 }),
    "1 securityId: No share is held that the event is about.",
  );
  refused(
    "an exchange of a part that is more than is held",
    [buy, of(merger, { ...next, shares: "10.5", cashPerShare: "1" })],
    "2 shares: 10.5 of ACME are exchanged, 10 are held on 2024-02-02; short positions are not kept.",
  );
  refused(
    "an exercise of more than is held",
    [buy, of(exercise, { ...next, shares: "11" })],
    "2 shares: 11 of ACME are exercised, 10 are held on 2024-02-02; short positions are not kept.",
  );
  refused(
    "an exercise that gives no share",
    [buy, of(exercise, { ...next, shares: "0.00001", ratioOld: "2" })],
    "2 ratioNew: The exercise would give no share.",
  );
  const child = (childPart: string) =>
    of(spinOff, { ...next, childPart, childValue: "", parentValue: "" });
  refused(
    "children of one day that get the whole basis together",
    [buy, child("60"), of(child("40"), { intoSecurityId: 603 })],
    "3 childPart: The children of one day get less than 100 percent of the basis: 60 + 40.",
  );
  refused(
    "a child by its part together with one by values",
    [buy, child("60"), of(spinOff, { ...next, intoSecurityId: 603 })],
    "3 childPart: Spin-offs of one security and day are shared by parts or by values, not by both.",
  );
});

describe("by an election", () => {
  const elect = { transactionType: "AVE", securityId: 606, tradeDate: "2024-02-05" };
  const fund = of(buy, { securityId: 606 });
  refused(
    "one from before lots can be averaged",
    of(elect, { tradeDate: "2011-12-30" }),
    "1 tradeDate: Lots from before 2012 are not averaged: an election is dated 2012-01-01 or later.",
  );
  refused(
    "one of stock without its plan",
    of(elect, { securityId: 601 }),
    "1 planSince: Stock that is no fund is averaged only from the first day of its reinvestment plan.",
  );
  refused(
    "one in an account without tax",
    of(elect, { accountNumber: "RA00000002", folioNumber: "" }),
    "1 transactionType: Only a taxable account elects average basis.",
  );
  refused(
    "a revocation of none",
    [fund, of(elect, { transactionType: "AVR" })],
    "2 transactionType: No election is in force.",
  );
  refused(
    "an end of none",
    [fund, of(elect, { transactionType: "AVX" })],
    "2 transactionType: No election is in force.",
  );
  refused(
    "a revocation later than a year",
    [fund, elect, of(elect, { transactionType: "AVR", tradeDate: "2025-02-06" })],
    "3 tradeDate: An election is revoked within a year, later only ended: until 2025-02-05, as it was elected on 2024-02-05.",
  );
  refused(
    "a revocation after a disposal",
    [
      fund,
      elect,
      of(sale, { securityId: 606, tradeDate: "2024-02-06" }),
      of(elect, { transactionType: "AVR", tradeDate: "2024-02-07" }),
    ],
    "4 transactionType: An election is not revoked once shares were disposed of, only ended.",
  );
  refused(
    "a method of what is averaged",
    [fund, elect, of(sale, { securityId: 606, tradeDate: "2024-02-06", reliefMethod: "FIFO" })],
    "3 reliefMethod: The basis is averaged, so that the oldest shares go and no method applies.",
  );
  refused(
    "a name of what is averaged",
    [
      fund,
      elect,
      of(sale, { securityId: 606, tradeDate: "2024-02-06", namedLots: [`${first}:4`] }),
    ],
    "3 namedLots: Fewer shares are held of a named lot: 4 of 950001 are named, 0 are open outside the average.",
  );
});

test("nothing of a refused load is kept", async () => {
  const { rows } = await service.admin(
    "select transaction_id from account_transaction where transaction_id >= $1",
    [first],
  );
  expect(rows).toEqual([]);
});

refused(
  "a fee that reverses another and is taken",
  { transactionType: "FEE", amount: "5.00", reverses: "950001" },
  "1 reverses: A fee that reverses another is a refund.",
);

test("an accepted transaction is refused with different figures, and so is what would make it impossible, by its line", async () => {
  await service.load(file([buy, of(sale, next)]));
  expect(await refusalOf(of(buy, { price: "51" }))).toEqual([
    "transactions.ndjson:1 transactionId: It was accepted with other figures; cancel it, or replace it by another.",
  ]);
  const cancelled = { transactionType: "CXL", transactionId: first + 2, cancels: first };
  expect(await refusalOf(of(buy, { transactionId: first }), cancelled)).toEqual([
    `transactions.ndjson:2 -: Transaction ${first + 1}, accepted before, could not be applied any more: 4 of ACME are sold, 0 are held on 2024-02-02; short positions are not kept.`,
  ]);
});

test("an exercise that costs nothing is taken, and gives the lot the basis of the rights", async () => {
  const account = "RA00000016";
  const own = { accountNumber: account, folioNumber: `${account}03` };
  await service.load(file([of(buy, own), of(exercise, { ...own, ...next, amount: "0.00" })]));
  const { rows } = await service.admin(
    `select share_quantity::text as shares, adjusted_cost_basis::text as basis from open_lot
     where account_number = $1 and security_id = 602`,
    [account],
  );
  expect(rows).toEqual([{ shares: "4.00000", basis: "200.00" }]); // 4 × 50.00
});

test("every sentence of the rules of transactions appears above", () => {
  const reasons = /(?:fault\([^"]*"\w+"|reason)[,:=]? ?=?\s*"([^"]+)"/g;
  const files = [
    ["rules.ts", /"([A-Z][^"]* [^"]*\.)"/g],
    ["adjustment-rules.ts", /"([A-Z][^"]* [^"]*\.)"/g],
    ["apply-transactions.ts", reasons],
    ["load.ts", reasons],
  ] as const;
  const sentences = files.flatMap(([name, literals]) => {
    const source = readFileSync(join(import.meta.dirname, name), "utf8");
    return Array.from(source.matchAll(literals), ([, sentence = ""]) => sentence);
  });
  expect(sentences.length).toBeGreaterThan(20);
  const own = ["It was accepted with other figures; cancel it, or replace it by another."];
  expect(
    sentences.filter((each) => ![...seen, ...own].some((line) => line.includes(each))),
  ).toEqual([]);
});
