// How a lot got its figures, step by step, to read, copy or print.
import { useQuery } from "@tanstack/react-query";
import { closingCodes } from "../../data/closing-codes.ts";
import { codes, nameIn } from "../../data/codes.ts";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import { day, directionOf, grouped, money, sumText } from "../../data/texts.ts";
import { Reading } from "../../parts/panel.tsx";
import { Story, type StoryLine, type StoryStep } from "../../parts/story.tsx";
import { closingOf, hasShares, isClosed, type Lot } from "./lot-parts.tsx";

/** The steps from purchase to result, as the service has computed them. */
export function LotStory({ number, lot }: { readonly number: string; readonly lot: Lot }) {
  const steps = useQuery(reads.lotSteps(number, lot.taxLotId));
  return (
    <Reading of={steps}>
      {(found) => <Story steps={[...namedSteps(found.steps), ...resultOf(lot, found.steps)]} />}
    </Reading>
  );
}

type Step = Shapes["TaxLotStep"];

const stepNames: Readonly<Record<string, string>> = {
  ACQUIRED: "Acquired",
  CONSIDERED: "Lot selection",
  AVERAGE: "Average cost",
  TAKEN_BEFORE: "Earlier disposal of the lot",
  CLOSED: "Proceeds and basis",
  WASH_SALE: "Wash sale",
};

/** The steps under their names; what a transaction does under one name is one step. */
function namedSteps(steps: readonly Step[]): StoryStep[] {
  const shown = steps.filter(({ step }) => step !== "FIGURES");
  const isNext = (step: Step, at: number) => {
    const before = shown[at - 1];
    const isOther = before?.accountNumber !== step.accountNumber;
    return (
      isOther || before?.transactionId !== step.transactionId || nameOf(before) !== nameOf(step)
    );
  };
  const starts = shown.flatMap((step, at) => (isNext(step, at) ? [at] : []));
  return starts.map((start, at) => storyOf(shown.slice(start, starts[at + 1])));
}

function storyOf(steps: readonly Step[]): StoryStep {
  const [{ accountNumber, transactionId, date, lots }] = steps as readonly [Step];
  const whose = accountNumber === null ? "" : ` of account ${accountNumber}`;
  const when = transactionId === null ? "" : `${day(date)}, transaction ${transactionId}${whose}: `;
  const sums = steps.map(({ sum }) => sumText(sum)).join("; ");
  return {
    name: nameOf(steps[0] as Step),
    detail: `${when}${sums.charAt(0).toLowerCase()}${sums.slice(1)}.`,
    ...(lots.length > 1 && { list: lots.map(lineOf) }),
  };
}

function nameOf({ step, transactionType }: Step): string {
  const isGain = step === "TAKEN_BEFORE" && /^(MRG|ROC)$/.test(transactionType ?? "");
  if (isGain) return "Gain recognized";
  return stepNames[step] ?? nameIn(codes.transactionTypes, transactionType);
}

/** A lot that was considered, in the order of the method. */
function lineOf(lot: Step["lots"][number]): StoryLine {
  const { shareQuantity, adjustedAcquisitionDate, adjustedCostBasis, gainPerShare } = lot;
  const place = lot.place === null ? "" : `/${lot.place}`;
  const figures = [
    `${grouped(shareQuantity, 0)} shares of ${day(adjustedAcquisitionDate)}`,
    `basis ${adjustedCostBasis === null ? "unknown" : money(adjustedCostBasis)}`,
    gainPerShare !== null && `gain ${grouped(gainPerShare)} a share`,
    termNames[lot.gainLossTerm],
    `transaction ${lot.transactionId}${place}`,
    lot.explained && "this lot",
  ];
  return { text: figures.filter(Boolean).join(", "), isMarked: lot.explained };
}

/** The result of the steps: the lot's own figures. */
function resultOf(lot: Lot, steps: readonly Step[]): StoryStep[] {
  const sum = sumText(steps.findLast(({ step }) => step === "FIGURES")?.sum ?? "");
  return isClosed(lot) ? closed(lot, sum) : held(lot);
}

