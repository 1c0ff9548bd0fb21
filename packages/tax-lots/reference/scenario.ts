// Scenarios in text: what happened to an account, then the rows, lots and refusals that follow.
// A line is a word, a label, and pairs of key and value; `closed` and `left` name only the figures
// that matter, but every row and lot must be there. A label of digits is the transaction's id.
import { expect, test } from "vitest";
import type { Day } from "../../values/src/dates.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import type { Id } from "../../values/src/ids.ts";
import type { LotAccount, LotFact, MethodCode } from "../src/facts/fact.ts";
import { runFacts } from "../src/reorganizations/run.ts";
import { closedLots } from "../src/results/closed-lots.ts";
import { openLots } from "../src/results/open-lots.ts";
import { sumsOf } from "../src/results/sums.ts";
import type { ClosedLot, OpenLot } from "../src/results/tax-lot.ts";

/** A test whose title is a true sentence and whose body is its scenario. */
export function scenario(title: string, text: string): void {
  test(title, () => {
    const { account, facts, names, expected } = parseScenario(text);
    const { book, refusals } = runFacts(account, facts);
    const name = (id: string) => names.get(id) ?? id;
    const lines = [...expected];
    const refused = refusals.map(
      ({ transactionId, code }) => `refused ${name(transactionId)} ${code}`,
    );
    const found = [...refused];
    if (refusals.length === 0) {
      sumsOf(book);
      const kept = { closed: linesOf("closed", lines), left: linesOf("left", lines) };
      const rows = [...closedLots(book)];
      if (kept.closed.length > 0) {
        found.push(...rows.map((row, at) => rowLine(row, kept.closed[at], name)));
      }
      if (kept.left.length > 0) {
        found.push(...openLots(book).map((lot, at) => lotLine(lot, kept.left[at], name)));
      }
    }
    expect(found).toEqual(lines);
  });
}

const linesOf = (word: string, lines: readonly string[]) =>
  lines.filter((line) => line.startsWith(`${word} `));

interface Parsed {
  readonly account: LotAccount;
  readonly facts: LotFact[];
  /** The labels by their ids. */
  readonly names: Map<string, string>;
  readonly expected: string[];
}

type Fields = Record<string, unknown>;

const kinds: Readonly<Record<string, LotFact["kind"]>> = {
  buy: "buy",
  reinvest: "reinvestment",
  transfer: "transferIn",
  gift: "giftIn",
  inherit: "inheritance",
  sell: "sell",
  redeem: "redemption",
  expire: "expiry",
  "cash-in-lieu": "cashInLieu",
  "transfer-out": "transferOut",
  worthless: "worthlessness",
  split: "split",
  merger: "merger",
  "spin-off": "spinOff",
  return: "returnOfCapital",
  symbol: "symbolChange",
  adjust: "basisAdjustment",
  "step-up": "stepUp",
  average: "averageElection",
  move: "lotsMoved",
  receive: "lotsReceived",
  exercise: "exercise",
};

/** Keys whose value is set as written. */
const keys: Readonly<Record<string, string>> = {
  "@": "price",
  close: "lastClose",
  fees: "fees",
  net: "netAmount",
  basis: "donorBasis",
  value: "marketValue",
  donor: "donorAcquiredOn",
  died: "diedOn",
  settles: "settlementOn",
  cash: "cashPerShare",
  "new-value": "newShareValue",
  child: "childValue",
  parent: "parentValue",
  part: "childPart",
  "new-shares": "newShares",
  amount: "amount",
  ex: "exOn",
  short: "shortTermTaxRate",
  long: "longTermTaxRate",
  federal: "federalTaxWithholding",
  state: "stateTaxWithholding",
  foreign: "foreignTaxWithholding",
  "for-state": "withholdingState",
  "for-country": "withholdingCountry",
  folio: "folio",
  reason: "reason",
  inherits: "part",
  election: "election",
  plan: "planSince",
  kept: "keptMethod",
  to: "toAccount",
  "to-folio": "toFolio",
};

