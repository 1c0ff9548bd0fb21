// The statements of notices that are given, changed and expired by request.

import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { selectSecurityOf } from "../../../reference/securities/queries.ts";
import type { CorporateActionRow } from "./queries.ts";

/** Whether there is a security with a ticker, and how many shares of it an account holds. */
export async function selectHeld(
  db: Reader,
  accountNumber: string,
  ticker: string,
): Promise<Decimal | undefined> {
  const security = await selectSecurityOf(db, ticker);
  if (security === undefined) return undefined;
  const found = await db.first(sql<{ shares: Decimal }>`
    select coalesce(sum(share_quantity), 0)::text as shares from folio_position
    where account_number = ${accountNumber} and security_id = ${security}`);
  return found?.shares;
}

/** Stores a notice as a whole, new or changed. */
export function storeNotice(tx: Tx, row: CorporateActionRow): void {
  const { accountNumber, notifId } = row;
  tx.send(sql`
    insert into corporate_action
      (account_number, notif_id, type, status, ticker, issuer, activity, description, intro_text,
       shares, deadline_at, company_website, financial_report, proxy_statement, dutch_auction,
       exchange_offer, merger_election, purchase_offer, rights_offer, tender_offer, warrants_offer,
       event_id, event_version)
    values
      (${accountNumber}, ${notifId}, ${row.type}, ${row.status}, ${row.ticker}, ${row.issuer},
       ${row.activity}, ${row.description}, ${row.introText}, ${row.shares}, ${row.deadlineAt},
       ${row.companyWebsite}, ${row.financialReport}, ${row.proxyStatement}, ${row.dutchAuction},
       ${row.exchangeOffer}, ${row.mergerElection}, ${row.purchaseOffer}, ${row.rightsOffer},
       ${row.tenderOffer}, ${row.warrantsOffer}, ${row.eventId}, ${row.eventVersion})
    on conflict (account_number, notif_id) do update set
      type = excluded.type, status = excluded.status, ticker = excluded.ticker,
      issuer = excluded.issuer, activity = excluded.activity, description = excluded.description,
      intro_text = excluded.intro_text, shares = excluded.shares,
      deadline_at = excluded.deadline_at, company_website = excluded.company_website,
      financial_report = excluded.financial_report, proxy_statement = excluded.proxy_statement,
      dutch_auction = excluded.dutch_auction, exchange_offer = excluded.exchange_offer,
      merger_election = excluded.merger_election, purchase_offer = excluded.purchase_offer,
      rights_offer = excluded.rights_offer, tender_offer = excluded.tender_offer,
      warrants_offer = excluded.warrants_offer,
      event_version = excluded.event_version`);
  storeDocs(tx, row);
  storeQuestions(tx, row);
}

/** Stores when the members of an account were last notified of a notice. */
export function updateNotifiedAt(tx: Tx, { accountNumber, notifId }: DueNotice, now: Date): void {
  tx.send(sql`
    update corporate_action set notified_at = ${now}
    where account_number = ${accountNumber} and notif_id = ${notifId}`);
}

function storeDocs(tx: Tx, { accountNumber, notifId, docs }: CorporateActionRow): void {
  tx.send(sql`
    delete from corporate_action_doc
    where account_number = ${accountNumber} and notif_id = ${notifId}`);
  tx.send(sql`
    insert into corporate_action_doc (account_number, notif_id, position, name, url)
    select ${accountNumber}, ${notifId}, position, name, url
    from unnest(${docs.map(({ name }) => name)}::text[], ${docs.map(({ url }) => url)}::text[])
      with ordinality as given (name, url, position)`);
}

function storeQuestions(tx: Tx, { accountNumber, notifId, questions }: CorporateActionRow): void {
  tx.send(sql`
    delete from corporate_action_question
    where account_number = ${accountNumber} and notif_id = ${notifId}`);
  tx.send(sql`
    insert into corporate_action_question
      (account_number, notif_id, position, questions_id, questions_type, question, contested,
       management_suggestion, choices, possible_choice_answers)
    select ${accountNumber}, ${notifId}, position, asked ->> 'questionsId',
      asked ->> 'questionsType', asked ->> 'question', (asked ->> 'contested')::boolean,
      asked ->> 'managementSuggestion', nullif(asked -> 'choices', 'null'),
      case when asked -> 'possibleChoiceAnswers' <> 'null' then
        array(select jsonb_array_elements_text(asked -> 'possibleChoiceAnswers'))
      end
    from jsonb_array_elements(${JSON.stringify(questions)}::jsonb)
      with ordinality as given (asked, position)`);
}

/** A notice that is due to expire. */
export interface DueNotice {
  readonly accountNumber: AccountNumber;
  readonly notifId: string;
}

/** Notices without a vote whose deadline has passed, in order of account and id. */
export async function selectDueNotices(db: Reader, now: Date, most: number): Promise<DueNotice[]> {
  return db.rows(sql<DueNotice>`
    select account_number as "accountNumber", notif_id as "notifId"
    from corporate_action where status = 'New' and deadline_at < ${now}
    order by account_number, notif_id limit ${most}`);
}
