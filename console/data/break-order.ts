// Breaks as they are searched and sorted.
import { compare } from "@bursar/client/decimal";
import { matchesWords } from "./match-words.ts";
import type { Shapes } from "./service.ts";
import { words } from "./texts.ts";

type Break = Shapes["ReconciliationBreak"];

/** How breaks can be sorted. */
export const breakOrders = { age: "Oldest", amount: "Largest", assignee: "Assignee" } as const;
export type BreakOrder = keyof typeof breakOrders;

/** The breaks with all words of a search in their account, symbol, kind, cause, assignee or note. */
export function matching(list: readonly Break[], search: string): readonly Break[] {
  return list.filter(({ accountNumber, security, kind, cause, assignee, note }) =>
    matchesWords(
      [accountNumber, security?.ticker, words(kind), words(cause), assignee, note],
      search,
    ),
  );
}

/** The oldest first, the largest first, or by assignee with those of nobody first; equals stay in the
 * order of their accounts. */
export function inOrder(list: readonly Break[], order: BreakOrder): readonly Break[] {
  const by: Readonly<Record<BreakOrder, (a: Break, b: Break) => number>> = {
    age: (a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0),
    amount: (a, b) => compare(size(b), size(a)),
    assignee: (a, b) => (a.assignee ?? "").localeCompare(b.assignee ?? ""),
  };
  return list.toSorted(by[order]);
}

function size({ amount }: Break): string {
  return (amount ?? "0").replace("-", "");
}
