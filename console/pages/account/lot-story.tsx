// Why a lot has its figures, as a story of its dates and amounts, to read, copy or print.
import { closingCodes } from "../../data/closing-codes.ts";
import { codes, nameIn } from "../../data/codes.ts";
import { day, directionOf, grouped, money } from "../../data/texts.ts";
import { Story, type StoryStep } from "../../parts/story.tsx";
import { closingOf, hasShares, isClosed, type Lot } from "./lot-parts.tsx";

/** The steps from purchase to figure. */
export function LotStory({ lot }: { readonly lot: Lot }) {
  return <Story steps={stepsOf(lot)} />;
}

function stepsOf(lot: Lot): readonly StoryStep[] {
  return [...acquired(lot), ...adjusted(lot), ...(isClosed(lot) ? closed(lot) : held(lot))];
}

function acquired(lot: Lot): StoryStep[] {
  const { originatingTransactionId, origionalAcquisitionDate, giftDate, transferDate } = lot;
  const shares = grouped(lot.unadjustedShareQuantity ?? lot.shareQuantity);
  const how = giftDate ? "came as a gift" : transferDate ? "were transferred in" : "were bought";
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
      name: "Shares changed",
      told: `Splits since then made ${grouped(before)} shares into ${grouped(now)}.`,
    });
  }
  if (lot.adjustedCostBasis !== lot.origionalCostBasis && lot.adjustedCostBasis !== null) {
    steps.push({
      name: "Basis adjusted",
      amount: money(lot.adjustedCostBasis),
      told: `In force since ${day(lot.costBasisEffectiveDate)}: what was returned to the holder lowers the basis, the loss of a washed sale raises it.`,
    });
  }
  const { origionalAcquisitionDate: bought, adjustedAcquisitionDate: counted } = lot;
  if (bought !== null && counted !== null && bought !== counted) {
    steps.push({
      name: "Holding period moved",
      told: `The days for which the washed shares were held count too: the lot is dated ${day(counted)} instead of ${day(bought)}.`,
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
      : ` One from ${day(longTermFrom)} on, in ${grouped(days)} days, would be long-term.`;
  return [
    {
      name: "Held",
      told: `${grouped(lot.shareQuantity)} shares are left. A sale today would be ${termNames[lot.gainLossTerm]}.${until}`,
    },
    price === null
      ? { name: "Worth today", told: "No price of the security is known." }
      : {
          name: "Worth today",
          amount: money(lot.marketValue),
          told: `At ${grouped(price)} a share, the price of ${day(priceDate)}.`,
        },
    {
      name: "Unrealized",
      amount: money(lot.unrealizedGainLoss),
      told: unrealizedText(lot.unrealizedGainLoss, lot.giftMarketValue),
    },
  ];
}

function unrealizedText(gain: string | null, giftValue: string | null): string {
  if (gain === null) return "What a sale would gain is not known.";
  if (giftValue === null) return "The worth less the basis.";
  const direction = directionOf(gain);
  return direction === "up"
    ? "The worth less the donor's basis."
    : direction === "down"
      ? `The worth less what the gift was worth when given, ${money(giftValue)}, which is the basis for a loss; so is its day.`
      : `The worth is between the donor's basis and what the gift was worth when given, ${money(giftValue)}: neither gain nor loss.`;
}

function closed(lot: Extract<Lot, { closingTransactionId: string }>): StoryStep[] {
  const { netSaleAmount, disallowedLoss, reportableGainLoss, lotReliefStrategyIndicator } = lot;
  if (netSaleAmount === null) {
    return [
      {
        name: "Transferred out",
        told: `${grouped(lot.shareQuantity)} shares left on ${day(lot.saleDate)}: nothing was realized. Transaction ${lot.closingTransactionId}.`,
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
            name: "Loss washed",
            amount: money(disallowedLoss),
            told: `Shares of the same security were bought within 30 days before or after the sale. So much of the loss is not allowed now: it raised the basis of those shares.${lot.replacementTransactionId === null ? "" : ` Transaction ${lot.replacementTransactionId}.`}`,
          },
        ]),
    {
      name: "Reported",
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
    return `${description.replace(/\.$/, "")} on ${on}; no shares were given up. ${transaction}`;
  }
  const price = lot.salePrice ? ` at ${grouped(lot.salePrice)}` : "";
  const chosen = method ? `; the lot was chosen by “${method}”` : "";
  return `${grouped(lot.shareQuantity)} shares on ${on}${price}, less costs${chosen}. ${transaction}`;
}

function reportedText(year: string, amount: string | null, isWashed: boolean): string {
  if (amount === null) return `The gain or loss is not known for ${year}, as the basis is not.`;
  const kind = { up: "gain", down: "loss", even: "result" }[directionOf(amount)];
  return `Proceeds less basis${isWashed ? ", and the washed loss added back," : ""} are the ${kind} of tax year ${year}.`;
}
