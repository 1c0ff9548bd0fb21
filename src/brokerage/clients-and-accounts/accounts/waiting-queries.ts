// When something of an account waits for a person: parts of statements that count or look for it. The
// statement has a row `asked` with what is asked about.
import { part } from "../../../platform/store/db.ts";
import { transferStatuses } from "../../../reference/codes.ts";

/** Kinds of records by which accounts that wait may be asked for. */
export const waitingKinds = ["orders", "transfers", "ballots", "models"] as const;

/** Whether an item `i` in force on `asked.today` waits for something: a notice that was viewed does
 * not. */
export const isOpenItem = part`
  (i.ifa_status = 'I' or (i.ifa_status = 'V' and i.ifa_type <> 'NO'))
    and i.start_on <= asked.today and (i.expires_on is null or asked.today <= i.expires_on)`;

/** Whether a subscription `o` to an offer is not decided. */
export const isUndecided = part`o.order_status = 'INITIAL'`;

/** The statuses of transfers that have come to an end. */
export const finalStatuses = transferStatuses.rows
  .filter(({ final }) => final)
  .map(({ code }) => code);

/** Whether a transfer `t` has not come to one of `asked.final_statuses`. */
export const isUnderWay = part`t.status <> all(asked.final_statuses)`;

/** Whether a corporate action `c` asks questions that may be answered at `asked.now`. */
export const isOpenBallot = part`
  c.status = 'New' and (c.deadline_at is null or c.deadline_at >= asked.now)
    and exists (
      select from corporate_action_question as q
      where q.account_number = c.account_number and q.notif_id = c.notif_id)`;

/** Whether a folio waits, by its subscription `s`, for the new version of its model. */
export const isPending = part`s.status = 'PENDING'`;
