// Listing a member's bills.
import type { Context } from "../../../platform/change/context.ts";
import type { Page } from "../../../values/page.ts";
import { listPapers } from "./list-papers.ts";
import type { Report, StatementsQuery } from "./schema.ts";

/** A page of the bills that the member may see now, the newest first. */
export async function listMemberBills(
  ctx: Context,
  loginId: string,
  query: StatementsQuery,
): Promise<Page<Report>> {
  return listPapers(ctx, loginId, query, ["AD"]);
}
