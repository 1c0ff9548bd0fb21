// SQL that reads corporate actions and stores their answers; notices are in notice-queries.ts.

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";

/** A choice of a question. */
export interface ChoiceRow {
  readonly choiceId: string;
  readonly choice: string;
  readonly managementSuggestion?: string;
}

/** A question of a ballot; choices are null where its type has none. */
export interface QuestionRow {
  readonly questionsId: string;
  readonly questionsType: string;
  readonly question: string;
  readonly contested: boolean;
  readonly managementSuggestion: string | null;
  readonly choices: readonly ChoiceRow[] | null;
  readonly possibleChoiceAnswers: readonly string[] | null;
}

/** An answer to a question, or to one of its choices: a text, or shares that are elected. */
export interface AnswerRow {
  readonly questionsId: string;
  readonly choiceId: string | null;
  readonly answer: string | null;
  readonly sharesElected: Decimal | null;
}

/** A corporate action with its documents, ballot and answers. */
export interface CorporateActionRow {
  readonly accountNumber: string;
  readonly notifId: string;
  readonly type: string;
  readonly status: string;
  readonly ticker: string;
  readonly issuer: string;
  readonly activity: string | null;
  readonly description: string | null;
  readonly introText: string | null;
  readonly shares: Decimal;
  readonly deadlineAt: Date | null;
  readonly companyWebsite: string | null;
  readonly financialReport: string | null;
  readonly proxyStatement: string | null;
  readonly dutchAuction: string | null;
  readonly exchangeOffer: string | null;
  readonly mergerElection: string | null;
  readonly purchaseOffer: string | null;
  readonly rightsOffer: string | null;
  readonly tenderOffer: string | null;
  readonly warrantsOffer: string | null;
  /** The announcement that it is about, and the version of its terms; null of a notice for itself. */
  readonly eventId: Id | null;
  readonly eventVersion: number | null;
  /** Whether the deadline of the event has passed, whatever that of the notice says. */
  readonly isFrozen: boolean;
  readonly docs: readonly { readonly name: string; readonly url: string }[];
  readonly questions: readonly QuestionRow[];
  readonly answers: readonly AnswerRow[];
}

/** The corporate actions of an account, or that of one id; the latest deadline first, open ends last.
 * Each list names the account again, so that a distributed store asks for it only where it lies. */
export async function selectCorporateActions(
  db: Reader,
  accountNumber: string,
  notifId: string | null = null,
): Promise<CorporateActionRow[]> {
  // One statement, so that a ballot and its answers are as of one moment.
  return db.rows(sql<CorporateActionRow>`
    select account_number as "accountNumber", notif_id as "notifId", type, status, ticker, issuer,
      activity, description, intro_text as "introText", shares, deadline_at as "deadlineAt",
      company_website as "companyWebsite", financial_report as "financialReport",
      proxy_statement as "proxyStatement", dutch_auction as "dutchAuction",
      exchange_offer as "exchangeOffer", merger_election as "mergerElection",
      purchase_offer as "purchaseOffer", rights_offer as "rightsOffer",
      tender_offer as "tenderOffer", warrants_offer as "warrantsOffer",
      event_id as "eventId", event_version as "eventVersion",
      exists (select from corporate_event as e
        where e.event_id = a.event_id and e.elections_frozen_at is not null) as "isFrozen",
      coalesce((
        select json_agg(json_build_object('name', name, 'url', url) order by position)
        from corporate_action_doc as d
        where d.account_number = a.account_number and d.notif_id = a.notif_id
          and d.account_number = ${accountNumber}), '[]') as "docs",
      coalesce((
        select json_agg(json_build_object(
          'questionsId', questions_id, 'questionsType', questions_type, 'question', question,
          'contested', contested, 'managementSuggestion', management_suggestion,
          'choices', choices, 'possibleChoiceAnswers', possible_choice_answers)
          order by position)
        from corporate_action_question as q
        where q.account_number = a.account_number and q.notif_id = a.notif_id
          and q.account_number = ${accountNumber}
      ), '[]') as "questions",
      coalesce((
        select json_agg(json_build_object('questionsId', questions_id, 'choiceId', choice_id,
          'answer', answer, 'sharesElected', shares_elected::text) order by position)
        from corporate_action_answer as w
        where w.account_number = a.account_number and w.notif_id = a.notif_id
          and w.account_number = ${accountNumber}
      ), '[]') as "answers"
    from corporate_action as a
    where account_number = ${accountNumber}
      and (${notifId}::text is null or notif_id = ${notifId})
    order by deadline_at desc nulls last, notif_id`);
}

/** One corporate action of an account, or undefined. */
export async function selectCorporateAction(
  db: Reader,
  accountNumber: string,
  notifId: string,
): Promise<CorporateActionRow | undefined> {
  if (notifId.includes("\0")) return undefined; // PostgreSQL text cannot contain U+0000
  const [found] = await selectCorporateActions(db, accountNumber, notifId);
  return found;
}

/** The key of a corporate action: its account and its id. */
type ActionKey = Pick<CorporateActionRow, "accountNumber" | "notifId">;

/** Replaces the answers of an account as a whole: row by row, since on a distributed store rows that are
 * selected are copied to their node, which commits in two phases. */
export function replaceAnswers(
  tx: Tx,
  { accountNumber, notifId, answers }: ActionKey & Pick<CorporateActionRow, "answers">,
): void {
  tx.send(sql`
    delete from corporate_action_answer
    where account_number = ${accountNumber} and notif_id = ${notifId}`);
  for (const [index, { questionsId, choiceId, answer, sharesElected }] of answers.entries()) {
    tx.send(sql`
      insert into corporate_action_answer
        (account_number, notif_id, position, questions_id, choice_id, answer, shares_elected)
      values (${accountNumber}, ${notifId}, ${index + 1}, ${questionsId}, ${choiceId}, ${answer},
        ${sharesElected})`);
  }
}

/** Gives a corporate action a status. */
export function updateStatus(
  tx: Tx,
  { accountNumber, notifId, status }: ActionKey & Pick<CorporateActionRow, "status">,
): void {
  tx.send(sql`
    update corporate_action set status = ${status}
    where account_number = ${accountNumber} and notif_id = ${notifId}`);
}
