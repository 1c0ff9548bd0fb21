// What the files of an import state of positions and cash, by day, to be compared with the books.
import type { BalanceFact, PositionFact, Reading } from "@bursar/custodian-files";
import type { Day } from "@bursar/values/dates";
import { type Decimal, placesOf, sum } from "@bursar/values/decimal";
import { places, unitsOf } from "@bursar/values/units";
import type { CustodianAccount, StatementOfDay } from "../../books/reconciliations/reads.ts";
import { moneyText, sharesText } from "./bookings.ts";
import type { AccountLink } from "./match-accounts.ts";
import type { MatchedSecurities } from "./match-securities.ts";
import { ofFirstFile } from "./openings.ts";

/** The statements of all days, the earliest first. */
export function custodianStatements(
  { positions, balances }: Pick<Reading, "positions" | "balances">,
  links: ReadonlyMap<string, AccountLink>,
  { idOf }: Pick<MatchedSecurities, "idOf">,
): StatementOfDay[] {
  const days = new Map<string, Map<string, CustodianAccount>>();
  const statementKey = ({ account, on }: PositionFact | BalanceFact) => `${on ?? ""} ${account}`;
  const held = Map.groupBy(positions, statementKey);
  const cash = Map.groupBy(balances, statementKey);
  for (const key of new Set([...held.keys(), ...cash.keys()])) {
    const [day = "", account = ""] = splitAt(key, key.indexOf(" "));
    const number = links.get(account)?.accountNumber;
    if (number === undefined || day === "") continue;
    const ofDay = days.get(day) ?? new Map<string, CustodianAccount>();
    days.set(day, ofDay);
    const own = held.get(key);
    ofDay.set(number, {
      positions: own && positionsOf(own, idOf),
      cash: cashOf(cash.get(key)),
      lots: undefined,
    });
  }
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([on, accounts]) => ({ on: on as Day, accounts }));
}

function splitAt(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}

function positionsOf(
  rows: readonly PositionFact[],
  idOf: MatchedSecurities["idOf"],
): NonNullable<CustodianAccount["positions"]> {
  const bySecurity = Map.groupBy(rows, ({ security }) => {
    const name = security.symbol ?? security.cusip ?? security.name ?? "";
    return idOf(security) ?? `:${name.toUpperCase()}`;
  });
  return new Map(
    [...bySecurity].map(([key, all]) => {
      const own = ofFirstFile(all);
      const values = own.flatMap(({ marketValue }) => moneyText(marketValue) ?? []);
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

function cashOf(rows: readonly BalanceFact[] | undefined): bigint | undefined {
  if (rows === undefined) return undefined;
  const cash = moneyText(sum(ofFirstFile(rows).map((row) => row.cash)));
  return cash === undefined ? undefined : unitsOf(cash, places.money);
}
