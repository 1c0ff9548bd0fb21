// Accounts of the firm between which lots move: their books are computed together, and locked together in
// order of number. (docs/tax-lots.md, "Lots moved inside the firm")
import type { LotAccount } from "@bursar/tax-lots";
import { lockAccounts } from "../../../platform/bulk/stage/concerned-rows.ts";
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { lotAccountOf } from "../tax-lots/booking/changes.ts";
import {
  type AccountRows,
  type AppliedTransactions,
  applyTied,
  applyTransactions,
  giversOf,
  isTied,
  selectTransactionsOf,
  type TransactionRow,
  withReceivers,
} from "../transactions/reads.ts";
import type { Sources } from "./sources.ts";
import { type AccountState, beginLocking, releaseLocks, selectStates } from "./state-queries.ts";

/** Locks accounts into which rows are to be booked and every account to which lots were ever moved from them, in order
 * of number; to be called before any of them is locked otherwise. Returns their numbers. One to which lots have gone meanwhile is locked in its turn, so that nobody waits in a
 * circle. */
export async function lockForBookings(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<string[]> {
  // Most have moved lots to no other, so that they are locked first, and looked at once.
  for (let numbers: readonly string[] = accountNumbers; ; ) {
    await Promise.all([beginLocking(tx), lockAccounts(tx, numbers)]);
    const now = await withReceivers(tx, accountNumbers);
    if (new Set(now).isSubsetOf(new Set(numbers))) return now;
    await releaseLocks(tx);
    numbers = now;
  }
}

/** An account and its rows. */
interface RowsOfAccount {
  readonly state: AccountState;
  readonly rows: readonly TransactionRow[];
}

/** Applies the transactions of an account, each time it is asked. */
export type ApplyAccount = (account: RowsOfAccount) => Promise<AppliedTransactions>;

/** Finds with which others each of some accounts is applied: with those from which lots come to it, however
 * far back; the state and rows of these are read, too. */
export async function openTied(
  db: Reader,
  sources: Sources,
  accounts: readonly RowsOfAccount[],
): Promise<ApplyAccount> {
  const tied = accounts.filter(({ rows }) => isTied(rows));
  const groups = groupsOf([...tied, ...(await selectGivers(db, tied))]);
  const applied = new Map<readonly RowsOfAccount[], ReturnType<typeof applyTied>>();
  return async (account) => {
    const { accountNumber } = account.state;
    const group = groups.get(accountNumber);
    if (group === undefined) {
      return applyTransactions(await lotAccount(sources, account), account.rows, sources.today);
    }
    let ofGroup = applied.get(group);
    if (ofGroup === undefined) {
      const together: AccountRows[] = [];
      for (const each of group) {
        together.push({ account: await lotAccount(sources, each), rows: each.rows });
      }
      ofGroup = applyTied(together, sources.today);
      applied.set(group, ofGroup);
    }
    return ofGroup.get(accountNumber) as AppliedTransactions;
  };
}

async function lotAccount(sources: Sources, { state, rows }: RowsOfAccount): Promise<LotAccount> {
  // Shares that an event has brought are covered by the kind of their own security.
  const named = rows.flatMap(({ securityId, intoSecurityId }) => [securityId, intoSecurityId]);
  const terms = await sources.terms(new Set(named.filter((id) => id !== null)));
  return lotAccountOf(state.accountNumber, state, { terms, today: sources.today });
}

/** The accounts, other than these, from which lots come to some. */
async function selectGivers(db: Reader, tied: readonly RowsOfAccount[]): Promise<RowsOfAccount[]> {
  const known = new Set(tied.map(({ state }) => state.accountNumber));
  const givers: RowsOfAccount[] = [];
  for (let last = tied; last.length > 0; ) {
    const wanted = giversOf(last.flatMap(({ rows }) => rows)).filter((each) => !known.has(each));
    if (wanted.length === 0) break;
    const states = await selectStates(db, wanted);
    const rows = await selectTransactionsOf(db, wanted);
    last = states.map((state) => ({ state, rows: rows.get(state.accountNumber) ?? [] }));
    for (const number of wanted) known.add(number);
    givers.push(...last);
  }
  return givers;
}

/** The accounts that are applied together, by account. */
function groupsOf(tied: readonly RowsOfAccount[]): ReadonlyMap<string, readonly RowsOfAccount[]> {
  const groups = new Map(tied.map((each) => [each.state.accountNumber, [each]]));
  for (const { state, rows } of tied) {
    for (const giver of giversOf(rows)) {
      const group = groups.get(state.accountNumber) ?? [];
      const other = groups.get(giver) ?? group;
      if (other === group) continue;
      group.push(...other);
      for (const each of other) groups.set(each.state.accountNumber, group);
    }
  }
  return groups;
}
