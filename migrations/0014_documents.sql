-- Documents of accounts, members and households: what was drawn for them, and what they sent (docs/documents.md);
-- statement runs, what each of them draws, and the words that stand on papers. (docs/statements.md)

-- A document without its bytes. Its subject is an account number, `member:<login id>`, or for a
-- household `firm:<oid>`, as in the audit log: the hash of the bytes is in that subject's chain.
-- The writer may insert and select, nothing else.
create table document (
  subject text collate "C" not null,
  document_oid bigint not null check (document_oid > 0),
  kind text collate "C" not null check (kind in ('statement', 'bill', 'upload')),
  -- Of an upload its document type, of all else its report type.
  report_type text collate "C" check (report_type in ('AD', 'M', 'T', 'W', 'X', 'Y', 'R')),
  document_type text collate "C",
  report_on date not null,
  name text collate "C" not null check (char_length(name) between 1 and 120),
  media_type text collate "C" not null
    check (media_type in ('application/pdf', 'application/xml', 'image/jpeg', 'image/png')),
  byte_count integer not null check (byte_count > 0),
  -- In hexadecimal, as audit entries have it.
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The year of report_on, by which the bytes are partitioned.
  report_year smallint not null,
  -- Null for an upload: seven years from when the account last held anything.
  retain_until date,
  template_oid bigint check (template_oid > 0),
  is_corrected boolean not null default false,
  -- The run that drew it.
  run_oid bigint check (run_oid > 0),
  household_oid bigint check (household_oid > 0),
  -- The accounts that a document of a household, or a bill of several accounts, is about.
  accounts_shown text[] collate "C",
  created_at timestamptz(3) not null,
  -- A member, `api-user:<id>`, or a command.
  created_by text collate "C" not null,
  primary key (subject, document_oid),
  constraint document_kind check (
    (kind = 'upload') = (report_type is null) and (kind = 'upload') = (document_type is not null)
    and (kind = 'bill') = coalesce(report_type = 'AD', false)),
  constraint document_retention check ((kind = 'upload') = (retain_until is null)),
  constraint document_year check (report_year = extract(year from report_on)),
  constraint document_household check (
    household_oid is null or (accounts_shown is not null and subject like 'firm:%'))
);

-- A document is found by its id alone.
create index document_oid on document (document_oid);
create index document_of_run on document (run_oid) where run_oid is not null;
create index document_of_household on document (household_oid) where household_oid is not null;
-- Lists say which paper took the place of another.
create index document_corrected on document (subject, report_on) where is_corrected;

-- The bytes, by year: what is past its time lies together. `bursar documents expire` alone removes
-- some; the writer may otherwise insert and select.
create table document_content (
  subject text collate "C" not null,
  document_oid bigint not null,
  report_year smallint not null,
  content bytea not null check (length(content) > 0),
  primary key (subject, document_oid, report_year)
) partition by range (report_year);

create table document_content_2024 partition of document_content for values from (2024) to (2025);
create table document_content_2025 partition of document_content for values from (2025) to (2026);
create table document_content_2026 partition of document_content for values from (2026) to (2027);
create table document_content_2027 partition of document_content for values from (2027) to (2028);
create table document_content_2028 partition of document_content for values from (2028) to (2029);
create table document_content_2029 partition of document_content for values from (2029) to (2030);
create table document_content_2030 partition of document_content for values from (2030) to (2031);
create table document_content_2031 partition of document_content for values from (2031) to (2032);
create table document_content_2032 partition of document_content for values from (2032) to (2033);
create table document_content_2033 partition of document_content for values from (2033) to (2034);
create table document_content_2034 partition of document_content for values from (2034) to (2035);
create table document_content_2035 partition of document_content for values from (2035) to (2036);
create table document_content_other partition of document_content default;

-- What a request says of an upload beside its bytes. Rows are only added.
create table document_upload (
  subject text collate "C" not null,
  document_oid bigint not null,
  reference text collate "C" check (char_length(reference) between 1 and 40),
  reference_type text collate "C" not null check (reference_type in ('ACCOUNT', 'MEMBER')),
  comments text check (char_length(comments) <= 300),
  -- The item by which the operator accepts or rejects it; null without an account to have it.
  item_account_number text collate "C",
  item_id bigint,
  primary key (subject, document_oid),
  constraint document_upload_item check ((item_account_number is null) = (item_id is null))
);

-- Each time that a legal hold was placed or lifted; the latest row holds. Rows are only added.
create table document_hold (
  subject text collate "C" not null,
  document_oid bigint not null,
  hold_id bigint not null check (hold_id > 0),
  hold boolean not null,
  reason text not null check (char_length(reason) between 1 and 255),
  held_at timestamptz(3) not null,
  held_by text collate "C" not null,
  primary key (subject, document_oid, hold_id)
);

-- The first reading of a document by a member. Rows are only added.
create table document_reading (
  subject text collate "C" not null,
  document_oid bigint not null,
  login_id text collate "C" not null references member,
  read_at timestamptz(3) not null,
  request_id text collate "C" not null,
  address text collate "C" not null,
  primary key (subject, document_oid, login_id)
);

-- A document that was handed over on paper, to whom, at which address. Rows are only added.
create table document_delivery (
  subject text collate "C" not null,
  document_oid bigint not null,
  login_id text collate "C" not null references member,
  run_oid bigint not null,
  handed_over_at timestamptz(3) not null,
  primary key (subject, document_oid, login_id)
);

