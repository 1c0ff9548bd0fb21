-- Corporate actions as they concern the holders of one account, their ballots, and what was answered (interface
-- 2.6); and corporate events: one announcement for all holders of a security, and a line for each account that is
-- entitled. (docs/corporate-events.md)

create table corporate_action (
  account_number text collate "C" not null references account,
  notif_id text collate "C" not null,
  type text collate "C" not null,
  status text collate "C" not null,
  ticker text collate "C" not null,
  issuer text collate "C" not null,
  activity text collate "C",
  description text collate "C",
  intro_text text collate "C",
  shares numeric not null check (shares >= 0),
  deadline_at timestamptz(3),
  company_website text collate "C",
  financial_report text collate "C",
  proxy_statement text collate "C",
  dutch_auction text collate "C",
  exchange_offer text collate "C",
  merger_election text collate "C",
  purchase_offer text collate "C",
  rights_offer text collate "C",
  tender_offer text collate "C",
  warrants_offer text collate "C",
  -- The announcement whose notice it is, and the version of its terms; no foreign key, since events are common to
  -- all accounts.
  event_id bigint,
  event_version integer,
  -- When members of the account were last notified of it.
  notified_at timestamptz(3),
  primary key (account_number, notif_id),
  constraint corporate_action_event check ((event_id is null) = (event_version is null))
);

create index corporate_action_deadline_at on corporate_action (account_number, deadline_at);

create table corporate_action_doc (
  account_number text collate "C" not null,
  notif_id text collate "C" not null,
  position integer not null check (position >= 1),
  name text collate "C" not null,
  url text collate "C" not null,
  primary key (account_number, notif_id, position),
  foreign key (account_number, notif_id) references corporate_action
);

create table corporate_action_question (
  account_number text collate "C" not null,
  notif_id text collate "C" not null,
  position integer not null check (position >= 1),
  questions_id text collate "C" not null,
  questions_type text collate "C" not null,
  question text collate "C" not null,
  contested boolean not null,
  management_suggestion text collate "C",
  -- Null for a question without choices, else a list of {choiceId, choice, managementSuggestion}.
  choices jsonb,
  possible_choice_answers text[] collate "C",
  primary key (account_number, notif_id, position),
  foreign key (account_number, notif_id) references corporate_action,
  constraint corporate_action_question_key unique (account_number, notif_id, questions_id),
  constraint corporate_action_question_choices check (
    (questions_type in ('C', 'D')) = (choices is not null)
    and (questions_type in ('C', 'D')) = (possible_choice_answers is not null))
);

-- One answer per question, or per choice of a question that has choices. No foreign key to the
-- question, whose list a load replaces as a whole.
create table corporate_action_answer (
  account_number text collate "C" not null,
  notif_id text collate "C" not null,
  position integer not null check (position >= 1),
  questions_id text collate "C" not null,
  choice_id text collate "C",
  answer text collate "C",
  shares_elected numeric check (shares_elected >= 0),
  primary key (account_number, notif_id, position),
  foreign key (account_number, notif_id) references corporate_action,
  constraint corporate_action_answer_key
    unique nulls not distinct (account_number, notif_id, questions_id, choice_id),
  constraint corporate_action_answer_whole check ((answer is null) <> (shares_elected is null))
);

create table corporate_event (
  event_id bigint primary key check (event_id > 0),
  kind text collate "C" not null,
  security_id bigint not null references security,
  status text collate "C" not null,
  -- Moves with every change of the terms once they are announced.
  version integer not null default 1 check (version > 0),
  source text collate "C",
  external_id text collate "C",
  declared_on date,
  ex_on date,
  record_on date,
  effective_on date,
  pay_on date,
  deadline_at timestamptz(3),
  -- Rates, ratios, prices, options, texts and links, by the names of the interface; decimals as text.
  terms jsonb not null,
  -- What the custodian was paid for all.
  received numeric check (received >= 0),
  auto_post boolean not null default false,
  auto_post_by text collate "C",
  created_by text collate "C",
  -- The firm whose draft it was; null where the operator loaded it.
  creating_firm_oid bigint references firm,
  announced_by text collate "C",
  posted_by text collate "C",
  -- Who changed the terms of what was booked last, and who had it taken back.
  corrected_by text collate "C",
  reversed_by text collate "C",
  -- The logins of all who asked, changed or decided; the second person is none of them.
  persons text[] collate "C" not null default '{}',
  -- When the deadline of a choice had passed: no election is taken since then.
  elections_frozen_at timestamptz(3),
  comment text collate "C",
  -- The day at whose opening holders are entitled, as its days say.
  entitled_on date,
  -- Whether it was ever announced: a draft that is cancelled is seen by those alone who saw the draft.
  was_announced boolean not null default false,
  created_at timestamptz(3) not null,
  constraint corporate_event_external unique (source, external_id),
  constraint corporate_event_status check (status in (
    'DRAFT', 'ANNOUNCED', 'ENTITLED', 'POSTING', 'POSTED', 'REVERSING', 'REVERSED', 'CANCELLED'))
);

comment on constraint corporate_event_external on corporate_event is 'corporate.event.duplicate.rule';

create index corporate_event_security_id on corporate_event (security_id, kind, ex_on);
-- The sweep looks for what is under way.
create index corporate_event_under_way on corporate_event (status, event_id)
  where status in ('ANNOUNCED', 'ENTITLED', 'POSTING', 'REVERSING');

create table corporate_event_line (
  account_number text collate "C" not null references account,
  -- No foreign key: events are on every node, and lines with their account.
  event_id bigint not null check (event_id > 0),
  status text collate "C" not null,
  -- The version of the event's terms, and that of the account's facts, by which it was computed.
  version integer not null,
  facts_version bigint not null,
  -- What is held at the opening of the entitlement day.
  shares numeric not null check (shares >= 0),
  -- The rows and sums, as `entitlement` of the interface.
  entitlement jsonb not null,
  -- What was booked, in the order of the rows; and what is not booked, since it is there already.
  transaction_ids bigint[] not null default '{}',
  found_ids bigint[] not null default '{}',
  -- Why it is held, or refused by the books.
  reason text collate "C",
  comment text collate "C",
  -- What it would be by facts or terms that came later; null where it is that.
  differs jsonb,
  -- Whether it is booked again so as to become that.
  is_due boolean not null default false,
  -- The payouts that the series of the account count as accrued until they are booked; null where there are none.
  accrued jsonb,
  -- Whether the line has changed since, so that its account may have to be computed again.
  to_accrue boolean not null default false,
  primary key (account_number, event_id),
  constraint corporate_event_line_status check (status in (
    'DUE', 'FOUND', 'HELD', 'NONE', 'POSTED', 'REFUSED', 'REVERSED', 'KEPT'))
);

create index corporate_event_line_event_id
  on corporate_event_line (event_id, status, account_number);
-- Series count what is accrued, and the sweep looks for what may be another.
create index corporate_event_line_accrued on corporate_event_line (account_number)
  where accrued is not null;
create index corporate_event_line_to_accrue on corporate_event_line (event_id, account_number)
  where to_accrue;

-- Who waits for a decision, of an event that may have lines by the million.
create index corporate_event_line_waiting on corporate_event_line (event_id)
  where status in ('REFUSED', 'HELD', 'FOUND') or differs is not null;
