// Reading one member.
import assert from "node:assert/strict";
import type { Context } from "../../../platform/change/context.ts";
import { encodeMember } from "./member-row.ts";
import { selectMemberRow } from "./queries.ts";
import type { Member } from "./schema.ts";

/** Returns a member; of its tax id only the last four digits. */
export async function getMember({ db }: Context, loginId: string): Promise<Member> {
  const row = await selectMemberRow(db, loginId);
  assert(row, "access has found the member");
  return encodeMember(row);
}
