// Voting on a corporate action; a later vote replaces an earlier one as a whole. (interface 2.6)
import { isDeepStrictEqual } from "node:util";
import { type Decimal, sameValue } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound, refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { selectRestrictionsInForce } from "../../clients-and-accounts/restrictions/reads.ts";
import { replaceVoteEntry } from "./entries.ts";
import { corporateActionErrors } from "./errors.ts";
import { voteReplaced } from "./events.ts";
import { encodeCorporateAction } from "./list-corporate-actions.ts";
import { type AnswerRow, replaceAnswers, selectCorporateAction, updateStatus } from "./queries.ts";
import { answersOfVote, problemsWithVote, statusOfVote } from "./vote-rules.ts";
import type { NewVote } from "./vote-schema.ts";

/** Replaces the vote of an account; 404 when it has no corporate action with this id. */
export async function replaceVote(
  ctx: Context,
  { accountNumber, notifId }: { readonly accountNumber: string; readonly notifId: string },
  request: NewVote,
): Promise<void> {
  await write(ctx, replaceVoteEntry, async (tx) => {
    const [account, notice, inForce] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "vote"),
      selectCorporateAction(tx, accountNumber, notifId),
      selectRestrictionsInForce(tx, accountNumber),
    ]);
    if (notice === undefined) throw notFound(corporateActionErrors.notFound);
    refuseFor(problemsWithVote(request, { notice, inForce, now: ctx.now }));

    const answers = answersOfVote(request, { notice });
    const status = statusOfVote(request, notice.questions, answers);
    const voted = { ...notice, status, answers };
    const was = encodeCorporateAction(notice);
    const is = encodeCorporateAction(voted);
    if (isDeepStrictEqual(was, is) && sameAnswers(answers, notice.answers)) {
      return { value: null, audit: [] };
    }
    replaceAnswers(tx, voted);
    updateStatus(tx, voted);
    const before = { notifid: notifId, status: notice.status, answers: notice.answers };
    const after = { notifid: notifId, status, answers };
    const events = [voteReplaced({ notifid: notifId, status })];
    return { value: null, audit: [{ subject: account.number, before, after, events }] };
  });
}

/** Whether two votes answer each question and choice alike, in whatever order. */
function sameAnswers(one: readonly AnswerRow[], other: readonly AnswerRow[]): boolean {
  const answerKey = ({ questionsId, choiceId }: AnswerRow) =>
    JSON.stringify([questionsId, choiceId]);
  const known = new Map(one.map((given) => [answerKey(given), given]));
  return (
    one.length === other.length &&
    other.every((given) => {
      const same = known.get(answerKey(given));
      return same?.answer === given.answer && sameShares(same.sharesElected, given.sharesElected);
    })
  );
}

function sameShares(one: Decimal | null, other: Decimal | null): boolean {
  return one === null || other === null ? one === other : sameValue(one, other);
}
