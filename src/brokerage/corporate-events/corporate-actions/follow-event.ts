// The notice of a corporate event to one holder: given, brought to new terms and to the position, ended. (interface 2.6)
import { type Decimal, isZero } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { Tx } from "../../../platform/store/db.ts";
import type { tellHolderEntry } from "./entries.ts";
import { noticeCreated, noticeExpired, noticeUpdated } from "./events.ts";
import { firstStatus } from "./life-cycle.ts";
import { encodeCorporateAction } from "./list-corporate-actions.ts";
import { storeNotice } from "./notice-queries.ts";
import { changedNotice, newNotice } from "./notice-row.ts";
import { answersThatRemain } from "./notice-rules.ts";
import { type CorporateActionRow, replaceAnswers, selectCorporateAction } from "./queries.ts";
import type { NewNotice } from "./schema.ts";
import { isVoted } from "./vote-rules.ts";

/** A holder, its locked account, and the event of which it is notified. */
export interface NotifiedHolder {
  readonly accountNumber: AccountNumber;
  readonly notifId: string;
  readonly eventId: Id;
  readonly version: number;
  readonly shares: Decimal;
}

type Note = NoteOf<typeof tellHolderEntry>;

/** Brings the notice of a holder to what the event says; without that, or without shares, it ends. Undefined where
 * nothing changes. */
export async function followEvent(
  tx: Tx,
  holder: NotifiedHolder,
  request: NewNotice | undefined,
  now: Date,
): Promise<Note | undefined> {
  const { accountNumber, notifId } = holder;
  const stored = await selectCorporateAction(tx, accountNumber, notifId);
  const isOver = request === undefined || isZero(holder.shares);
  const notice = isOver ? ended(stored) : followed(stored, holder, request, now);
  if (notice === undefined) return undefined;
  storeNotice(tx, notice);
  if (stored && notice.answers.length < stored.answers.length) replaceAnswers(tx, notice);
  const said = ({ status, ...row }: CorporateActionRow) => ({
    notifid: notifId,
    status,
    record: encodeCorporateAction({ ...row, status }),
  });
  const data = { notifid: notifId, status: notice.status };
  const toEvent = stored === undefined ? noticeCreated : isOver ? noticeExpired : noticeUpdated;
  return {
    subject: accountNumber,
    ...(stored && { before: said(stored) }),
    after: said(notice),
    events: [toEvent(data)],
  };
}

/** Only what nobody has answered expires. */
function ended(stored: CorporateActionRow | undefined): CorporateActionRow | undefined {
  return stored?.status === firstStatus ? { ...stored, status: "Expired" } : undefined;
}

function followed(
  stored: CorporateActionRow | undefined,
  { accountNumber, notifId, eventId, version, shares }: NotifiedHolder,
  request: NewNotice,
  now: Date,
): CorporateActionRow {
  const key = { accountNumber, notifId, status: firstStatus };
  const fresh = newNotice(key, { ...request, shares }, shares);
  const ofEvent = { eventId, eventVersion: version };
  if (stored === undefined) return { ...fresh, ...ofEvent };
  const changed = { ...changedNotice(stored, { ...request, shares }), ...ofEvent };
  const answers = answersThatRemain(stored.answers, stored.questions, changed.questions);
  const isOpenAgain =
    stored.status === "Expired" && (changed.deadlineAt === null || changed.deadlineAt >= now);
  const isUnvoted = stored.status === "Voted" && !isVoted(changed.questions, answers);
  return { ...changed, answers, status: isOpenAgain || isUnvoted ? firstStatus : stored.status };
}
