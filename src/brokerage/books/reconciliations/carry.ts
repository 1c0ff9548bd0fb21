// Carries breaks from one day to the next: what persists keeps its id, its age and its assignee, and
// its note as long as the difference is the same; what is gone is closed.
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { BreakKind, Difference } from "./match.ts";

/** A break on a day, as it is stored. */
export interface StoredBreak extends Difference {
  readonly breakId: Id;
  readonly since: Day;
  readonly note: string | null;
  readonly notedAt: Date | null;
  readonly assignee: string | null;
}

/** An account's breaks of a day, and the ids of those of the day before that are gone. */
export interface Carried {
  readonly breaks: readonly StoredBreak[];
  readonly closed: readonly Id[];
}

/** The identity of a break among those of its account. */
function identityOf({ kind, security, acquiredOn }: Difference): string {
  return JSON.stringify([kind, security, acquiredOn ?? null]);
}

/** The stored breaks before a day is reconciled. */
export interface Before {
  readonly on: Day;
  /** The breaks of the last day before it. */
  readonly earlier: readonly StoredBreak[];
  /** The breaks of the day itself; undefined if it was not reconciled before. */
  readonly same: readonly StoredBreak[] | undefined;
  /** Whether the statement shows differences of a kind at all. */
  readonly isCompared: (kind: BreakKind) => boolean;
}

/** The breaks of a day; those that its statement says nothing about go on as they were. */
export function carry(
  compared: readonly Difference[],
  { on, earlier, same, isCompared }: Before,
  newId: () => Id,
): Carried {
  const unseen = (same ?? earlier).filter(({ kind }) => !isCompared(kind));
  const found = [...compared, ...unseen];
  const known = new Map([...earlier, ...(same ?? [])].map((each) => [identityOf(each), each]));
  const first = new Map(earlier.map((each) => [identityOf(each), each]));
  const breaks = found.map((each) => {
    const before = known.get(identityOf(each));
    const { note, notedAt } =
      before && isSame(before, each) ? before : { note: null, notedAt: null };
    const since = first.get(identityOf(each))?.since ?? on;
    const { kind, security, acquiredOn, custodian, books, amount, cause } = each;
    const difference = { kind, security, acquiredOn, custodian, books, amount, cause };
    const assignee = before?.assignee ?? null;
    return { ...difference, breakId: before?.breakId ?? newId(), since, note, notedAt, assignee };
  });
  const standing = new Set(breaks.map(({ breakId }) => breakId));
  return {
    breaks,
    closed: earlier.map(({ breakId }) => breakId).filter((id) => !standing.has(id)),
  };
}

/** Whether two differences of the same kind are equally large: a note explains no other one. */
function isSame(a: Difference, b: Difference): boolean {
  return differenceOf(a) === differenceOf(b);
}

function differenceOf({ custodian, books }: Difference): bigint {
  return custodian - (books ?? 0n);
}
