// SQL for delivery preferences.
import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { Way } from "./schema.ts";

/** The choices of a member. */
export interface Preferences {
  readonly statements: Way;
  readonly confirmations: Way;
  readonly taxForms: Way;
  readonly bills: Way;
  /** Whether the consent to electronic papers stands. */
  readonly consent: boolean;
}

/** A choice in force, its place among the member's, and when the consent was given that stands. */
export interface ChoiceInForce extends Preferences {
  readonly place: number;
  readonly consentedAt: Date | null;
}

/** The choice in force; undefined for a member who has made none. */
export async function selectChoice(
  db: Reader,
  loginId: string,
): Promise<ChoiceInForce | undefined> {
  return db.first(sql<ChoiceInForce>`
    select statements, confirmations, tax_forms as "taxForms", bills, consent, place,
      (select max(given.chosen_at) from delivery_choice as given
        where given.subject = choice.subject and given.consent_words is not null
          and choice.consent) as "consentedAt"
    from delivery_choice as choice
    where subject = ${`member:${loginId}`} order by place desc limit 1`);
}

/** A choice as it is stored, with the consent that it gave. */
export interface ChoiceRow extends Preferences {
  readonly loginId: string;
  readonly place: number;
  readonly consentWords: string | null;
  readonly signedConsent: Buffer | null;
  readonly sha256: string | null;
  readonly apiUserId: Id;
  readonly callerLoginId: string | null;
  readonly requestId: string;
  readonly address: string;
  readonly chosenAt: Date;
}

/** Adds a choice; the member's row is locked. */
export function insertChoice(tx: Tx, row: ChoiceRow): void {
  tx.send(sql`
    insert into delivery_choice (subject, place, statements, confirmations, tax_forms, bills,
      consent, consent_words, signed_consent, signed_consent_sha256, api_user_id,
      caller_login_id, request_id, address, chosen_at)
    values (${`member:${row.loginId}`}, ${row.place}, ${row.statements}, ${row.confirmations},
      ${row.taxForms}, ${row.bills}, ${row.consent}, ${row.consentWords}, ${row.signedConsent},
      ${row.sha256}, ${row.apiUserId}, ${row.callerLoginId}, ${row.requestId}, ${row.address},
      ${row.chosenAt})`);
}