/** Keys of a line `lot`, which belongs to the transfer above it. */
const lotKeys: Readonly<Record<string, string>> = {
  acquired: "originalOn",
  adjusted: "adjustedOn",
  basis: "adjustedCostBasis",
  original: "originalCostBasis",
  given: "giftOn",
  worth: "giftMarketValue",
};

/** Reads the text of a scenario. */
export function parseScenario(text: string): Parsed {
  const facts: Fields[] = [];
  const names = new Map<string, string>();
  const expected: string[] = [];
  const securities = new Map<string, Id>();
  const cover = new Map<Id, "stock">();
  const factors = new Map<Id, Decimal>();
  let account: LotAccount = { account: "RA00000001", isTaxable: true, defaultMethod: "FIFO" };
  const security = (name: string) => {
    const id = securities.get(name) ?? (String(601 + securities.size) as Id);
    securities.set(name, id);
    names.set(`security ${id}`, name);
    return id;
  };
  const transaction = (name: string) => {
    if (/^\d+$/.test(name)) return name as Id;
    const known = [...names].find(([, label]) => label === name)?.[0];
    return (known ?? String(101 + facts.length)) as Id;
  };
  security("X");
  for (const line of text.split("\n").map((each) => each.replace(/\/\/.*/, "").trim())) {
    const [word = "", ...rest] = line.split(/\s+/);
    if (word === "") continue;
    if (/^(closed|left|refused)$/.test(word)) expected.push([word, ...rest].join(" "));
    else if (word === "account") {
      account = {
        ...account,
        isTaxable: rest[0] === "taxable",
        defaultMethod: rest[1] as MethodCode,
      };
    } else if (word === "funds") {
      account = { ...account, fundSecurities: new Set(rest.map(security)) };
    } else if (word === "averaged-from") {
      account = { ...account, fundsAveragedFrom: rest[0] as Day };
    } else if (word === "kind") {
      cover.set(security(rest[0] ?? ""), rest[1] as "stock");
    } else if (word === "factor") {
      factors.set(security(rest[0] ?? ""), rest[1] as Decimal);
    } else if (word === "lot") {
      const lots = facts.at(-1)?.lots as Fields[] | undefined;
      lots?.push(transferredLot(rest));
    } else {
      const [label = "", ...words] = rest;
      const id = transaction(label);
      names.set(id, label);
      facts.push(factOf([word, id, facts.length], words, { security, transaction }));
    }
  }
  const securityNames = new Map(Array.from(securities, ([name, id]) => [id, name]));
  return {
    account: { ...account, securityKinds: cover, quotationFactors: factors, securityNames },
    facts: facts as unknown as LotFact[],
    names,
    expected,
  };
}

interface Namer {
  security(name: string): Id;
  transaction(name: string): Id;
}

function factOf([word, id, entry]: [string, Id, number], words: string[], namer: Namer): Fields {
  const kind = kinds[word] ?? word;
  const fact: Fields = {
    kind,
    transactionId: id,
    entryOrder: entry,
    security: namer.security("X"),
  };
  if (kind === "transferIn" || kind === "lotsReceived") fact.lots = [];
  for (let at = 0; at < words.length; at += 1) {
    const key = words[at] ?? "";
    if (/^\d{4}-\d\d-\d\d$/.test(key)) fact.tradeOn = key;
    else if (/^[A-Z]{4}$/.test(key)) fact.method = key;
    else if (/^-?[\d.]+$/.test(key)) fact.shares = key;
    else {
      at += 1;
      setField(fact, [key, words[at] ?? ""], namer);
    }
  }
  return fact;
}

function setField(fact: Fields, [key, value]: [string, string], namer: Namer): void {
  if (key === "of") fact.security = namer.security(value);
  else if (key === "into") fact.intoSecurity = namer.security(value);
  else if (key === "days") fact.holdingDays = Number(value);
  else if (key === "ratio") [fact.ratioNew, fact.ratioOld] = value.split(":");
  else if (key === "named") {
    const named = value.split(",").map((part) => {
      const [lot = "", shares] = part.split(":");
      const [name = "", place] = lot.split("/");
      const transactionId = namer.transaction(name);
      return { transactionId, ...(place && { place }), ...(shares && { shares }) };
    });
    fact[fact.kind === "basisAdjustment" ? "adjustedLots" : "namedLots"] = named;
  } else {
    const field = keys[key];
    if (field === undefined) throw new Error(`unknown key ${key}`);
    fact[field] = value;
  }
}

