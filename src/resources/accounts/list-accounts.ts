// Reading the accounts that a caller sees.
import type { Context } from "../../platform/change/context.ts";
import { forbidden } from "../../values/problem.ts";
import { isMemberInView } from "../members/reads.ts";
import { selectListedAccounts } from "./index-queries.ts";
import type { AccountsQuery, ListedAccount } from "./index-schema.ts";
import { viewerOf } from "./queries.ts";

/** A list of accounts, and the number after which it goes on, if it does. */
export interface AccountList {
  readonly accounts: ListedAccount[];
  readonly next: string | undefined;
}

/** Returns the caller's accounts by number, or those of one member; 403 if the caller does not see
 * the member. Without a limit the list is whole. */
export async function listAccounts(
  { db, caller }: Context,
  { user, limit, after = "" }: AccountsQuery,
): Promise<AccountList> {
  const viewer = viewerOf(caller);
  if (user !== undefined && !(await isMemberInView(db, caller, user))) throw forbidden();

  const loginIds = user === undefined ? viewer.loginIds : [...viewer.loginIds, user];
  const page = { after, limit: limit ?? null };
  const rows = await selectListedAccounts(db, { ...viewer, loginIds }, page);
  // One more than is answered shows that others follow.
  const hasMore = limit !== undefined && BigInt(rows.length) > BigInt(limit);
  const shown = hasMore ? rows.slice(0, -1) : rows;
  return {
    accounts: shown.map(({ number, ...account }) => ({ accountNumber: number, ...account })),
    next: hasMore ? shown.at(-1)?.number : undefined,
  };
}
