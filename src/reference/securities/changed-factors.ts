// Quotation factors that a load has changed: whose books are worked out anew because of it, old trades too.
import type { Tx } from "../../platform/store/db.ts";
import { counted } from "../../values/readable.ts";
import { type ChangedFactor, maxNamed, selectChangedFactors } from "./factor-queries.ts";

/** A sentence for each security whose factor the load has changed, with the accounts that have had it. */
export async function changedFactors(tx: Tx): Promise<string[]> {
  return (await selectChangedFactors(tx)).map(sentence);
}

function sentence({ securityId, ticker, before, after, accounts, first }: ChangedFactor): string {
  const what = `Security ${securityId} (${ticker}): its quotation factor was ${before} and is ${after}`;
  if (accounts === 0) return `${what}; no account has had it.`;
  const more = accounts > maxNamed ? `, and ${accounts - maxNamed} more` : "";
  const whose = counted(accounts, "account that has had it", "accounts that have had it");
  return `${what}; the books of ${whose} are worked out anew: ${first.join(", ")}${more}.`;
}
