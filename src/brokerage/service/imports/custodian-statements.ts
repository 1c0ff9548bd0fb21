// The positions, lots and cash that the files of an import state, by day, to be compared with the
// books.
import type { BalanceFact, LotFact, PositionFact, Reading } from "@bursar/custodian-files";
import type { Day } from "@bursar/values/dates";
import { type Decimal, placesOf, sum } from "@bursar/values/decimal";
import { places, unitsOf } from "@bursar/values/units";
import {
  addLot,
  type CustodianAccount,
  type LotsByDay,
  type LotsOfDay,
  type StatementOfDay,
} from "../../books/reconciliations/reads.ts";
import { moneyText, sharesText } from "./bookings.ts";
import type { AccountLink } from "./match-accounts.ts";
import type { MatchedSecurities } from "./match-securities.ts";
import { ofFirstFile } from "./openings.ts";

/** The statements of all days, the earliest first. */
export function custodianStatements(
  { positions, lots, balances }: Pick<Reading, "positions" | "lots" | "balances">,
  links: ReadonlyMap<string, AccountLink>,
  { idOf }: Pick<MatchedSecurities, "idOf">,
): StatementOfDay[] {
  const days = new Map<string, Map<string, CustodianAccount>>();
  const statementKey = ({ account, on }: PositionFact | LotFact | BalanceFact) =>
    `${on ?? ""} ${account}`;
  const held = Map.groupBy(positions, statementKey);
  const inLots = Map.groupBy(lots, statementKey);
  const cash = Map.groupBy(balances, statementKey);
  for (const key of new Set([...held.keys(), ...inLots.keys(), ...cash.keys()])) {
    const [day = "", account = ""] = splitAt(key, key.indexOf(" "));
    const number = links.get(account)?.accountNumber;
    if (number === undefined || day === "") continue;
    const ofDay = days.get(day) ?? new Map<string, CustodianAccount>();
    days.set(day, ofDay);
    const ownLots = inLots.get(key);
    // Without positions the lots are all that is held.
    const own = held.get(key) ?? ownLots;
    const stated = own && positionsOf(own, idOf);
    ofDay.set(number, {
      positions: stated,
      cash: cashOf(cash.get(key)),
      lots: stated && ownLots && lotsOf(ownLots, stated, idOf),
    });
  }
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([on, accounts]) => ({ on: on as Day, accounts }));
}

function splitAt(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}

type IdOf = MatchedSecurities["idOf"];
type Positions = NonNullable<CustodianAccount["positions"]>;

/** The id of a security; of one that the books do not have what the custodian calls it, after a colon. */
function securityKey({ security }: Pick<PositionFact, "security">, idOf: IdOf): string {
  const name = security.symbol ?? security.cusip ?? security.name ?? "";
  return idOf(security) ?? `:${name.toUpperCase()}`;
}

function positionsOf(rows: readonly (PositionFact | LotFact)[], idOf: IdOf): Positions {
  const bySecurity = Map.groupBy(rows, (row) => securityKey(row, idOf));
  return new Map(
    [...bySecurity].map(([key, all]) => {
      const own = ofFirstFile(all);
      const values = own.flatMap((row) =>
        "marketValue" in row ? (moneyText(row.marketValue) ?? []) : [],
      );
      const held = {
        shares: unitsOf(sharesText(sum(own.map(({ shares }) => shares))), places.shares),
        value:
          values.length === own.length ? unitsOf(sum(values) as Decimal, places.money) : undefined,
        places: Math.max(...own.map(({ shares }) => placesOf(shares))),
      };
      return [key, held] as const;
    }),
  );
}

/** Lots by the day of acquisition. Shares of a position that no lot has are of an unknown day, as an opening takes
 * them. */
function lotsOf(
  rows: readonly LotFact[],
  positions: Positions,
  idOf: IdOf,
): ReadonlyMap<string, LotsByDay> {
  const bySecurity = Map.groupBy(rows, (row) => securityKey(row, idOf));
  return new Map(
    [...bySecurity].map(([key, all]): [string, LotsByDay] => {
      const days = new Map<Day | "", LotsOfDay>();
      const add = (acquiredOn: Day | "", lot: LotsOfDay) =>
        days.set(acquiredOn, addLot(days.get(acquiredOn), lot));
      let rest = positions.get(key)?.shares ?? 0n;
      for (const { shares: quantity, acquiredOn = "", costBasis } of ofFirstFile(all)) {
        const shares = unitsOf(sharesText(quantity), places.shares);
        const basis = moneyText(costBasis);
        add(acquiredOn as Day, {
          shares,
          basis: basis === undefined ? undefined : unitsOf(basis, places.money),
        });
        rest -= shares;
      }
      if (rest > 0n) add("", { shares: rest, basis: undefined });
      return [key, days];
    }),
  );
}

function cashOf(rows: readonly BalanceFact[] | undefined): bigint | undefined {
  if (rows === undefined) return undefined;
  const cash = moneyText(sum(ofFirstFile(rows).map((row) => row.cash)));
  return cash === undefined ? undefined : unitsOf(cash, places.money);
}
