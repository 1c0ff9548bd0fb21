// Computing an account's series once more, in a transaction of its own. (docs/performance.md)
import type { WriteContext } from "../../platform/context.ts";
import { write } from "../../platform/write.ts";
import { selectAccountsWithFacts } from "../transactions/reads.ts";
import { replaceSeries } from "./changes.ts";
import { lockAccountForSeries } from "./day-queries.ts";

/** What a computation changed: a series without a folio number is the account's own. */
export interface ComputedAccount {
  readonly accountNumber: string;
  readonly series: readonly {
    readonly folioNumber: string;
    readonly from: string;
    readonly days: string;
  }[];
}

/** Computes the account's series and notes in its audit chain what changed; undefined when there
 * is no such account. */
export async function computeAccount(
  ctx: WriteContext,
  accountNumber: string,
): Promise<ComputedAccount | undefined> {
  const series = await write(ctx, "compute", async (tx) => {
    const isThere = await lockAccountForSeries(tx, accountNumber);
    const changed = isThere ? await replaceSeries(tx, accountNumber) : [];
    const value = changed.map(({ days, ...each }) => ({ ...each, days: String(days) }));
    const note = { subject: accountNumber, detail: { series: value } };
    return { value: isThere ? value : null, audit: changed.length === 0 ? [] : [note] };
  });
  return series === null ? undefined : { accountNumber, series };
}

const accountsAtOnce = 100;

/** Computes every account that has facts, in order of number, from the one after `after` on. */
export async function* computeAll(
  ctx: WriteContext,
  after: string,
): AsyncGenerator<ComputedAccount> {
  for (let last: string | undefined = after; last !== undefined; ) {
    const accounts: string[] = await selectAccountsWithFacts(ctx.db, last, accountsAtOnce);
    for (const accountNumber of accounts) {
      const computed = await computeAccount(ctx, accountNumber);
      if (computed) yield computed;
    }
    last = accounts.at(-1);
  }
}
