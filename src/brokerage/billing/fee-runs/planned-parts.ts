// The days of accounts that a run bills, with their terms and units. Pure. (docs/billing.md)
import { addDays, addMonths, type Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { common, type Stretch, without } from "./billed-days.ts";
import type { BilledPlan, FeeKind } from "./billed-plan.ts";

/** How an account is billed on some days. */
export interface BillingTerm {
  readonly from: Day;
  readonly to: Day | null;
  readonly billingPlanOid: Id;
  readonly discount: Decimal;
  readonly payerAccountNumber: string | null;
  readonly collect: "debit" | "invoice";
}

/** Days of an account that a run has billed or is going to. */
export interface TakenPart extends Stretch {
  readonly feeRunOid: Id;
  readonly unitNumber: number;
  readonly line: number | null;
  readonly lineKind: LineKind;
  readonly billingPlanOid: Id;
  /** From whom the item was collected, and how. */
  readonly payerAccountNumber: string | null;
  readonly collect: "debit" | "invoice";
  /** Whether its run is posted. */
  readonly isPosted: boolean;
  readonly ofRunOid: Id | null;
  readonly ofLine: number | null;
}

/** The facts about an account that planning needs. */
export interface BillableAccount {
  readonly accountNumber: AccountNumber;
  readonly primaryOwner: string;
  readonly billingPlanOid: Id | null;
  /** The day of its first transaction. */
  readonly firstOn: Day | null;
  /** In order; empty where it is billed by its plan. */
  readonly terms: readonly BillingTerm[];
  readonly households: readonly {
    readonly householdOid: Id;
    readonly from: Day;
    readonly to: Day | null;
  }[];
  readonly taken: readonly TakenPart[];
  /** Days that a person has excluded from a run that is posted. */
  readonly waived: readonly Stretch[];
}

/** The kind of a line: a period; in advance the days of an account that began in between, a flow of
 * the period before, or days not served. */
export type LineKind = "period" | "inception" | "flow" | "refund";

/** Days of an account that are billed together. */
export interface PlannedPart extends Stretch {
  readonly accountNumber: AccountNumber;
  readonly unit: string;
  readonly lineKind: LineKind;
  readonly billingPlanOid: Id;
  readonly period: Stretch;
  readonly discount: Decimal;
  readonly payerAccountNumber: string | null;
  readonly collect: "debit" | "invoice";
  /** The line that a flow or a refund corrects. */
  readonly correctedLine: { readonly feeRunOid: Id; readonly line: number } | null;
}

/** The lines that a run bills. */
export interface PlannedRun {
  readonly kind: FeeKind;
  /** The period that is billed of a plan; undefined of one that is not. */
  readonly periodOf: (plan: BilledPlan) => Stretch | undefined;
  readonly billingLevel: "account" | "member" | "household";
  /** The plans that may be billed at this end, by id. */
  readonly plans: ReadonlyMap<string, BilledPlan>;
}

/** Days that another run has, by an account. */
export interface TakenDays extends Stretch {
  readonly accountNumber: AccountNumber;
  readonly feeRunOid: Id;
  /** Whether its run is posted. */
  readonly isPosted: boolean;
}

/** The parts of an account, and days of them that another run has already. */
export function plannedParts(
  run: PlannedRun,
  account: BillableAccount,
): { readonly parts: PlannedPart[]; readonly taken: TakenDays[] } {
  const refunds = refundParts(run, account);
  const terms = termsOf(run, account).flatMap((term) =>
    partsOfTerm(run, account, { term, refunds }),
  );
  return {
    parts: [...refunds, ...terms.flatMap(({ parts }) => parts), ...flowParts(run, account)],
    taken: terms.flatMap(({ taken }) => taken),
  };
}

/** Without a row an account is billed by its plan from its first transaction on; brokerage and platform
 * fees are the firm's for all of its accounts. */
function termsOf({ kind, plans }: PlannedRun, account: BillableAccount): BillingTerm[] {
  const { terms, firstOn, billingPlanOid } = account;
  if (kind === "A" && terms.length > 0)
    return terms.filter(({ from, to }) => to === null || to >= from);
  const [own] = kind === "A" ? [billingPlanOid] : plans.keys();
  if (firstOn === null || own === null || own === undefined) return [];
  return [
    {
      from: firstOn,
      to: null,
      billingPlanOid: own as Id,
      discount: "0" as Decimal,
      payerAccountNumber: null,
      collect: "debit",
    },
  ];
}

interface OfTerm {
  readonly term: BillingTerm;
  readonly refunds: readonly PlannedPart[];
}

function partsOfTerm(run: PlannedRun, account: BillableAccount, { term, refunds }: OfTerm) {
  const plan = run.plans.get(term.billingPlanOid);
  const period = plan && run.periodOf(plan);
  const parts: PlannedPart[] = [];
  const taken: TakenDays[] = [];
  if (plan === undefined || period === undefined) return { parts, taken };
  const days = { from: term.from, to: term.to ?? period.to };
  const began = beginOfService(termsOf(run, account), term);
  for (const window of windowsOf(plan, period, began)) {
    const billed = common(days, window.days);
    if (billed === undefined) continue;
    for (const { unit, ...stretch } of inUnits(run, account, billed)) {
      const { billingPlanOid } = term;
      const others = takenOf(account, { stretch, billingPlanOid }, refunds);
      // In advance a run bills what is not billed yet.
      taken.push(...others.filter(({ isPosted }) => !plan.isInAdvance || !isPosted));
      const isLate = window.period !== period;
      for (const free of without(stretch, [...others, ...(isLate ? account.waived : [])])) {
        const lineKind = window.lineKind;
        parts.push({ ...partOf(account, term, unit), ...free, lineKind, period: window.period });
      }
    }
  }
  return { parts, taken };
}

interface Window {
  readonly lineKind: LineKind;
  readonly period: Stretch;
  readonly days: Stretch;
}

/** The first day on which the plan of a term has served without a gap: another discount or payer begins nothing. */
function beginOfService(terms: readonly BillingTerm[], term: BillingTerm): Day {
  const before = terms.find(
    ({ billingPlanOid, to }) =>
      billingPlanOid === term.billingPlanOid && to !== null && addDays(to, 1) === term.from,
  );
  return before === undefined ? term.from : beginOfService(terms, before);
}

/** The last day on which it serves without a gap; null where it goes on. */
function endOfService(terms: readonly BillingTerm[], term: BillingTerm): Day | null {
  const { to } = term;
  if (to === null) return null;
  const next = terms.find(
    ({ billingPlanOid, from }) => billingPlanOid === term.billingPlanOid && from === addDays(to, 1),
  );
  return next === undefined ? to : endOfService(terms, next);
}

/** In advance who began within the period has a line of its own, and likewise who began within the one
 * before, which nobody has billed yet. */
function windowsOf(plan: BilledPlan, period: Stretch, from: Day): Window[] {
  const isIn = (stretch: Stretch) => from > stretch.from && from <= stretch.to;
  if (!plan.isInAdvance) return [{ lineKind: "period", period, days: period }];
  const before = periodBefore(plan, period);
  const late: Window[] = isIn(before)
    ? [{ lineKind: "inception", period: before, days: before }]
    : [];
  return [...late, { lineKind: isIn(period) ? "inception" : "period", period, days: period }];
}

/** The period before one of a plan. */
function periodBefore({ months }: BilledPlan, { from }: Stretch): Stretch {
  return { from: addMonths(from, -months), to: addDays(from, -1) };
}

function partOf(account: BillableAccount, term: BillingTerm, unit: string) {
  const { billingPlanOid, discount, payerAccountNumber, collect } = term;
  const { accountNumber } = account;
  return {
    accountNumber,
    unit,
    billingPlanOid,
    discount,
    payerAccountNumber,
    collect,
    correctedLine: null,
  };
}

/** The days of an account by the unit that it is in: with a household by its days in it. Folio fees are those of an
 * account, whatever it is billed with. */
function inUnits(
  { kind, billingLevel }: PlannedRun,
  { accountNumber, primaryOwner, households }: BillableAccount,
  days: Stretch,
): (Stretch & { readonly unit: string })[] {
  const alone = `account:${accountNumber}`;
  if (kind === "P" || billingLevel === "account") return [{ ...days, unit: alone }];
  if (billingLevel === "member") return [{ ...days, unit: `member:${primaryOwner}` }];
  const inHouseholds = households.flatMap(({ householdOid, from, to }) => {
    const shared = common(days, { from, to: to ?? days.to });
    return shared === undefined ? [] : [{ ...shared, unit: `household:${householdOid}` }];
  });
  const outside = without(days, inHouseholds).map((each) => ({ ...each, unit: alone }));
  return [...inHouseholds, ...outside].toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

/** A correction is collected like the part that it corrects, from the same payer. */
function correcting({ accountNumber }: BillableAccount, part: TakenPart) {
  const { billingPlanOid, payerAccountNumber, collect } = part;
  const unit = `account:${accountNumber}`;
  const discount = "0" as Decimal;
  return { accountNumber, unit, billingPlanOid, discount, payerAccountNumber, collect };
}

/** Days of a stretch that runs have billed, without those that came back. Days that are to come back by a run that is
 * open are that run's: if it is discarded, the plan by which they were billed still has them. */
function takenOf(
  { accountNumber, taken }: BillableAccount,
  { stretch, billingPlanOid }: { readonly stretch: Stretch; readonly billingPlanOid: Id },
  planned: readonly PlannedPart[],
): TakenDays[] {
  return taken.filter(isOfPeriod).flatMap((part) => {
    const shared = common(part, stretch);
    if (shared === undefined) return [];
    const refunds = refundsOf(part, taken);
    const open = refunds.filter(
      ({ isPosted }) => !isPosted && part.billingPlanOid === billingPlanOid,
    );
    const own = planned.filter(
      ({ correctedLine }) =>
        correctedLine?.feeRunOid === part.feeRunOid && correctedLine.line === part.line,
    );
    const { feeRunOid, isPosted } = part;
    const billed = without(shared, [...refunds, ...own]);
    return [
      ...billed.map((days) => ({ ...days, accountNumber, feeRunOid, isPosted })),
      ...open.flatMap((refund) => {
        const days = common(shared, refund);
        const ofOpen = { accountNumber, feeRunOid: refund.feeRunOid, isPosted: false };
        return days === undefined ? [] : [{ ...days, ...ofOpen }];
      }),
    ];
  });
}

function isOfPeriod({ lineKind }: TakenPart): boolean {
  return lineKind === "period" || lineKind === "inception";
}

/** The refunds of days of a part: not those of days that another run has billed since. */
function refundsOf({ feeRunOid, line }: TakenPart, taken: readonly TakenPart[]): TakenPart[] {
  return taken.filter(
    (each) => each.lineKind === "refund" && each.ofRunOid === feeRunOid && each.ofLine === line,
  );
}

/** Days that were billed in advance, and that no term of the same plan serves: they are refunded to the payer. */
function refundParts(run: PlannedRun, account: BillableAccount): PlannedPart[] {
  const terms = termsOf(run, account);
  return account.taken.flatMap((part): PlannedPart[] => {
    const { billingPlanOid, feeRunOid, line, isPosted } = part;
    const plan = run.plans.get(billingPlanOid);
    if (!plan?.isInAdvance || !isPosted || !isOfPeriod(part) || line === null) return [];
    const serving = terms
      .filter((term) => term.billingPlanOid === billingPlanOid)
      .map(({ from, to }) => ({ from, to: to ?? part.to }));
    const billed = without({ from: part.from, to: part.to }, refundsOf(part, account.taken));
    const last = billed.flatMap((days) => without(days, serving)).at(-1);
    if (last === undefined || last.to !== billed.at(-1)?.to) return [];
    const period = { from: part.from, to: part.to };
    const correctedLine = { feeRunOid, line };
    return [{ ...correcting(account, part), ...last, lineKind: "refund", period, correctedLine }];
  });
}

/** Periods billed in advance, whose flows are a line of the run of the next one: up to the last day that the plan serves
 * without a gap, since days after it are refunded. Each line of the period has one; which of its days are in the line's
 * parts is known when it is calculated. */
function flowParts(run: PlannedRun, account: BillableAccount): PlannedPart[] {
  const terms = termsOf(run, account);
  const lines = Map.groupBy(
    account.taken.filter(isOfPeriod),
    ({ feeRunOid, line }) => `${feeRunOid} ${line}`,
  );
  return [...lines.values()].flatMap(([part]): PlannedPart[] => {
    const plan = part && run.plans.get(part.billingPlanOid);
    const period = plan && run.periodOf(plan);
    if (part === undefined || plan === undefined || period === undefined) return [];
    if (part.line === null) return [];
    if (!plan.isInAdvance || plan.flowFrom === undefined || !part.isPosted) return [];
    const { billingPlanOid, feeRunOid, line } = part;
    const before = periodBefore(plan, period);
    const isStated = account.taken.some(
      (other) => other.lineKind === "flow" && other.ofRunOid === feeRunOid && other.ofLine === line,
    );
    const term = terms.find(
      (each) =>
        each.billingPlanOid === billingPlanOid &&
        common(part, { from: each.from, to: each.to ?? part.to }) !== undefined,
    );
    if (isStated || term === undefined || common(part, before) === undefined) return [];
    const end = endOfService(terms, term) ?? before.to;
    const days = common({ from: part.from, to: before.to }, { from: part.from, to: end });
    const own = correcting(account, part);
    const correctedLine = { feeRunOid, line };
    return days === undefined
      ? []
      : [{ ...own, ...days, lineKind: "flow", period: before, correctedLine }];
  });
}
