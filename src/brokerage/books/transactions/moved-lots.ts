// Accounts of the firm between which lots move, as the engine takes them together. (docs/tax-lots.md,
// "Lots moved inside the firm")
import type { AccountFacts, LotAccount } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import { factsOf, isInForce, type TransactionRow } from "./facts.ts";

/** An account and its transactions in the order of facts, what others move to it among them. */
export interface AccountRows {
  readonly account: LotAccount;
  readonly rows: readonly TransactionRow[];
}

/** Its own facts in force: what it receives follows from those of the others. */
export function ownFactsOf({ account, rows }: AccountRows, today?: Day): AccountFacts {
  const { lotFacts } = factsOf(rows, today);
  return { account, facts: lotFacts.filter(({ kind }) => kind !== "lotsReceived") };
}

/** Adds without facts the accounts to which lots go and that are not asked for, since nothing of the others
 * depends on them. */
export function withOtherReceivers(tied: readonly AccountFacts[]): readonly AccountFacts[] {
  const known = new Set(tied.map(({ account }) => account.account));
  const named = tied.flatMap(({ account, facts }) =>
    facts.flatMap((fact) => (fact.kind === "lotsMoved" ? [{ account, to: fact.toAccount }] : [])),
  );
  const others = new Map(named.map(({ account, to }) => [to, { ...account, account: to }]));
  return [
    ...tied,
    ...[...others.values()]
      .filter(({ account }) => !known.has(account))
      .map((account) => ({ account, facts: [] })),
  ];
}

/** The accounts from which lots come to some by their rows. */
export function giversOf(rows: readonly TransactionRow[]): string[] {
  return [...new Set(rows.flatMap(({ receivedFrom }) => receivedFrom ?? []))];
}

/** Whether an account gives or receives lots. */
export function isTied(rows: readonly TransactionRow[]): boolean {
  return rows.some(
    (row) => row.receivedFrom !== undefined || (row.toAccountNumber !== null && isInForce(row)),
  );
}
