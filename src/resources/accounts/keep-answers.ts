// The answers for accounts as they are sent, kept by whatever changes them. (interface 2.2)
import type { Tx } from "../../platform/store/db.ts";
import { type AccountDetail, selectAccountDetails, updateAnswers } from "./detail-queries.ts";
import { bodyOf } from "./get-account.ts";
import { selectStagedAccounts } from "./load-queries.ts";

/** Keeps the answers of accounts of which something that they show was changed. */
export async function keepAnswers(tx: Tx, numbers: readonly string[]): Promise<void> {
  keepAnswersOf(tx, await selectAccountDetails(tx, numbers));
}

/** Keeps the answers of accounts as they are now. */
export function keepAnswersOf(tx: Tx, details: readonly AccountDetail[]): void {
  updateAnswers(
    tx,
    details.map((detail) => ({ number: detail.number, body: bodyOf(detail) })),
  );
}

/** Keeps the answer of each account that was loaded: its lists may have changed alone. */
export async function keepLoadedAnswers(tx: Tx): Promise<void> {
  let numbers = await selectStagedAccounts(tx, "");
  while (numbers.length > 0) {
    await keepAnswers(tx, numbers);
    numbers = await selectStagedAccounts(tx, numbers.at(-1) ?? "");
  }
}
