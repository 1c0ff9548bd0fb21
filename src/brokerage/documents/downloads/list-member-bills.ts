// Listing a member's bills.
import type { Context } from "../../../platform/change/context.ts";
import { listPapers, type PageOfPapers } from "./list-papers.ts";
import type { StatementsQuery } from "./schema.ts";

/** A page of the bills that the member may see now, the newest first. */
export async function listMemberBills(
  ctx: Context,
  loginId: string,
  query: StatementsQuery,
): Promise<PageOfPapers> {
  return listPapers(ctx, loginId, query, ["AD"]);
}