-- A document whose bytes were removed after its time. Rows are only added.
create table document_expiry (
  subject text collate "C" not null,
  document_oid bigint not null,
  expired_at timestamptz(3) not null,
  primary key (subject, document_oid)
);

-- What a run has drawn and not released: seen by no owner, and removed with a run that is discarded.
create table drawn_document (
  subject text collate "C" not null,
  document_oid bigint not null,
  run_oid bigint not null check (run_oid > 0),
  kind text collate "C" not null,
  report_type text collate "C" not null,
  report_on date not null,
  name text collate "C" not null,
  media_type text collate "C" not null,
  byte_count integer not null check (byte_count > 0),
  sha256 text collate "C" not null,
  report_year smallint not null,
  retain_until date not null,
  template_oid bigint,
  is_corrected boolean not null,
  household_oid bigint,
  accounts_shown text[] collate "C",
  created_at timestamptz(3) not null,
  created_by text collate "C" not null,
  content bytea not null,
  primary key (subject, document_oid),
  constraint drawn_document_bytes check (
    sha256 = encode(sha256(content), 'hex') and byte_count = length(content))
);

create index drawn_document_of_run on drawn_document (run_oid, subject, document_oid);

-- How a member wants documents, each choice with the consent that was given. The latest row is in
-- force; rows are only added.
create table delivery_choice (
  subject text collate "C" not null check (subject like 'member:%'),
  place integer not null check (place >= 1),
  statements text collate "C" not null check (statements in ('electronic', 'paper')),
  confirmations text collate "C" not null check (confirmations in ('electronic', 'paper')),
  tax_forms text collate "C" not null check (tax_forms in ('electronic', 'paper')),
  bills text collate "C" not null check (bills in ('electronic', 'paper')),
  -- Whether the member's consent to electronic papers stands, and the words of a consent that this choice
  -- gave; without it all is on paper.
  consent boolean not null,
  consent_words text,
  signed_consent_sha256 text collate "C",
  signed_consent bytea,
  api_user_id bigint not null references api_user,
  caller_login_id text collate "C" references member,
  request_id text collate "C" not null,
  address text collate "C" not null,
  chosen_at timestamptz(3) not null,
  primary key (subject, place),
  constraint delivery_choice_paper check (consent
    or (statements = 'paper' and confirmations = 'paper' and tax_forms = 'paper' and bills = 'paper')),
  constraint delivery_choice_consent check (
    (signed_consent is null) = (signed_consent_sha256 is null)
    and (signed_consent is null or signed_consent_sha256 = encode(sha256(signed_consent), 'hex')))
);

create table statement_run (
  run_oid bigint primary key check (run_oid > 0),
  firm_oid bigint not null references firm,
  report_type text collate "C" not null check (report_type in ('M', 'R')),
  run_status text collate "C" not null
    check (run_status in ('BUILDING', 'REVIEW', 'RELEASED', 'DISCARDED')),
  period_from date not null,
  period_end date not null,
  -- What was asked for; null for all of the firm.
  account_numbers text[] collate "C",
  is_of_households boolean not null,
  created_by text collate "C",
  decided_by text collate "C",
  -- The SHA-256 over what it has drawn, once that is whole.
  items_hash text collate "C" check (items_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) not null,
  ready_at timestamptz(3),
  decided_at timestamptz(3),
  constraint statement_run_period check (period_end > period_from),
  constraint statement_run_households check (not is_of_households or report_type = 'R')
);

create index statement_run_firm_oid on statement_run (firm_oid, created_at, run_oid);
-- The sweep looks for what is being built.
create index statement_run_building on statement_run (created_at, run_oid)
  where run_status = 'BUILDING';

-- What a run draws. The subject is the account's number, or the firm's of a household, as in the audit log.
create table statement_item (
  subject text collate "C" not null,
  -- No foreign key: runs are on every node.
  run_oid bigint not null,
  -- 0 where it is of an account.
  household_oid bigint not null default 0,
  report_type text collate "C" not null,
  period_end date not null,
  is_drawn boolean not null default false,
  -- Null where there was nothing to show.
  document_oid bigint,
  is_corrected boolean not null default false,
  -- The last valuation of the period, and what the account was worth by it; null where nothing is valued.
  closing_on date,
  closing_value numeric,
  -- The version of the account's facts that it was drawn from.
  facts_version bigint,
  sha256 text collate "C",
  -- Why it may not be released, a sentence each.
  problems text[] collate "C" not null default '{}',
  released_at timestamptz(3),
  primary key (subject, run_oid, household_oid),
  constraint statement_item_drawn check (is_drawn or (document_oid is null and released_at is null))
);

create index statement_item_of_run on statement_item (run_oid, is_drawn, subject);

-- What the law or a firm wants said on papers, by topic; the newest row of a topic that has begun counts, a
-- firm's own before the operator's, which stand on the papers of every firm.
create table disclosure (
  firm_oid bigint not null references firm,
  report_type text collate "C" not null check (report_type in ('M', 'R', 'AD')),
  topic text collate "C" not null,
  from_on date not null check (from_on >= '1900-01-01'),
  -- The last day.
  to_on date,
  words text not null check (char_length(words) between 1 and 4000),
  primary key (firm_oid, report_type, topic, from_on),
  constraint disclosure_days check (to_on >= from_on)
);
