// Listing a member's statements, confirmations, reports and tax papers.
import type { Context } from "../../../platform/change/context.ts";
import type { Page } from "../../../values/page.ts";
import { listPapers } from "./list-papers.ts";
import { type Report, type StatementsQuery, statementTypes } from "./schema.ts";

/** A page of the papers that the member may see now, the newest first. */
export async function listMemberStatements(
  ctx: Context,
  loginId: string,
  query: StatementsQuery,
): Promise<Page<Report>> {
  return listPapers(ctx, loginId, query, statementTypes);
}