const termNames = {
  LONG_TERM: "long-term",
  SHORT_TERM: "short-term",
  UNKNOWN: "of unknown term",
} as const;

function held(lot: Exclude<Lot, { closingTransactionId: string }>): StoryStep[] {
  const { daysToLongTerm: days, longTermFrom, price, priceDate } = lot;
  const until =
    days === null || days === "0"
      ? ""
      : ` Long-term from ${day(longTermFrom)}, in ${grouped(days)} days.`;
  return [
    {
      name: "Held",
      detail: `${grouped(lot.shareQuantity)} shares remain. A sale today would be ${termNames[lot.gainLossTerm]}.${until}`,
    },
    price === null
      ? { name: "Market value", detail: "No price available." }
      : {
          name: "Market value",
          amount: money(lot.marketValue),
          detail: `At ${grouped(price)} per share, price as of ${day(priceDate)}.`,
        },
    {
      name: "Unrealized gain/loss",
      amount: money(lot.unrealizedGainLoss),
      detail: unrealizedText(lot.unrealizedGainLoss, lot.giftMarketValue),
    },
  ];
}

function unrealizedText(gain: string | null, giftValue: string | null): string {
  if (gain === null) return "Unrealized gain/loss unavailable";
  if (giftValue === null) return "Market value minus cost basis.";
  const direction = directionOf(gain);
  return direction === "up"
    ? "Market value minus the donor’s basis."
    : direction === "down"
      ? `Market value minus the fair market value on the gift date, ${money(giftValue)}. For a loss it is the basis, and its date counts.`
      : `Market value is between the donor’s basis and the fair market value on the gift date, ${money(giftValue)}: no gain or loss.`;
}

function closed(lot: Extract<Lot, { closingTransactionId: string }>, sum: string): StoryStep[] {
  const { netSaleAmount, disallowedLoss, reportableGainLoss, lotReliefStrategyIndicator } = lot;
  if (netSaleAmount === null) {
    return [
      {
        name: "Transferred out",
        detail: `${grouped(lot.shareQuantity)} shares transferred on ${day(lot.saleDate)}. No gain or loss realized. Transaction ${lot.closingTransactionId}.`,
      },
    ];
  }
  const method = nameIn(codes.relief, lotReliefStrategyIndicator);
  return [
    {
      name: lot.transCode === "SLE" ? "Sold" : closingOf(lot),
      amount: money(netSaleAmount),
      detail: closedText(lot, method),
    },
    ...(disallowedLoss === null
      ? []
      : [
          {
            name: "Wash sale loss disallowed",
            amount: money(disallowedLoss),
            detail: `Replacement shares were purchased within 30 days before or after the sale. The disallowed loss was added to their basis.${lot.replacementTransactionId === null ? "" : ` Transaction ${lot.replacementTransactionId}.`}`,
          },
        ]),
    {
      name: "Reportable gain/loss",
      amount: money(reportableGainLoss),
      detail: reportedText(lot.taxYear, reportableGainLoss, sum),
    },
  ];
}

function closedText(lot: Extract<Lot, { closingTransactionId: string }>, method: string): string {
  const on = day(lot.saleDate);
  const transaction = `Transaction ${lot.closingTransactionId}.`;
  if (!hasShares(lot)) {
    const { description = closingOf(lot) } = closingCodes.get(lot.transCode ?? "") ?? {};
    return `${description.replace(/\.$/, "")} on ${on}; no shares were surrendered. ${transaction}`;
  }
  const price = lot.salePrice ? ` at ${grouped(lot.salePrice)}` : "";
  const chosen = method ? `; lot selected by “${method}”` : "";
  return `${grouped(lot.shareQuantity)} shares on ${on}${price}, net of costs${chosen}. ${transaction}`;
}

function reportedText(year: string, amount: string | null, sum: string): string {
  if (amount === null) return `Gain/loss for ${year} unavailable: the cost basis is unknown.`;
  const kind = { up: "gain", down: "loss", even: "result" }[directionOf(amount)];
  return `${sum.replace(/, term .*/, "")}: ${kind} for tax year ${year}.`;
}
