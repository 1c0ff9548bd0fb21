// Every SQL statement of corporate actions.
import { type Reader, sql } from "../../platform/db.ts";
import type { Decimal } from "../../values/decimal.ts";

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

/** What a stored answer answers. */
export interface AnswerRow {
  readonly questionsId: string;
  readonly choiceId: string | null;
}

/** A corporate action with its documents, ballot and answers. */
export interface CorporateActionRow {
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
  readonly docs: readonly { readonly name: string; readonly url: string }[];
  readonly questions: readonly QuestionRow[];
  readonly answers: readonly AnswerRow[];
}

/** The corporate actions of an account, those with the latest deadline first, open ends last. */
export async function selectCorporateActions(
  db: Reader,
  accountNumber: string,
): Promise<CorporateActionRow[]> {
  // One statement, so that a ballot and its answers are of one moment.
  return db.rows(sql<CorporateActionRow>`
    select notif_id as "notifId", type, status, ticker, issuer, activity, description,
      intro_text as "introText", shares, deadline_at as "deadlineAt",
      company_website as "companyWebsite", financial_report as "financialReport",
      proxy_statement as "proxyStatement", dutch_auction as "dutchAuction",
      exchange_offer as "exchangeOffer", merger_election as "mergerElection",
      purchase_offer as "purchaseOffer", rights_offer as "rightsOffer",
      tender_offer as "tenderOffer", warrants_offer as "warrantsOffer",
      coalesce((
        select json_agg(json_build_object('name', name, 'url', url) order by position)
        from corporate_action_doc as d
        where d.account_number = a.account_number and d.notif_id = a.notif_id), '[]') as "docs",
      coalesce((
        select json_agg(json_build_object(
          'questionsId', questions_id, 'questionsType', questions_type, 'question', question,
          'contested', contested, 'managementSuggestion', management_suggestion,
          'choices', choices, 'possibleChoiceAnswers', possible_choice_answers)
          order by position)
        from corporate_action_question as q
        where q.account_number = a.account_number and q.notif_id = a.notif_id
      ), '[]') as "questions",
      coalesce((
        select json_agg(json_build_object('questionsId', questions_id, 'choiceId', choice_id)
          order by position)
        from corporate_action_answer as w
        where w.account_number = a.account_number and w.notif_id = a.notif_id
      ), '[]') as "answers"
    from corporate_action as a
    where account_number = ${accountNumber}
    order by deadline_at desc nulls last, notif_id`);
}
