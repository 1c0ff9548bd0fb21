// Fees and refunds as their bills say them: the figures in words, the parties, and the words of the firm.
// (docs/billing.md, "Bills")
import type { Day } from "@bursar/values/dates";
import { fixed } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { moneyText } from "@bursar/values/units";
import type { Reader } from "../../../platform/store/db.ts";
import { counted } from "../../../values/readable.ts";
import { householdOnPaper, selectOwnersOf } from "../../clients-and-accounts/households/reads.ts";
import type { BilledFee } from "../../documents/bills/reads.ts";
import { wordsOf } from "../../documents/disclosures/reads.ts";
import { partiesOf } from "../../documents/statements/reads.ts";
import type { BillFacts } from "./bill-facts.ts";
import type { RefundedRow } from "./bill-queries.ts";
import { amountOfItem, centsDue } from "./item-amounts.ts";
import { type FeeItemRow, selectCorrectedItem } from "./item-queries.ts";
import { selectBillingFirm } from "./planning-queries.ts";

/** The bill of an item: a fee, or below 0 what comes back of one that was billed in advance. */
export async function billedFeeOf(
  db: Reader,
  facts: BillFacts,
  { noticeDays, words }: OfAllBills,
): Promise<BilledFee> {
  const { run, item, plan } = facts;
  const { accountNumber, lineKind } = item;
  const own = await namedParties(db, accountNumber);
  const cents = amountOfItem(item);
  const ofUnit = (await isSeenByAll(db, facts))
    ? await wholeUnit(db, facts, own.owners)
    : ownShareAlone(facts);
  return {
    ...own,
    ...ofUnit,
    from: item.from,
    to: item.to,
    days: String(item.days),
    feeName: run.kind === "B" ? "brokerage fee" : "advisory fee",
    lineKind,
    basisKind: plan.basis,
    isInAdvance: plan.isInAdvance,
    tierType: plan.fees.tierType,
    basis: fixed(item.basis, 2),
    rate: fixed(item.rate, 6),
    computed: fixed(item.computed, 2),
    amount: moneyText(cents),
    reason: item.reason,
    takenOn: facts.takenOn,
    takenFrom: facts.takenFrom,
    isNotice: noticeDays > 0,
    takenFee: null,
    withdrawn: null,
    isRefund: cents < 0n,
    isFeeDue: cents < 0n && (await isCorrectedDue(db, item)),
    words: run.isApprovedAlone ? [approvedAlone, ...words] : words,
  };
}

/** Whether the fee that an item gives back is still due, in whole or in part. */
async function isCorrectedDue(db: Reader, item: FeeItemRow): Promise<boolean> {
  const corrected = await selectCorrectedItem(db, item);
  return corrected !== undefined && centsDue(corrected) > 0n;
}

/** The facts that the bills of a run have in common. */
export interface OfAllBills {
  readonly noticeDays: number;
  readonly words: readonly string[];
}

/** Reads what the bills of a run have in common. */
export async function ofAllBills(
  db: Reader,
  { firmOid, periodEnd }: BillFacts["run"],
): Promise<OfAllBills> {
  const [{ noticeDays }, words] = await Promise.all([
    selectBillingFirm(db, firmOid),
    wordsOfBills(db, firmOid, periodEnd),
  ]);
  return { noticeDays, words };
}

const approvedAlone = "One person of the firm has both prepared and approved this fee.";

/** The accounts that a bill shows, where they are several. */
export function accountsShown({
  shares,
}: Pick<BilledFee, "shares">): readonly string[] | undefined {
  const numbers = [...new Set(shares.map(({ accountNumber }) => accountNumber))];
  return numbers.length > 1 ? numbers : undefined;
}

/** The bill that takes the place of one that no longer holds. */
export function withdrawnFee(fee: BilledFee): BilledFee {
  const nothing = { unitBasis: null, steps: [], shares: [], words: [], isRefund: false };
  return { ...fee, ...nothing, withdrawn: fee.amount, amount: "0.00" };
}

