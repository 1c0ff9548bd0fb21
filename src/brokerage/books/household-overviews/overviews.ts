// The figures of households and of their accounts of today. (docs/households.md)
import { type Day, encodeDay } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import { moneyText, places, textOf, unitsOf } from "@bursar/values/units";
import type { Reader } from "../../../platform/store/db.ts";
import { weightsOf } from "../../../values/weights.ts";
import {
  type AccountFigures,
  selectAccountFigures,
} from "../../clients-and-accounts/accounts/reads.ts";
import type {
  HouseholdAccountOverview,
  HouseholdInView,
  HouseholdOverview,
} from "../../clients-and-accounts/households/reads.ts";
import { fivePlacesOf, selectHouseholdFigures } from "../performance/reads.ts";

/** Places of a weight in percent. */
const weightPlaces = 2;

/** The value and returns of a household on the last day of its series until a day, and its month ends. */
export async function overviewOf(
  db: Reader,
  household: Pick<HouseholdInView, "memberships" | "since">,
  lastOn: Day,
): Promise<HouseholdOverview> {
  const figures = await selectHouseholdFigures(db, household, lastOn);
  const rate = (known: bigint | undefined) => (known === undefined ? null : fivePlacesOf(known));
  return {
    valueDate: figures ? encodeDay(figures.on) : null,
    value: figures ? moneyText(figures.value) : null,
    dayReturn: rate(figures?.dayReturn),
    yearToDateReturn: rate(figures?.yearReturn),
    monthEndValues: (figures?.monthEnds ?? []).map(({ on, value }) => ({
      date: encodeDay(on),
      value: moneyText(value),
    })),
  };
}

/** The figures of some accounts by number, with each one's share of their values. */
export async function accountOverviewsOf(
  db: Reader,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, HouseholdAccountOverview>> {
  const rows = await selectAccountFigures(db, numbers);
  const weights = weightsByNumber(rows);
  const rounded = (value: Decimal | null, kept: number) =>
    value === null ? null : fixed(value, kept);
  return new Map(
    rows.map(({ number, accountName, accountType, ...row }) => {
      const weight = weights.get(number);
      return [
        number,
        {
          accountName,
          accountType,
          valueDate: row.valuedOn === null ? null : encodeDay(row.valuedOn),
          value: rounded(row.value, 2),
          weight: weight === undefined ? null : textOf(weight, weightPlaces),
          dayReturn: rounded(row.dayReturn, 5),
          yearToDateReturn: rounded(row.yearReturn, 5),
        },
      ];
    }),
  );
}

/** An account that has no value yet has no share either. */
function weightsByNumber(rows: readonly AccountFigures[]): ReadonlyMap<string, bigint> {
  const valued = rows.flatMap(({ number, value }) =>
    value === null ? [] : [{ number, cents: unitsOf(value, places.money) }],
  );
  const weights = weightsOf(valued.map(({ cents }) => cents)) ?? [];
  return new Map(weights.map((weight, at) => [valued[at]?.number ?? "", weight]));
}
