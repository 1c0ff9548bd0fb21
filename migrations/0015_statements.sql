-- Statement runs, what each of them draws for an account, and the words that stand on papers.
-- (docs/statements.md)

alter table firm
  -- How many months a statement of its accounts is about, where a run does not say it.
  add column statement_months integer not null default 1,
  add constraint firm_statement_months check (statement_months in (1, 3, 12));

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
