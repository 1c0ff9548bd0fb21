// Rewrites the stored answers for accounts when something that they show has changed. (interface 2.2)
import type { Sender, Tx } from "../../platform/store/db.ts";
import { type AccountDetail, selectAccountDetails, updateAnswers } from "./detail-queries.ts";
import { bodyOf } from "./get-account.ts";
import { selectStagedAccounts } from "./load-queries.ts";
import { renewSearchTexts } from "./search-queries.ts";

/** Rewrites the answers of accounts that show something that was changed. */
export async function refreshAnswers(tx: Tx, numbers: readonly string[]): Promise<void> {
  storeAnswers(tx, await selectAccountDetails(tx, numbers));
}

/** Stores the answers of accounts as they are now. */
export function storeAnswers(sender: Sender, details: readonly AccountDetail[]): void {
  updateAnswers(
    sender,
    details.map((detail) => ({ number: detail.number, body: bodyOf(detail) })),
  );
}

/** Rewrites the answer of each loaded account, even if only its lists have changed. */
export async function refreshLoadedAnswers(tx: Tx): Promise<void> {
  let numbers = await selectStagedAccounts(tx, "");
  while (numbers.length > 0) {
    await refreshAnswers(tx, numbers);
    await renewSearchTexts(tx, numbers);
    numbers = await selectStagedAccounts(tx, numbers.at(-1) ?? "");
  }
}
