// The calculation of a return: the steps of its days, or of the months and years that they form.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Span, secondsOf } from "../../data/ranges.ts";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import { day, dayIn, grouped, money, month, sumText } from "../../data/texts.ts";
import { Icon } from "../../parts/icon.tsx";
import { Reading } from "../../parts/panel.tsx";
import { Story, type StoryStep } from "../../parts/story.tsx";
import { type Fees, feeTitles } from "./fees.tsx";

type Answer = Shapes["ReturnSteps"];
type Step = Shapes["ReturnStep"];

/** The return to explain. */
export interface AskedReturn {
  /** Its label, such as the name of a period. */
  readonly name: string;
  readonly span: Span;
  readonly fees: Fees;
  /** The annualized time- and money-weighted returns, if any. */
  readonly yearly?: readonly (string | null)[];
}

/** The callback by which a panel opens a calculation. */
export interface Asking {
  /** Undefined if the user may not see calculations. */
  readonly ask: ((asked: AskedReturn) => void) | undefined;
}

interface WhyProps extends Asking {
  readonly of: AskedReturn;
  /** Without a figure there is nothing to explain. */
  readonly figure: string | null | undefined;
  readonly children: ReactNode;
}

/** A figure that opens its calculation. */
export function Why({ of, figure, ask, children }: WhyProps) {
  if (figure === null || figure === undefined || ask === undefined) return children;
  return (
    <button type="button" className="why" onClick={() => ask(of)}>
      {children}
      <span className="hidden-text">, calculation of {of.name}</span>
    </button>
  );
}

interface ReturnStoryProps {
  readonly number: string;
  readonly asked: AskedReturn;
}

/** The calculation of a return; a month or a year opens into its own steps. */
export function ReturnStory({ number, asked }: ReturnStoryProps) {
  const [opened, setOpened] = useState<readonly AskedReturn[]>([]);
  const shown = opened.at(-1) ?? asked;
  const { first, last } = shown.span;
  const by = lengthOf(shown.span);
  const steps = useQuery(reads.returnSteps(number, `${first},${last}`, by));
  const open = (name: string, { startDate, endDate }: Step) => {
    const span = { first: dayIn(startDate), last: dayIn(endDate) };
    setOpened([...opened, { name, span, fees: asked.fees }]);
  };
  return (
    <div className="stack">
      {opened.length > 0 && (
        <div>
          <button
            type="button"
            className="button quiet no-print"
            onClick={() => setOpened(opened.slice(0, -1))}
          >
            <Icon name="left" />
            Back
          </button>
        </div>
      )}
      <p className="small muted">
        {shown.name}, {feeTitles[shown.fees].toLowerCase()}
      </p>
      <Reading of={steps}>
        {(found) => (
          <Story
            steps={storyOf(found, shown, (step) => {
              const name = nameOf(step, by);
              // The quotient of a month or a year already shows its unit values.
              return by === "day"
                ? { name, detail: detailOf(step, shown.fees) + unitOf(step, shown.fees) }
                : { name, detail: detailOf(step, shown.fees), open: () => open(name, step) };
            })}
          />
        )}
      </Reading>
    </div>
  );
}

/** The length of the steps, chosen so that a range has a readable number of them. */
function lengthOf({ first, last }: Span): "day" | "month" | "year" {
  const days = (secondsOf(last) - secondsOf(first)) / 86_400;
  return days < 45 ? "day" : days < 800 ? "month" : "year";
}

/** The name of a day, a month or a year. */
function nameOf({ endDate }: Step, by: "day" | "month" | "year"): string {
  return { day: day(endDate), month: month(endDate), year: endDate.slice(0, 4) }[by];
}

