// The findings about facts that are allowed but odd: the one list for loads and for `bursar
// doctor`. (docs/loading.md, "Odd facts")
import type { Reader, SqlPart } from "../../../platform/store/db.ts";
import { isBusinessDay } from "../../../reference/exchange-days/calendar.ts";
import {
  doubledPayouts,
  loneReinvestments,
  type TradedDay,
  tradedDays,
  unheldDividends,
} from "./payout-queries.ts";
import {
  type OddValue,
  oddAmounts,
  oddParents,
  oddPrices,
  oddValues,
  type StepUp,
  stepUps,
} from "./price-queries.ts";
import type { Scope } from "./scope-queries.ts";
import {
  amountSentence,
  doubledSentence,
  parentSentence,
  priceSentence,
  reinvestmentSentence,
  restDaySentence,
  unfollowedSentence,
  unheldSentence,
  unlistedSentence,
  unseenSentence,
  valueSentence,
} from "./sentences.ts";
import { unfollowedSplits, unlistedSplits, unseenSplits } from "./split-queries.ts";
import { withHeldShares } from "./step-ups.ts";

/** Runs a statement with its values. */
export type Read = <Row>(statement: SqlPart, values?: readonly unknown[]) => Promise<Row[]>;

/** How many findings there are, and the first of them in sentences. */
export interface Found {
  readonly count: number;
  readonly first: readonly string[];
}

/** A kind of odd facts. */
export interface Finding {
  readonly kind: string;
  /** Whether lots show it, so that a load reports it once they follow its facts. */
  readonly isOfLots: boolean;
  readonly find: (read: Read, scope: Scope, db: Reader) => Promise<Found>;
}

interface Counted {
  readonly count: number;
}

function finding<Row extends Counted>(
  kind: string,
  statement: (scope: Scope) => SqlPart,
  sentence: (row: Row) => string,
): Finding {
  return {
    kind,
    isOfLots: false,
    find: async (read, scope) => found(await read<Row>(statement(scope)), sentence),
  };
}

/** Rows of which each says how many there are. */
export function found<Row extends Counted>(
  rows: readonly Row[],
  sentence: (row: Row) => string,
): Found {
  return { count: rows[0]?.count ?? 0, first: rows.map(sentence) };
}

const values: Finding = {
  kind: "value far from the close",
  isOfLots: false,
  async find(read, scope, db) {
    const known = await withHeldShares(db, await read<StepUp>(stepUps(scope)));
    return found(await read<OddValue>(oddValues(scope), [JSON.stringify(known)]), valueSentence);
  },
};

const restDays: Finding = {
  kind: "trades on a day of rest",
  isOfLots: false,
  async find(read, scope) {
    const days = await read<TradedDay>(tradedDays(scope));
    const resting = days.filter(({ on, status }) => !isBusinessDay(on, status ?? undefined));
    return {
      count: resting.length,
      first: resting.slice(0, scope.most).map(restDaySentence),
    };
  },
};

/** All of them, in the order in which they are reported. */
export const findings: readonly Finding[] = [
  finding("amount that does not fit", oddAmounts, amountSentence),
  finding("price far from the close", oddPrices, priceSentence),
  values,
  finding("spin-offs with several values", oddParents, parentSentence),
  finding("split that closes do not show", unseenSplits, unseenSentence),
  finding("split that is not listed", unlistedSplits, unlistedSentence),
  {
    ...finding("split that is not followed", unfollowedSplits, unfollowedSentence),
    isOfLots: true,
  },
  finding("payout entered twice", doubledPayouts, doubledSentence),
  { ...finding("dividend of nothing held", unheldDividends, unheldSentence), isOfLots: true },
  finding("reinvestment alone", loneReinvestments, reinvestmentSentence),
  restDays,
];
