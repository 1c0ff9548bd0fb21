// `bursar engine fees`: the calculation of fees alone, without a store, from lines of JSON to lines of JSON.
// (docs/billing.md, "The engine alone")
import { createInterface } from "node:readline";
import { addDays } from "@bursar/values/dates";
import { moneyText, textOf, unitsOf } from "@bursar/values/units";
import { flowsFee, unservedFee } from "../brokerage/billing/fee-runs/calculation/advance-fees.ts";
import {
  billableValue,
  takenNow,
} from "../brokerage/billing/fee-runs/calculation/billable-value.ts";
import type { FeePart } from "../brokerage/billing/fee-runs/calculation/fee-account.ts";
import { wholePercent, wholeRate } from "../brokerage/billing/fee-runs/calculation/fee-plan.ts";
import type { FeeStep } from "../brokerage/billing/fee-runs/calculation/fee-step.ts";
import { shareAmongPayees } from "../brokerage/billing/fee-runs/calculation/payee-shares.ts";
import { calculateUnitFee } from "../brokerage/billing/fee-runs/calculation/unit-fee.ts";
import {
  averageValueDays,
  daysIn,
  endValueDays,
  type ValueDays,
} from "../brokerage/billing/fee-runs/calculation/value-days.ts";
import { decodeRecord, printResult } from "./engine.ts";
import { CommandFault } from "./faults.ts";
import {
  CollectLine,
  cents,
  decodeFeePlan,
  decodePayees,
  FlowLine,
  hundredths,
  PartLine,
  PlanLine,
  UnservedLine,
} from "./fee-records.ts";

/** Reads a plan and the parts of a unit from standard input, and prints its fee with every step. */
export async function feesEngineCommand(): Promise<void> {
  const parts: PartLine[] = [];
  let plan: PlanLine | undefined;
  let line = 0;
  for await (const text of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === "") continue;
    const kind = /"kind"\s*:\s*"(\w+)"/.exec(text)?.[1];
    if (kind === "flow") printFlow(decodeRecord(FlowLine, text, line));
    else if (kind === "unserved") printUnserved(decodeRecord(UnservedLine, text, line));
    else if (kind === "collect") printCollected(decodeRecord(CollectLine, text, line));
    else if (kind === "part") parts.push(decodeRecord(PartLine, text, line));
    else if (plan === undefined) plan = decodeRecord(PlanLine, text, line);
    else throw new CommandFault(`Line ${line}: There is a plan already, or the kind is unknown.`);
  }
  if (parts.length === 0) return;
  if (plan === undefined) throw new CommandFault("The line of the plan is missing.");
  refuseImpossible(plan, parts);
  printFee(plan, parts);
}

/** Refuses a plan that no firm can have, days outside its period, and days that an account has twice. */
export function refuseImpossible(
  plan: Pick<PlanLine, "from" | "to" | "assetFees" | "splits">,
  parts: readonly PartLine[],
): void {
  const ofParts = parts.flatMap(({ account, from, to }, at) => {
    const isOutside = from > to || from < plan.from || to > plan.to;
    const isTwice = parts
      .slice(0, at)
      .some((other) => other.account === account && other.from <= to && from <= other.to);
    return [
      ...(isOutside
        ? [`The days ${from} to ${to} of ${account} do not lie in ${plan.from} to ${plan.to}.`]
        : []),
      ...(isTwice ? [`Days of ${account} stand twice: ${from} to ${to}.`] : []),
    ];
  });
  const faults = [...planFaults(plan), ...ofParts];
  if (faults.length > 0) throw new CommandFault(faults.join("\n"));
}

function planFaults({
  assetFees = [],
  splits = [],
}: Pick<PlanLine, "assetFees" | "splits">): string[] {
  const starts = assetFees.map(({ fromAmount }) => cents(fromAmount));
  const isRising = starts.every((from, at) => at === 0 || from > (starts[at - 1] ?? 0n));
  const shared = splits.reduce((sum, { percent }) => sum + hundredths(percent), 0n);
  return [
    ...(isRising ? [] : ["Each fromAmount of assetFees must be above the one before it."]),
    ...(splits.length === 0 || shared === wholePercent
      ? []
      : [`The percent of splits must be 100.00 together, not ${textOf(shared, 2)}.`]),
  ];
}

function printFee(plan: PlanLine, lines: readonly PartLine[]): void {
  const parts: FeePart[] = [];
  for (const line of lines) {
    const { valueDays, steps } = valueDaysOf(plan, line);
    printSteps(steps, { account: line.account });
    const discount = line.discount === undefined ? 0n : hundredths(line.discount);
    parts.push({ accountNumber: line.account, days: daysIn(line), valueDays, discount });
  }
  const fee = calculateUnitFee(decodeFeePlan(plan), daysIn(plan), parts);
  printSteps(fee.steps);
  const payees = decodePayees(plan);
  for (const [at, amount] of shareAmongPayees(fee.cents, payees).entries()) {
    printResult({ type: "payee", payee: payees[at]?.payee, amount: moneyText(amount) });
  }
  for (const { accountNumber: account, basis, cents: amount } of fee.shares) {
    printResult({ type: "share", account, basis: moneyText(basis), amount: moneyText(amount) });
  }
  const { rate, bounds } = fee;
  printResult({ type: "fee", amount: moneyText(fee.cents), rate, bounds });
}

function valueDaysOf(plan: PlanLine, { from, to, values, flows = [] }: PartLine): ValueDays {
  const { basis = "END", billMode = "A", excludeCash = false, flowFrom } = plan;
  const billable = values
    .map(({ on, value, cash, excluded = [] }) => ({
      on,
      cents: billableValue(
        {
          value: cents(value),
          cash: cash === undefined ? 0n : cents(cash),
          excluded: excluded.map(cents),
        },
        excludeCash,
      ),
    }))
    .toSorted((a, b) => (a.on < b.on ? -1 : 1));
  if (basis === "AVG") return averageValueDays({ from, to }, billable);
  const valuedOn = billMode === "D" ? addDays(from, -1) : to;
  const last = billable.findLast(({ on }) => on <= valuedOn);
  return endValueDays(
    { from, to },
    last ?? { on: valuedOn, cents: 0n },
    billMode === "D" ? [] : flows.map(({ on, amount }) => ({ on, cents: cents(amount) })),
    flowFrom === undefined ? undefined : cents(flowFrom),
  );
}

function printFlow({ on, amount, rate, months, days, daysLeft }: FlowLine): void {
  const period = {
    months: unitsOf(months, 0),
    days: unitsOf(days, 0),
    rate: { numerator: unitsOf(rate, 6), denominator: wholeRate },
  };
  const flow = { on, cents: cents(amount), daysLeft: unitsOf(daysLeft, 0) };
  const line = flowsFee(period, [flow]);
  printSteps(line.steps);
  printResult({ type: "flow", amount: moneyText(line.cents) });
}

function printUnserved({ fee, days, daysUnserved }: UnservedLine): void {
  const line = unservedFee(cents(fee), {
    billed: unitsOf(days, 0),
    unserved: unitsOf(daysUnserved, 0),
  });
  printSteps(line.steps);
  printResult({ type: "refund", amount: moneyText(line.cents) });
}

function printCollected({ due, freeCash, insufficient }: CollectLine): void {
  const taken = takenNow(cents(due), cents(freeCash), insufficient);
  printResult({
    type: "collected",
    amount: moneyText(taken),
    due: moneyText(cents(due) - taken),
  });
}

function printSteps(steps: readonly FeeStep[], of: object = {}): void {
  for (const step of steps) printResult({ type: "step", ...of, ...step });
}
