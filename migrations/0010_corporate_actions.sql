-- Corporate actions as they concern the holders of one account, their ballots, and what was
-- answered. (interface 2.6)

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
  primary key (account_number, notif_id)
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
