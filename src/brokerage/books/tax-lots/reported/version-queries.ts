// SQL for the versions of reported years; each is stored as it was sent.
import { type Reader, sql, type Tx } from "../../../../platform/store/db.ts";
import type { ReportedDocument, ReportedYear } from "./queries.ts";

/** A version of a reported year. */
export interface ReportedVersion extends ReportedYear {
  readonly version: number;
}

/** The stored response of one version. */
export interface VersionDocument extends ReportedDocument {
  /** Whether the year is reported at all, in whatever version. */
  readonly isReported: boolean;
}

/** The stored response of a version of a year; undefined if there is no such account. */
export async function selectVersionDocument(
  db: Reader,
  { accountNumber, taxYear, version }: ReportedYear & { readonly version: string },
  { withBody = true } = {},
): Promise<VersionDocument | undefined> {
  return db.first(sql<VersionDocument>`
    select account_type as "accountType",
      encode(coalesce(newest.body_digest, earlier.body_digest), 'hex') as "digest",
      case when ${withBody}::boolean then coalesce(newest.body, earlier.body) end as "body",
      year.version is not null as "isReported"
    from account
    left join reported_year as year
      on year.account_number = account.account_number and year.tax_year = ${taxYear}
    left join reported_year as newest
      on newest.account_number = year.account_number and newest.tax_year = year.tax_year
        and newest.version = ${version}::integer
    left join earlier_reported_year as earlier
      on earlier.account_number = year.account_number and earlier.tax_year = year.tax_year
        and earlier.version = ${version}::integer
    where account.account_number = ${accountNumber}`);
}

/** The note of a tax paper on a lot beyond the response of its year. */
export interface FormNote {
  /** Old shares for which a merger paid cash in addition to new ones; null of any other row. */
  readonly exchangedShares: string | null;
  readonly inherited: boolean;
}

/** The notes of a version that the service has reported, by tax lot id; undefined of any other. */
export async function selectFormNotes(
  db: Reader,
  { accountNumber, taxYear }: ReportedYear,
  version: string,
): Promise<Readonly<Record<string, FormNote>> | undefined> {
  const found = await db.first(sql<{ notes: Record<string, FormNote> | null }>`
    select form_notes as "notes" from (
      select account_number, tax_year, version, form_notes from reported_year
      union all
      select account_number, tax_year, version, form_notes from earlier_reported_year) as year
    where account_number = ${accountNumber} and tax_year = ${taxYear}
      and version = ${version}::integer`);
  return found?.notes ?? undefined;
}

/** Keeps the newest version of a year, which is about to be replaced, with its response. */
export async function insertEarlierVersion(
  tx: Tx,
  { accountNumber, taxYear }: ReportedYear,
  body: string,
): Promise<void> {
  await tx.execute(sql`
    insert into earlier_reported_year (account_number, tax_year, version, body, body_digest,
      form_notes, is_made_by_load, reported_at)
    select account_number, tax_year, version, ${body}, sha256(convert_to(${body}, 'UTF8')),
      form_notes, is_made_by_load, reported_at
    from reported_year where account_number = ${accountNumber} and tax_year = ${taxYear}`);
}

/** A version of a reported year as it is listed. */
export interface ListedVersion extends ReportedVersion {
  /** How many lots it has. */
  readonly lots: number;
  /** Whether a load made it, whatever the year's source is now. */
  readonly isLoaded: boolean;
  readonly isNewest: boolean;
  /** When it was reported or loaded. */
  readonly reportedAt: Date;
}

/** The filters of reported versions: those of all accounts and years where neither is named. */
export interface VersionFilter {
  readonly accountNumber?: string | undefined;
  readonly taxYear?: string | undefined;
}

/** The next versions after a place, in order of account, year and version. */
export async function selectVersions(
  db: Reader,
  { accountNumber = null, taxYear = null }: { readonly [K in keyof VersionFilter]: string | null },
  after: ReportedVersion,
): Promise<ListedVersion[]> {
  return db.rows(sql<ListedVersion>`
    select account_number as "accountNumber", tax_year as "taxYear", version as "version",
      json_array_length(body::json) as "lots", is_made_by_load as "isLoaded",
      is_newest as "isNewest", reported_at as "reportedAt"
    from (
      select account_number, tax_year, version, body, is_made_by_load, reported_at, true as is_newest
      from reported_year
      union all
      select account_number, tax_year, version, body, is_made_by_load, reported_at, false
      from earlier_reported_year
    ) as listed
    where (account_number, tax_year, version)
        > (${after.accountNumber}, ${after.taxYear}, ${after.version})
      and (${accountNumber}::text is null or account_number = ${accountNumber})
      and (${taxYear}::text is null or tax_year = ${taxYear})
    order by account_number, tax_year, version limit 500`);
}
