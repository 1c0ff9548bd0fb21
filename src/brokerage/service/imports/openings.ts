// The opening of an account without a history: a custodian's positions, lots and cash as of a day
// become transfers in with their lots, and a deposit.
import type { BalanceFact, LotFact, PositionFact, Reading } from "@bursar/custodian-files";
import { compare, type Decimal, isZero, subtract, sum } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { places, unitsOf } from "@bursar/values/units";
import { type Booking, moneyText, sharesText } from "./bookings.ts";
import type { AccountLink } from "./match-accounts.ts";

/** How the row of an opening begins, by which the account is known to have opened. */
export const openingMark = "opening ";

/** The facts that are needed to open accounts. */
export interface OpeningFacts {
  readonly reading: Reading;
  readonly links: ReadonlyMap<string, AccountLink>;
  readonly idOf: (security: PositionFact["security"]) => Id | undefined;
  /** Accounts that have a transaction in force. */
  readonly withHistory: ReadonlySet<string>;
}

/** The opening of accounts, and what could not be opened. */
export interface Openings {
  readonly bookings: readonly Booking[];
  /** By account number, the day as of which it opens. */
  readonly days: ReadonlyMap<string, string>;
  readonly notices: readonly string[];
}

/** An account opens with the first day of its positions, if none of its transactions is earlier or of that day. */
export function openingsOf({ reading, links, idOf, withHistory }: OpeningFacts): Openings {
  const firstTrades = new Map<string, string>();
  for (const { account, tradeDate } of reading.transactions) {
    const first = firstTrades.get(account);
    if (first === undefined || tradeDate < first) firstTrades.set(account, tradeDate);
  }
  const positions = Map.groupBy(reading.positions, ({ account }) => account);
  const lots = Map.groupBy(reading.lots, ({ account }) => account);
  const balances = Map.groupBy(reading.balances, ({ account }) => account);
  const bookings: Booking[] = [];
  const days = new Map<string, string>();
  const notices: string[] = [];
  for (const [account, link] of links) {
    if (withHistory.has(link.accountNumber)) continue;
    const held = [
      ...(positions.get(account) ?? []),
      ...(lots.get(account) ?? []),
      ...(balances.get(account) ?? []),
    ];
    const day = held
      .flatMap(({ on }) => (on === undefined ? [] : [on]))
      .toSorted()
      .at(0);
    if (day === undefined || day >= (firstTrades.get(account) ?? "9999")) continue;
    const ofDay = <Row extends { readonly on?: string }>(rows: readonly Row[] | undefined) =>
      (rows ?? []).filter(({ on }) => on === day);
    days.set(link.accountNumber, day);
    bookings.push(
      ...cashOf(ofDay(balances.get(account)), { link, day }),
      ...sharesOf(
        { positions: ofDay(positions.get(account)), lots: ofDay(lots.get(account)) },
        { link, day, idOf, notices },
      ),
    );
  }
  return { bookings, days, notices };
}

interface Opening {
  readonly link: AccountLink;
  readonly day: string;
}

/** The cash of the day; two files of the same day say the same. */
function cashOf(balances: readonly BalanceFact[], { link, day }: Opening): Booking[] {
  const [first] = balances;
  if (first === undefined) return [];
  const ofFile = balances.filter(({ file }) => file === first.file);
  const cash = moneyText(sum(ofFile.map((balance) => balance.cash))) as Decimal;
  if (isZero(cash)) return [];
  const isOwed = cash.startsWith("-");
  const columns = { amount: isOwed ? cash.slice(1) : cash, notes: noteOf(day) };
  const { accountNumber, folioNumber } = link;
  return [
    {
      file: first.file,
      line: first.line,
      accountNumber,
      folioNumber,
      tradeDate: day,
      type: isOwed ? "WDL" : "DEP",
      securityId: undefined,
      shares: 0n,
      columns,
      rowIds: [`${openingMark}${day} cash`],
    },
  ];
}

function noteOf(day: string): string {
  return `Opening as of ${day}`;
}

interface HeldAtOpening {
  readonly positions: readonly PositionFact[];
  readonly lots: readonly LotFact[];
}

interface SharesOpening extends Opening, Pick<OpeningFacts, "idOf"> {
  readonly notices: string[];
}

function sharesOf({ positions, lots }: HeldAtOpening, opening: SharesOpening): Booking[] {
  const { link, day, idOf, notices } = opening;
  const bySecurity = Map.groupBy([...positions, ...lots], ({ security }) => idOf(security));
  return [...bySecurity].flatMap(([securityId, rows]): Booking[] => {
    const [first] = rows;
    if (securityId === undefined || first === undefined) return [];
    const own = ofFirstFile(lots.filter(({ security }) => idOf(security) === securityId));
    const stated = ofFirstFile(positions.filter(({ security }) => idOf(security) === securityId));
    const ofLots = sum(own.map((lot) => lot.shares));
    const shares = sharesText(
      stated.length === 0 ? ofLots : sum(stated.map((position) => position.shares)),
    );
    if (isZero(shares)) return [];
    if (shares.startsWith("-")) {
      notices.push(
        `${first.file}:${first.line}: ${link.accountNumber} is short of shares, which the books do not keep.`,
      );
      return [];
    }
    const { accountNumber, folioNumber } = link;
    return [
      {
        file: first.file,
        line: first.line,
        accountNumber,
        folioNumber,
        tradeDate: day,
        type: "TIN",
        securityId,
        shares: unitsOf(shares, places.shares),
        columns: { shares, lots: lotsOf(shares, stated, own), notes: noteOf(day) },
        rowIds: [`${openingMark}${day} ${securityId}`],
      },
    ];
  });
}

/** The rows of the first file alone, since two files of a day say the same. */
export function ofFirstFile<Row extends { readonly file: string }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ file }) => file === rows[0]?.file);
}

/** The lots with their days and bases as far as the custodian knows them; where they are not the position, one
 * lot of unknown day. */
function lotsOf(
  shares: Decimal,
  positions: readonly PositionFact[],
  lots: readonly LotFact[],
): Record<string, unknown>[] {
  const known = lots.map((lot) => ({
    shares: sharesText(lot.shares),
    originalAcquisitionDate: lot.acquiredOn,
    adjustedCostBasis: moneyText(lot.costBasis),
  }));
  const rest = subtract(shares, sum(known.map((lot) => lot.shares)));
  if (known.length > 0 && isZero(rest)) return known;
  if (known.length > 0 && compare(rest, "0" as Decimal) > 0) return [...known, { shares: rest }];
  const bases = positions.map(({ costBasis }) => costBasis);
  const isKnown = bases.length > 0 && bases.every((basis) => basis !== undefined);
  const basis = isKnown ? moneyText(sum(bases.filter((each) => each !== undefined))) : undefined;
  return [{ shares, adjustedCostBasis: basis }];
}
