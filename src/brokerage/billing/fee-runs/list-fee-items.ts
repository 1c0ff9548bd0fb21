// Listing what accounts pay by a fee run. (docs/billing.md)
import type { Decimal } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import { encodeItem } from "./encode-run.ts";
import { selectRunOfFirm } from "./get-fee-run.ts";
import { selectItems } from "./item-queries.ts";
import type { FeeItem, FeeItemsQuery } from "./schema.ts";

const usualLimit = "50" as Decimal;

/** Items with the account and line after which the list goes on, if it does. */
export interface FeeItemList {
  readonly items: FeeItem[];
  readonly next: string | undefined;
}

/** The items of a run by account and line, or the largest changes first. */
export async function listFeeItems(
  { db }: Context,
  { firmOid, feeRunOid }: { readonly firmOid: string; readonly feeRunOid: string },
  query: FeeItemsQuery,
): Promise<FeeItemList> {
  const run = await selectRunOfFirm(db, firmOid, feeRunOid);
  const limit = query.limit ?? usualLimit;
  const [accountNumber = "", line = "0"] = query.after?.split("-") ?? [];
  const found = await selectItems(db, run.feeRunOid, {
    state: query.state ?? null,
    warning: query.warning ?? null,
    sort: query.sort ?? "account",
    after: { accountNumber, line },
    limit,
  });
  const hasMore = BigInt(found.length) > BigInt(limit);
  const shown = hasMore ? found.slice(0, -1) : found;
  const last = hasMore ? shown.at(-1) : undefined;
  return {
    items: shown.map(encodeItem),
    next: last && `${last.accountNumber}-${last.line}`,
  };
}