/** The bill of a refund of a fee that was taken. */
export async function refundedFeeOf(db: Reader, refund: RefundedRow): Promise<BilledFee> {
  const { accountNumber, firmOid, paidOn, takenOn, payerAccountNumber } = refund;
  const [own, words] = await Promise.all([
    namedParties(db, accountNumber),
    wordsOfBills(db, firmOid, paidOn),
  ]);
  const isPaidOutside = refund.feePaidBy === "outside";
  const amount = fixed(refund.amount, 2);
  return {
    ...own,
    unit: `Fee taken on ${takenOn}`,
    from: refund.from ?? takenOn,
    to: refund.to ?? takenOn,
    days: "0",
    feeName: refund.kind === "B" ? "brokerage fee" : "advisory fee",
    lineKind: "refund",
    basisKind: "END",
    isInAdvance: false,
    tierType: "M",
    basis: "0.00",
    unitBasis: null,
    rate: "0.000000",
    unitFee: amount,
    steps: [],
    shares: [],
    computed: amount,
    amount,
    reason: refund.reason,
    takenOn: paidOn,
    takenFrom: payerAccountNumber ?? (isPaidOutside ? null : accountNumber),
    isNotice: false,
    takenFee: fixed(refund.takenFee, 2),
    withdrawn: null,
    isRefund: true,
    isFeeDue: false,
    words,
  };
}

/** The parties that a bill names. */
async function namedParties(db: Reader, accountNumber: AccountNumber) {
  const parties = await partiesOf(db, accountNumber);
  if (parties === undefined) throw new Error("an item belongs to an account");
  const { firm, custodian, owners, address } = parties;
  return { firm, custodian, owners, address, accountNumber };
}

/** The words of the firm on the last day that a bill reports. */
async function wordsOfBills(db: Reader, firmOid: Id, on: Day): Promise<string[]> {
  const words = await wordsOf(db, { firmOid, reportType: "AD", on });
  return words.map(({ text }) => text);
}

/** The facts of a bill about all accounts that are billed as one. */
type OfUnit = Pick<BilledFee, "unit" | "unitBasis" | "unitFee" | "steps" | "shares">;

/** Whether all accounts that are billed as one have the same owners: whoever reads the bill of an account may have the
 * right to that account alone. */
async function isSeenByAll(db: Reader, { shares }: BillFacts): Promise<boolean> {
  const numbers = [...new Set(shares.map(({ accountNumber }) => accountNumber))];
  if (numbers.length === 1) return true;
  const rows = await selectOwnersOf(db, numbers);
  const owners = numbers.map((number) =>
    rows.flatMap(({ accountNumber, loginId }) => (accountNumber === number ? [loginId] : [])),
  );
  return new Set(owners.map((loginIds) => loginIds.join(" "))).size === 1;
}

async function wholeUnit(db: Reader, facts: BillFacts, owners: readonly string[]): Promise<OfUnit> {
  const { item, shares, unitBasis, unitComputed } = facts;
  return {
    unit: await unitInWords(db, facts, owners),
    unitBasis: item.lineKind === "refund" ? null : moneyText(unitBasis),
    unitFee: moneyText(unitComputed),
    // The table of shares says the same as the lines of the working.
    steps: item.steps.filter(({ step }) => step !== "share"),
    shares: shares.map(({ accountNumber, basis, computed }) => ({
      accountNumber,
      basis: moneyText(basis),
      amount: moneyText(computed),
    })),
  };
}

/** Without the sums over all accounts and the working on them, of which the rate stays. What corrects a bill in advance
 * is calculated on the account alone. */
function ownShareAlone({ item }: BillFacts): OfUnit {
  const { lineKind, basis, computed, steps } = item;
  const isOwn = lineKind === "flow" || lineKind === "refund";
  const rates = steps.filter(({ step }) => step === "rate");
  return {
    unit: "Billed with other accounts",
    unitBasis: lineKind === "refund" ? null : fixed(basis, 2),
    unitFee: fixed(computed, 2),
    steps: isOwn ? steps : rates.map(({ step, amount }) => ({ step, sum: "", amount })),
    shares: [],
  };
}

/** The unit that is billed as one, in words: an account, or the accounts of a member or a
 * household. */
async function unitInWords(
  db: Reader,
  { run, item, shares }: BillFacts,
  owners: readonly string[],
): Promise<string> {
  const accounts = counted(
    new Set(shares.map(({ accountNumber }) => accountNumber)).size,
    "account",
  );
  const [kind, of] = partsOfUnit(item);
  if (kind === "household") {
    const household = await householdOnPaper(db, of as Id, run.periodEnd);
    return `Household ${household?.name ?? of}, ${accounts}`;
  }
  return kind === "member" ? `${owners[0]}, ${accounts}` : "Billed alone";
}

function partsOfUnit({ unit }: FeeItemRow): [string, string] {
  const at = unit.indexOf(":");
  return [unit.slice(0, at), unit.slice(at + 1)];
}
