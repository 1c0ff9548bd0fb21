// `bursar explain return`: the chain of a range, day by day, in lines that can be recomputed by
// hand.

import type { AdvanceStep } from "../brokerage/books/performance/capital.ts";
import {
  explainReturn,
  type ReturnExplained,
  type ReturnFigures,
  type ReturnStep,
} from "../brokerage/books/performance/explain-return.ts";
import { withStore } from "./command-context.ts";
import { daysGiven, type RangeOptions } from "./day-range.ts";
import { refuseUnknown } from "./explain.ts";
import { CommandFault, UsageFault } from "./faults.ts";
import { printJson, printLines } from "./output.ts";

interface ExplainReturnOptions extends RangeOptions {
  readonly account: string;
  readonly folio?: string;
  readonly json?: boolean;
}

/** Explains how the returns of an account, or of a folio, over a range were computed. */
export async function explainReturnCommand(options: ExplainReturnOptions): Promise<void> {
  const { account: accountNumber, folio = "", json = false } = options;
  const { from: firstOn, to: lastOn } = daysGiven(options);
  if (firstOn === undefined || lastOn === undefined) {
    throw new UsageFault("give both days: --from and --to, or --range");
  }
  const range = { firstOn, lastOn };
  const key = { accountNumber, folioNumber: folio };
  const explained = await withStore("explain", async ({ db }) => {
    await refuseUnknown(db, accountNumber, options.folio);
    return explainReturn(db, key, range);
  });
  if (explained === undefined) throw new CommandFault("There is no valuation up to the last day.");
  if (json) printJson({ accountNumber, folioNumber: folio || null, ...explained });
  else printLines(...returnLines(folio || accountNumber, explained));
}

/** The explanation of an account's or folio's returns in lines. */
export function returnLines(name: string, explained: ReturnExplained): string[] {
  const { start, days, ...sums } = explained;
  const { gross, net, netFlows, endMarketValue } = sums;
  const unknown = "not known";
  return [
    `${name} from ${start.on}: value ${start.value ?? unknown}, unit gross ` +
      `${gross.startUnit ?? "not available"}, net ${net.startUnit ?? "not available"}`,
    ...(start.left === undefined
      ? []
      : [`            a new beginning: the ${start.left} that was left counts as an inflow`]),
    ...days.flatMap(dayLines),
    `net flows ${netFlows ?? unknown}, end value ${endMarketValue ?? unknown}`,
    ...figureLines("gross", gross),
    ...figureLines("net", net),
  ];
}

function dayLines(day: ReturnStep): string[] {
  const { on, valueBefore, value, inflow, outflow, fees } = day;
  if (value === null) {
    return [`${on}  imported from another system: gross ${day.gross}, net ${day.net}`];
  }
  const from = `(${valueBefore ?? "not known"} + ${inflow})`;
  const result = (rate: string | null, unit: string | null) => {
    if (rate !== null) return `${rate} %, unit ${unit}`;
    if (day.noReturn === null) return `unit ${unit}`;
    const carried = unit === null ? "no unit" : `unit ${unit} is carried`;
    return `${day.noReturn}, no return, ${carried}`;
  };
  return [
    `${on}  gross (${value} + ${outflow} + ${fees}) / ${from}: ${result(day.grossReturn, day.gross)}`,
    `            net   (${value} + ${outflow}) / ${from}: ${result(day.netReturn, day.net)}`,
    ...partLines(day),
    ...oldPriceLines(day),
  ];
}

const none = "0.00";

/** The parts of a value and of a flow, if there is more than one. */
function partLines(day: ReturnStep): string[] {
  const { marketValue, accrued, advances, debit, cashFlows, securityFlows } = day;
  const advanced = advances === none ? "" : `, of it ${advances} advanced by cash to come`;
  return [
    ...(accrued === none
      ? []
      : [`            value ${marketValue} and ${accrued} accrued${advanced}`]),
    ...(debit === none ? [] : [`            debit ${debit}`]),
    ...(securityFlows === none
      ? []
      : [`            flows ${cashFlows} of cash and ${securityFlows} of shares`]),
    ...day.advanced.map(advanceLine),
  ];
}

function advanceLine({ on, folioNumber, lacked, until, ...inflow }: AdvanceStep): string {
  const { transactionId, paidOn, amount, givenBy } = inflow;
  const lack = `            ${folioNumber} lacks ${lacked} for its purchases of ${on}`;
  if (transactionId === null) return `${lack}: no more cash comes in until ${until}`;
  const by = givenBy === null ? "" : ` out of ${givenBy}`;
  return `${lack}: ${amount} advanced by transaction ${transactionId} of ${paidOn}${by}, in time until ${until}`;
}

const originTexts = {
  close: "at prices of earlier days",
  trade: "without a close, at the price of the latest trade",
  value: "without a close, at the value that an event or a transfer gave",
  awaited: "without the shares that a corporate event has given and nobody has booked",
} as const;

function oldPriceLines({ oldPrices }: ReturnStep): string[] {
  return Object.entries(originTexts).flatMap(([origin, text]) => {
    const prices = oldPrices.filter((price) => price.origin === origin);
    const shown = prices.map(({ ticker, pricedOn }) => `${ticker} of ${pricedOn}`);
    return shown.length === 0 ? [] : [`            ${text}: ${shown.join(", ")}`];
  });
}

function figureLines(view: string, figures: ReturnFigures): string[] {
  const { startUnit, endUnit, timeWeightedReturn, noReturn } = figures;
  const { moneyWeightedReturn, noRate } = figures;
  const weighted =
    timeWeightedReturn === null
      ? `none: ${noReturn}`
      : `${endUnit} / ${startUnit} - 1 = ${timeWeightedReturn} %`;
  return [
    `${view}: time-weighted return ${weighted}`,
    `${view}: money-weighted return ${moneyWeightedReturn === null ? `none: ${noRate}` : `${moneyWeightedReturn} %`}`,
  ];
}