function transferredLot(words: string[]): Fields {
  const [shares, ...rest] = words;
  const lot: Fields = { shares };
  for (let at = 0; at < rest.length; at += 1) {
    const key = rest[at] ?? "";
    if (key === "inherited") lot.isInherited = true;
    else if (key === "covered") lot.isCovered = true;
    else if (key === "uncovered") lot.isCovered = false;
    else {
      at += 1;
      lot[lotKeys[key] ?? key] = rest[at];
    }
  }
  return lot;
}

type Name = (id: string) => string;

/** The figures of a row by the names in a scenario. */
function rowLine(row: ClosedLot, expected: string | undefined, name: Name): string {
  const figures: Record<string, string> = {
    by: name(row.closingTransactionId),
    of: name(`security ${row.security}`),
    net: show(row.netSaleAmount),
    basis: show(row.adjustedCostBasis),
    original: show(row.originalCostBasis),
    gain: show(row.reportableGainLoss),
    disallowed: show(row.disallowedLoss),
    term: row.termOfSale,
    acquired: show(row.originalAcquisitionDate),
    adjusted: show(row.adjustedAcquisitionDate),
    covered: row.covered,
    known: row.costBasisIndicator,
    code: show(row.transCode),
    strategy: show(row.lotReliefStrategyIndicator),
    price: show(row.salePrice),
    exchanged: row.exchangedShares === null ? "-" : short(row.exchangedShares),
    year: row.taxYear,
    federal: show(row.federalTaxWithholding),
    state: show(row.stateTaxWithholding),
    foreign: show(row.foreignTaxWithholding),
    "for-state": show(row.withholdingState),
    "for-country": show(row.withholdingCountry),
    folio: show(row.folio),
    settles: show(row.closingTransactionSettlementDate),
    "opening-settles": show(row.originatingTransactionSettlementDate),
    id: row.taxLotId,
    ex: show(row.exDate),
    effective: show(row.costBasisEffectiveDate),
    replaced: row.replacementTransactionId === null ? "-" : name(row.replacementTransactionId),
    reported: String(row.isReported),
    first: short(row.unadjustedShareQuantity),
    lower: show(row.giftMarketValue),
    given: show(row.giftDate),
    transferred: show(row.transferDate),
  };
  const shares = short(row.shareQuantity);
  return lineOf(["closed", name(row.originatingTransactionId), shares], figures, expected);
}

function lotLine(lot: OpenLot, expected: string | undefined, name: Name): string {
  const figures: Record<string, string> = {
    of: name(`security ${lot.security}`),
    basis: show(lot.adjustedCostBasis),
    original: show(lot.originalCostBasis),
    acquired: show(lot.originalAcquisitionDate),
    adjusted: show(lot.adjustedAcquisitionDate),
    covered: lot.covered,
    known: lot.costBasisIndicator,
    effective: show(lot.costBasisEffectiveDate),
    long: show(lot.longTermFrom),
    folio: show(lot.folio),
    settles: show(lot.originatingTransactionSettlementDate),
    id: lot.taxLotId,
    first: short(lot.unadjustedShareQuantity),
    lower: show(lot.giftMarketValue),
    given: show(lot.giftDate),
    transferred: show(lot.transferDate),
  };
  const shares = short(lot.shareQuantity);
  return lineOf(["left", name(lot.originatingTransactionId), shares], figures, expected);
}

function lineOf(start: string[], figures: Record<string, string>, expected = ""): string {
  const words = expected.split(" ").slice(3);
  const wantedKeys = words.filter((_, at) => at % 2 === 0);
  return [...start, ...wantedKeys.flatMap((key) => [key, figures[key] ?? "?"])].join(" ");
}

const show = (value: string | null) => value ?? "-";
const short = (shares: string) => shares.replace(/\.?0+$/, "");
