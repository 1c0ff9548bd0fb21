// Recording what was verified of a member's accreditation.

import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockMemberForCaller } from "../members/changes.ts";
import { recordAccreditationEntry } from "./entries.ts";
import { accreditationRecorded } from "./events.ts";
import { type AccreditationRow, insertAccreditation, selectAccreditation } from "./queries.ts";
import { problemsWithAccreditation } from "./rules.ts";
import type { NewAccreditation } from "./schema.ts";
import { accreditationStateOf } from "./terms.ts";

/** Records the member's accreditation, which counts from now on; earlier records are kept. */
export async function recordAccreditation(
  ctx: Context,
  loginId: string,
  request: NewAccreditation,
): Promise<void> {
  await write(ctx, recordAccreditationEntry, async (tx) => {
    const member = await lockMemberForCaller(tx, ctx.caller, loginId);
    refuseFor(problemsWithAccreditation(member.membershipType));

    const last = await selectAccreditation(tx, loginId);
    const row = rowOf(ctx.now, request);
    insertAccreditation(tx, loginId, row);
    const events = [accreditationRecorded({ loginId, parentVerifyLevel: row.level })];
    const before = { state: accreditationStateOf(last, newYorkDay(ctx.now)) };
    const audit = [{ subject: `member:${loginId}`, before, after: row, events }];
    return { value: null, audit };
  });
}

function rowOf(now: Date, request: NewAccreditation): AccreditationRow {
  const expiresOn = request.parentVerifyLevelExpirationDate ?? null;
  return {
    level: request.parentVerifyLevel,
    expiresOn,
    subLevel: request.subVerifyLevel ?? "O",
    subLevelExpiresOn: request.subVerifyLevelExpirationDate ?? expiresOn,
    method: request.verifyMethod,
    note: request.verifyNote ?? null,
    verifiedAt: request.verifyTimestamp ?? now,
  };
}
