// The fees of an account: amount, days, basis and rate of each. (docs/billing.md)
import { type Context, isForFirm } from "../../../platform/change/context.ts";
import { encodeItem } from "./encode-run.ts";
import { selectFeesOfAccount } from "./item-queries.ts";
import type { AccountFee } from "./schema.ts";

/** The items of runs that are posted, or being posted or reversed, the newest period first. A client does not see the
 * steps of a fee that is shared with others, since they name the others' assets, nor the payer and the firm's reason. */
export async function listAccountFees(
  { db, caller }: Context,
  accountNumber: string,
): Promise<AccountFee[]> {
  const rows = await selectFeesOfAccount(db, accountNumber);
  return rows.map(({ kind, periodEnd, ...item }) => {
    const fee = { feeRunOid: item.feeRunOid, kind, periodEnd, ...encodeItem(item) };
    if (isForFirm(caller)) return fee;
    const steps = item.unit.startsWith("account:") ? fee.steps : [];
    return { ...fee, steps, payerAccountNumber: null, reason: null };
  });
}
