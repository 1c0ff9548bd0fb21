// The securities that accounts exclude because their owners are directors of the companies, or hold
// ten percent. They are apart from the account's own list, which an update replaces, and shown with
// it.
import { isDeepStrictEqual } from "node:util";
import type { AccountNumber } from "@bursar/values/ids";
import type { AfterAll } from "../../../platform/bulk/load-kind.ts";
import { lockAccounts } from "../../../platform/bulk/stage/concerned-rows.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { counted } from "../../../values/readable.ts";
import { type AccountDetail, type ExclusionKind, selectAccountDetails } from "./detail-queries.ts";
import { encodeAccount } from "./get-account.ts";
import {
  insertExclusionNotes,
  selectNewOwners,
  selectTouchedByOwners,
  type TouchedByOwners,
} from "./load-queries.ts";
import { deleteOwnerExclusions, holdOwners, insertOwnerExclusions } from "./owner-queries.ts";
import type { Account } from "./schema.ts";

/** The exclusions of securities that an account shows, before and after a change of its owners. */
export interface ChangedExclusions {
  readonly number: AccountNumber;
  readonly before: Account["securityExclusions"];
  readonly after: Account["securityExclusions"];
}

/** Excludes the companies of the owners as they are now, in each of these accounts, which are
 * locked. */
export async function renewOwnerExclusions(
  tx: Tx,
  numbers: readonly AccountNumber[],
): Promise<ChangedExclusions[]> {
  const { before, after } = await renew(tx, numbers);
  const shownIn = (details: Details, number: AccountNumber) => {
    const detail = details.get(number);
    return detail === undefined ? [] : encodeAccount(detail).securityExclusions;
  };
  return numbers.map((number) => ({
    number,
    before: shownIn(before, number),
    after: shownIn(after, number),
  }));
}

const accountsAtOnce = 500;
const membersAtOnce = 10_000;

/** Renews them in the accounts of which a load has changed the owners or their companies, which is noted
 * as a change of what they exclude. */
export const renewLoadedExclusions: AfterAll = async (tx, { notify }) => {
  await holdNewOwners(tx);
  const touched = await selectTouchedByOwners(tx);
  await lockAccounts(
    tx,
    touched.map(({ number }) => number),
  );
  let count = 0;
  for (let at = 0; at < touched.length; at += accountsAtOnce) {
    count += await renewNoted(tx, touched.slice(at, at + accountsAtOnce));
  }
  if (count === 0) return;
  const accounts = counted(count, "account");
  notify(`Exclusions because of owners' companies change in ${accounts}.`);
};

/** Keeps others from changing the companies of members to whom the load has given accounts, which such a
 * change would not find. A change of any other owner locks the account and renews what it excludes. */
async function holdNewOwners(tx: Tx): Promise<void> {
  const logins = await selectNewOwners(tx);
  for (let at = 0; at < logins.length; at += membersAtOnce) {
    await holdOwners(tx, logins.slice(at, at + membersAtOnce));
  }
}

/** Renews some accounts and notes it; returns in how many the companies of owners have changed. */
async function renewNoted(tx: Tx, touched: readonly TouchedByOwners[]): Promise<number> {
  const { before, after } = await renew(
    tx,
    touched.map(({ number }) => number),
  );
  const changed = touched.map(({ number, line, replaced }) => {
    const was = notedOf(before.get(number), "OWNER");
    const is = notedOf(after.get(number), "OWNER");
    const own = notedOf(after.get(number), "SECURITY");
    const note = { number, line, before: [...(replaced ?? own), ...was], after: [...own, ...is] };
    return { note, isOther: !isDeepStrictEqual(was, is) };
  });
  await insertExclusionNotes(
    tx,
    changed.map(({ note }) => note),
  );
  return changed.filter(({ isOther }) => isOther).length;
}

/** Exclusions of a kind as a load notes those of its files. */
function notedOf(detail: AccountDetail | undefined, kind: ExclusionKind): object[] {
  const entries = detail?.exclusions.filter((each) => each.kind === kind) ?? [];
  return entries.map(({ value, startOn, endOn }, index) => ({
    position: String(index + 1),
    value,
    startOn,
    endOn,
  }));
}

type Details = ReadonlyMap<AccountNumber, AccountDetail>;

async function renew(tx: Tx, numbers: readonly AccountNumber[]) {
  const before = await detailsOf(tx, numbers);
  deleteOwnerExclusions(tx, numbers);
  insertOwnerExclusions(tx, numbers);
  const after = await detailsOf(tx, numbers);
  return { before, after };
}

async function detailsOf(tx: Tx, numbers: readonly AccountNumber[]): Promise<Details> {
  const details = await selectAccountDetails(tx, numbers);
  return new Map(details.map((detail) => [detail.number, detail]));
}
