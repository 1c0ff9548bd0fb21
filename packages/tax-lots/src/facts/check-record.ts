// Problems for which a load refuses a fact before the engine is asked: the engine alone refuses it,
// too. (docs/tax-lots.md, "The engine alone")
import { earliestDay } from "../../../values/src/dates.ts";
import { subtract, sum } from "../../../values/src/decimal.ts";
import type { ErrorCode } from "../../../values/src/error-code.ts";
import type { LotFact } from "./fact.ts";
import type { FactRefusal } from "./refusals.ts";

const reasons = {
  field: { code: "fact.field", sentence: "This kind of event has no such figure." },
  early: { code: "fact.early", sentence: `The trade date is before ${earliestDay}.` },
  place: { code: "fact.place", sentence: "Another fact of its day has the same place." },
  paid: { code: "fact.paid", sentence: "A purchase is not paid for with less than 0." },
  withheld: { code: "fact.withheld", sentence: "More is withheld than is paid." },
  namedMethod: {
    code: "fact.named.method",
    sentence: "Lots are named, so that no method applies.",
  },
} as const satisfies Record<string, ErrorCode>;

const ofAll = [
  "kind",
  "transactionId",
  "entryOrder",
  "tradeOn",
  "settlementOn",
  "folio",
  "security",
];
const paidFor = ["price", "fees", "netAmount"];
const relief = ["method", "keptMethod", "namedLots", "shortTermTaxRate", "longTermTaxRate"];
const withheld = [
  "federalTaxWithholding",
  "stateTaxWithholding",
  "withholdingState",
  "foreignTaxWithholding",
  "withholdingCountry",
];
const ratio = ["ratioNew", "ratioOld"];
const delivered = [...ratio, "newShares"];
const part = ["shares", "namedLots"];
const sale = ["shares", ...paidFor, "lastClose", ...relief, ...withheld];

/** The figures that each kind may have, in addition to those of all. */
const fields: Readonly<Record<LotFact["kind"], readonly string[]>> = {
  buy: ["shares", ...paidFor, "accruedInterest"],
  reinvestment: ["shares", ...paidFor],
  transferIn: ["shares", "lots"],
  giftIn: ["shares", "donorAcquiredOn", "donorBasis", "marketValue"],
  inheritance: ["shares", "diedOn", "marketValue"],
  sell: [...sale, "accruedInterest"],
  redemption: [...sale, "accruedInterest"],
  cashInLieu: sale,
  expiry: ["shares", ...relief, ...withheld],
  transferOut: ["shares", "lastClose", ...relief],
  worthlessness: ["shares"],
  split: delivered,
  merger: [
    ...part,
    "intoSecurity",
    ...delivered,
    "cashPerShare",
    "netAmount",
    "newShareValue",
    ...withheld,
  ],
  spinOff: ["intoSecurity", ...delivered, "childValue", "parentValue", "childPart"],
  returnOfCapital: ["amount", "exOn", ...withheld],
  symbolChange: ["intoSecurity"],
  basisAdjustment: ["amount", "reason", "holdingDays", "adjustedLots"],
  stepUp: ["part", "marketValue"],
  averageElection: ["election", "planSince"],
  lotsMoved: ["shares", "lastClose", ...relief, "reason", "marketValue", "toAccount", "toFolio"],
  lotsReceived: ["shares", "lots", "reason", "marketValue"],
  exercise: [...part, "intoSecurity", ...ratio, "amount"],
};

/** Each fact's first problem that a load would name. */
export function problemsOfRecords(facts: readonly LotFact[]): FactRefusal[] {
  const places = new Set<string>();
  return facts.flatMap((fact) => {
    const place = `${fact.tradeOn} ${fact.entryOrder}`;
    const own = places.has(place) ? refusal(fact, "place", "entryOrder") : problemOf(fact);
    places.add(place);
    return own === undefined ? [] : [own];
  });
}

function refusal(fact: LotFact, reason: keyof typeof reasons, field: string): FactRefusal {
  const { code, sentence: message } = reasons[reason];
  return { transactionId: fact.transactionId, code, message, field };
}

function problemOf(fact: LotFact): FactRefusal | undefined {
  const known = fields[fact.kind];
  // An unknown kind is the engine's to refuse.
  if (known === undefined) return undefined;
  const given = Object.entries(fact).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  const strange = given.find((name) => !ofAll.includes(name) && !known.includes(name));
  if (strange !== undefined) return refusal(fact, "field", strange);
  if (fact.tradeOn < earliestDay) return refusal(fact, "early", "tradeOn");
  if (fact.kind === "buy" || fact.kind === "reinvestment") {
    return fact.netAmount?.startsWith("-") ? refusal(fact, "paid", "netAmount") : undefined;
  }
  if ("method" in fact && fact.method !== undefined && fact.namedLots !== undefined) {
    return refusal(fact, "namedMethod", "method");
  }
  if (fact.kind === "lotsMoved" && fact.reason !== "GFT" && fact.marketValue !== undefined) {
    return refusal(fact, "field", "marketValue");
  }
  if (fact.kind === "averageElection" && fact.election !== "AVE" && fact.planSince !== undefined) {
    return refusal(fact, "field", "planSince");
  }
  if (fact.kind !== "returnOfCapital" || fact.amount === undefined) return undefined;
  const taxes = [
    fact.federalTaxWithholding,
    fact.stateTaxWithholding,
    fact.foreignTaxWithholding,
  ].filter((tax) => tax !== undefined);
  const isBeyond = subtract(fact.amount, sum(taxes)).startsWith("-");
  return isBeyond ? refusal(fact, "withheld", "amount") : undefined;
}