function storyOf(
  found: Answer,
  { fees, yearly }: AskedReturn,
  detail: (step: Step) => StoryStep,
): StoryStep[] {
  const { startDate, startMarketValue, leftAtStart, endMarketValue, steps } = found;
  const view = found[fees];
  const left =
    leftAtStart === null ? "" : ` ${money(leftAtStart)} remained and counts as a contribution.`;
  return [
    {
      name: "Beginning value",
      amount: money(startMarketValue),
      detail: `On ${day(startDate)}; unit value ${figure(view.startUnitValue)}.${left}`,
    },
    ...steps.map((step) => ({
      ...detail(step),
      amount: percent(step[fees].return),
    })),
    {
      name: "Time-weighted return (TWR)",
      amount: percent(view.timeWeightedReturn),
      detail:
        view.noReturn === null
          ? `Linked returns: ${figure(view.endUnitValue)} / ${figure(view.startUnitValue)} − 1.`
          : sentence(view.noReturn),
    },
    {
      name: "Money-weighted return (IRR)",
      amount: percent(view.moneyWeightedReturn),
      detail:
        view.noRate === null
          ? `The rate over ${found.days} days at which ${money(startMarketValue)} and all flows grow to ${money(endMarketValue)}.${flowsOf(found, fees)}`
          : sentence(view.noRate),
    },
    ...(yearly?.some((rate) => rate !== null)
      ? [
          {
            name: "Annualized",
            amount: yearly.map(percent).join(" and "),
            detail: `(1 + return) ^ (365 / ${found.days}) − 1, for each return.`,
          },
        ]
      : []),
  ];
}

function detailOf(step: Step, fees: Fees): string {
  const { from, to } = step[fees];
  const worth = `From ${money(step.startMarketValue)} to ${money(step.endMarketValue)}`;
  const parts = [
    [step.inflows, "contributions"],
    [step.outflows, "withdrawals"],
    [step.fees, "fees"],
  ]
    .filter(([amount]) => /[1-9]/.test(amount ?? ""))
    .map(([amount, what]) => `, ${what} ${money(amount)}`);
  const reason = step.noReturn === null ? "" : `: ${sumText(step.noReturn)}`;
  const quotient = from === null ? `No return${reason}` : `${figure(to)} / ${figure(from)} − 1`;
  return [
    `${quotient}. ${worth}${parts.join("")}.`,
    ...step.advanced.map(advanceText),
    step.inflows === null && " Imported from another system: flows unknown.",
    step.estimated && " Estimated from earlier prices.",
  ]
    .filter(Boolean)
    .join("");
}

/** The cash that a purchase lacked, and the later cash that counts as paid for it. */
function advanceText(advance: Step["advanced"][number]): string {
  const { folioNumber, date, lacked, amount, transactionId, paidDate, untilDate } = advance;
  const lack = ` Purchases of ${day(date)} in folio ${folioNumber} lacked ${money(lacked)}`;
  if (amount === null) return `${lack}; no further contribution by ${day(untilDate)}.`;
  const from = advance.givenBy === null ? "" : ` from folio ${advance.givenBy}`;
  return `${lack}; ${money(amount)} of transaction ${transactionId}${from}, paid in ${day(paidDate)}, counts as paid in advance (until ${day(untilDate)}).`;
}

function unitOf(step: Step, fees: Fees): string {
  const { unitValue } = step[fees];
  return unitValue === null ? "" : ` Unit value ${grouped(unitValue, 5)}.`;
}

/** The flows, each with the days for which it counts. */
function flowsOf({ flows }: Answer, fees: Fees): string {
  const counted = (flows ?? []).flatMap((flow) => [
    { amount: flow.inflow, what: "Contribution", on: flow.date, days: flow.inflowDays },
    { amount: flow.outflow, what: "Withdrawal", on: flow.date, days: flow.outflowDays },
    ...(fees === "gross"
      ? [{ amount: flow.fees, what: "Fees", on: flow.date, days: flow.outflowDays }]
      : []),
  ]);
  return counted
    .filter(({ amount }) => /[1-9]/.test(amount ?? ""))
    .map(({ amount, what, on, days }) => ` ${what} ${money(amount)} on ${day(on)}: ${days} days.`)
    .join("");
}

function figure(amount: string | null): string {
  return amount === null ? "n/a" : grouped(amount, 5);
}

function percent(rate: string | null): string {
  return rate === null ? "–" : `${grouped(rate, 5)}%`;
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
