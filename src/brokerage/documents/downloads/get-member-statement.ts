// Reading a member's statement, confirmation, report or tax paper.
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { getMemberStatementEntry } from "./entries.ts";
import { findPaper, type PaperContent, recordReading } from "./read-paper.ts";
import { statementTypes } from "./schema.ts";

/** The bytes of the paper; the member's own first reading is stored before they go. */
export async function getMemberStatement(
  ctx: Context,
  loginId: string,
  reportId: string,
): Promise<PaperContent> {
  const found = await findPaper(ctx, { loginId, reportId, types: statementTypes });
  if (found.isFirstReading) {
    await write(ctx, getMemberStatementEntry, (tx) => recordReading(tx, ctx, found, loginId));
  }
  return found;
}
