// Reading a member's statement, confirmation, report or tax paper.
import type { Context } from "../../../platform/change/context.ts";
import { getMemberStatementEntry } from "./entries.ts";
import { type PaperContent, readPaper } from "./read-paper.ts";
import { statementTypes } from "./schema.ts";

/** The bytes of a paper; the member's first reading is stored before they go. */
export async function getMemberStatement(
  ctx: Context,
  loginId: string,
  reportId: string,
): Promise<PaperContent> {
  return readPaper(ctx, { loginId, reportId, types: statementTypes }, getMemberStatementEntry);
}
