// Unusual closes: they are stored, and reported so that a person can look at them.
import type { Tx } from "../../platform/store/db.ts";
import { isBusinessDay } from "../exchange-days/calendar.ts";
import { areClosesKept, type Jump, selectKeptDays, selectKeptJumps } from "./odd-close-queries.ts";

const maxShown = 20;

/** Sentences on the changed closes of a load, once all of it is stored. First come those that are
 * ten times the last one or a tenth of it, as after a misplaced point or a missing split. Closes on
 * days without trading follow. A split may be loaded after the close that it explains. */
export async function oddCloses(tx: Tx): Promise<string[]> {
  if (!(await areClosesKept(tx))) return [];
  const jumps = await selectKeptJumps(tx);
  const days = await selectKeptDays(tx);
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

/** The sentence about a close that jumps. */
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
