// Unusual closes: they are stored, and reported so that a person can look at them.
import type { SqlPart, Tx } from "../../platform/store/db.ts";
import { isBusinessDay } from "../exchange-days/calendar.ts";
import { type Jump, selectJumps, selectPricedDays } from "./queries.ts";

const maxShown = 20;

/** Sentences on closes that are ten times the last one or a tenth of it, as after a misplaced point
 * or a split that is not entered, and on days without trading, in that order; `changed` stands in a
 * FROM for the closes that are new or different. */
export async function oddCloses(tx: Tx, changed: SqlPart): Promise<string[]> {
  const jumps = await selectJumps(tx, changed);
  const days = await selectPricedDays(tx, changed);
  const restDays = days.filter(({ on, status }) => !isBusinessDay(on, status ?? undefined));
  return [
    ...shown(jumps.map(jumpSentence)),
    ...shown(
      restDays.map(
        ({ on }) => `${on} is no business day in New York: its closes make no valuation.`,
      ),
    ),
  ];
}

/** What is said of a close that jumps. */
export function jumpSentence({ securityId, on, close, last }: Jump): string {
  return `Security ${securityId} on ${on}: the close ${close} follows one of ${last}.`;
}

function shown(sentences: readonly string[]): string[] {
  const more = sentences.length - maxShown;
  return [
    ...sentences.slice(0, maxShown),
    ...(more > 0 ? [`And ${more} more like the last.`] : []),
  ];
}
