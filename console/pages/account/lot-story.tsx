// How a lot got its figures: its dates and amounts, to read, copy or print.
import { closingCodes } from "../../data/closing-codes.ts";
import { codes, nameIn } from "../../data/codes.ts";
import { day, directionOf, grouped, money } from "../../data/texts.ts";
import { Story, type StoryStep } from "../../parts/story.tsx";
import { closingOf, hasShares, isClosed, type Lot } from "./lot-parts.tsx";

/** The steps from purchase to result. */
export function LotStory({ lot }: { readonly lot: Lot }) {
  return <Story steps={stepsOf(lot)} />;
}

function stepsOf(lot: Lot): readonly StoryStep[] {
  return [...acquired(lot), ...adjusted(lot), ...(isClosed(lot) ? closed(lot) : held(lot))];
}

function acquired(lot: Lot): StoryStep[] {
  const { originatingTransactionId, origionalAcquisitionDate, giftDate, transferDate } = lot;
  const shares = grouped(lot.unadjustedShareQuantity ?? lot.shareQuantity);
  const how = giftDate
    ? "were received as a gift"
    : transferDate
      ? "were transferred in"
      : "were purchased";
  const price = lot.origionalSharePrice;
  return [
    {
      name: "Acquired",
      ...(lot.origionalCostBasis !== null && { amount: money(lot.origionalCostBasis) }),
      told: [
        `${shares} shares of ${lot.security.ticker} ${how}`,
        origionalAcquisitionDate && ` on ${day(origionalAcquisitionDate)}`,
        price !== null && `, at ${grouped(price)} each`,
        ".",
        originatingTransactionId && ` Transaction ${originatingTransactionId}.`,
      ]
        .filter(Boolean)
        .join(""),
    },
  ];
}

function adjusted(lot: Lot): StoryStep[] {
  const steps: StoryStep[] = [];
  const { unadjustedShareQuantity: before, shareQuantity: now } = lot;
  if (before !== null && before !== now) {
    steps.push({
      name: "Split adjustment",
      told: `Later splits changed ${grouped(before)} shares to ${grouped(now)}.`,
    });
  }
  if (lot.adjustedCostBasis !== lot.origionalCostBasis && lot.adjustedCostBasis !== null) {
    steps.push({
      name: "Basis adjustment",
      amount: money(lot.adjustedCostBasis),
      told: `Effective ${day(lot.costBasisEffectiveDate)}. Returns of capital lower the basis; wash sale losses raise it.`,
    });
  }
  const { origionalAcquisitionDate: bought, adjustedAcquisitionDate: counted } = lot;
  if (bought !== null && counted !== null && bought !== counted) {
    steps.push({
      name: "Holding period adjusted",
      told: `Includes the holding period of the wash sale shares: ${day(counted)} instead of ${day(bought)}.`,
    });
  }
  return steps;
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
      told: `${grouped(lot.shareQuantity)} shares remain. A sale today would be ${termNames[lot.gainLossTerm]}.${until}`,
    },
    price === null
      ? { name: "Market value", told: "No price available." }
      : {
          name: "Market value",
          amount: money(lot.marketValue),
          told: `At ${grouped(price)} per share, price as of ${day(priceDate)}.`,
        },
    {
      name: "Unrealized gain/loss",
      amount: money(lot.unrealizedGainLoss),
      told: unrealizedText(lot.unrealizedGainLoss, lot.giftMarketValue),
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

function closed(lot: Extract<Lot, { closingTransactionId: string }>): StoryStep[] {
  const { netSaleAmount, disallowedLoss, reportableGainLoss, lotReliefStrategyIndicator } = lot;
  if (netSaleAmount === null) {
    return [
      {
        name: "Transferred out",
        told: `${grouped(lot.shareQuantity)} shares transferred on ${day(lot.saleDate)}. No gain or loss realized. Transaction ${lot.closingTransactionId}.`,
      },
    ];
  }
  const method = nameIn(codes.relief, lotReliefStrategyIndicator);
  return [
    {
      name: lot.transCode === "SLE" ? "Sold" : closingOf(lot),
      amount: money(netSaleAmount),
      told: closedText(lot, method),
    },
    ...(disallowedLoss === null
      ? []
      : [
          {
            name: "Wash sale loss disallowed",
            amount: money(disallowedLoss),
            told: `Replacement shares were purchased within 30 days before or after the sale. The disallowed loss was added to their basis.${lot.replacementTransactionId === null ? "" : ` Transaction ${lot.replacementTransactionId}.`}`,
          },
        ]),
    {
      name: "Reportable gain/loss",
      amount: money(reportableGainLoss),
      told: reportedText(lot.taxYear, reportableGainLoss, disallowedLoss !== null),
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

function reportedText(year: string, amount: string | null, isWashed: boolean): string {
  if (amount === null) return `Gain/loss for ${year} unavailable: the cost basis is unknown.`;
  const kind = { up: "gain", down: "loss", even: "result" }[directionOf(amount)];
  return `Proceeds minus cost basis${isWashed ? ", plus the disallowed wash sale loss" : ""}: ${kind} for tax year ${year}.`;
}
