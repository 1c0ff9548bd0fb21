-- Fee runs, their items and the days that were billed. (docs/billing.md)

-- How an account is billed, one row at a time. Without a row it is billed by its plan from its first
-- transaction on.
create table billing_term (
  account_number text collate "C" not null references account,
  from_on date not null check (from_on >= '1900-01-01'),
  -- The last day billed; null until further notice, and the day before the first where nothing is billed.
  to_on date,
  billing_plan_oid bigint not null references billing_plan,
  -- Percent of the fee by rates that is not charged.
  discount numeric not null default 0 check (discount between 0 and 100),
  -- No foreign key: the payer may lie on another node.
  payer_account_number text collate "C",
  collect text collate "C" not null default 'debit' check (collect in ('debit', 'invoice')),
  primary key (account_number, from_on),
  constraint billing_term_days check (to_on >= from_on - 1),
  constraint billing_term_payer check (payer_account_number <> account_number),
  constraint billing_term_collect check (collect = 'debit' or payer_account_number is null)
);

-- Of two changes of the plan at once one begins a row.
create unique index billing_term_open_key on billing_term (account_number) where to_on is null;

-- What of an account is not billed, on some days: its cash, or a security.
create table billing_exclusion (
  account_number text collate "C" not null references account,
  -- `cash`, or the id of a security.
  excluded text collate "C" not null check (excluded ~ '^(cash|[1-9][0-9]{0,18})$'),
  from_on date not null check (from_on >= '1900-01-01'),
  to_on date,
  primary key (account_number, excluded, from_on),
  constraint billing_exclusion_days check (to_on >= from_on - 1)
);

create table fee_run (
  fee_run_oid bigint primary key check (fee_run_oid > 0),
  firm_oid bigint not null references firm,
  kind text collate "C" not null,
  run_status text collate "C" not null,
  period_end date not null,
  -- The plans and accounts that were asked for; null for all of the firm.
  billing_plan_oids bigint[],
  account_numbers text[] collate "C",
  -- The day that was asked for, and the one on which it is posted, once it is approved.
  asked_post_on date,
  post_on date,
  created_by text collate "C",
  -- The logins of those who adjusted or excluded an item.
  adjusted_by text[] collate "C" not null default '{}',
  approved_by text collate "C",
  -- Whether the firm has one administrator, who approved what the same person had created.
  is_approved_alone boolean not null default false,
  reversed_by text collate "C",
  comment text collate "C",
  -- The SHA-256 over its items when it was previewed; frozen by its approval.
  items_hash text collate "C" check (items_hash ~ '^[0-9a-f]{64}$'),
  -- What each payee is due since the last run, once it is posted: a list of payee, collected, refunded,
  -- carried and amount.
  payouts jsonb,
  created_at timestamptz(3) not null,
  previewed_at timestamptz(3),
  approved_at timestamptz(3),
  posted_at timestamptz(3),
  ended_at timestamptz(3),
  constraint fee_run_kind check (kind in ('A', 'P', 'B')),
  constraint fee_run_status check (run_status in (
    'COMPUTING', 'PREVIEW', 'APPROVED', 'POSTING', 'POSTED', 'REVERSING', 'REVERSED', 'DISCARDED'))
);

create index fee_run_firm_oid on fee_run (firm_oid, period_end);
-- The sweep looks for what is under way.
create index fee_run_under_way on fee_run (run_status, fee_run_oid)
  where run_status in ('COMPUTING', 'APPROVED', 'POSTING', 'REVERSING');

-- The days of an account that a run bills, under one term and in one unit: taken when the run is
-- created, computed afterwards.
create table fee_part (
  account_number text collate "C" not null references account,
  -- No foreign key: runs are on every node, and parts with their account.
  fee_run_oid bigint not null,
  -- Place among the account's parts.
  part integer not null check (part > 0),
  -- What is calculated together has one number in the run.
  unit_number integer not null check (unit_number > 0),
  -- `account:`, `member:` or `household:` and its number.
  unit text collate "C" not null,
  -- A period; the days of one who began in between, billed in advance; a flow of the period before; days
  -- not served.
  line_kind text collate "C" not null,
  billing_plan_oid bigint not null references billing_plan,
  period_from date not null,
  period_to date not null,
  from_on date not null,
  to_on date not null,
  discount numeric not null,
  payer_account_number text collate "C",
  collect text collate "C" not null,
  -- What it corrects, of a refund or a flow: run and line of the item.
  of_run_oid bigint,
  of_line integer,
  is_computed boolean not null default false,
  -- Whether its days count as billed: no longer once its item is excluded or its run ends unposted.
  takes_days boolean not null default true,
  primary key (account_number, fee_run_oid, part),
  constraint fee_part_line_kind check (line_kind in ('period', 'inception', 'flow', 'refund')),
  constraint fee_part_days check (to_on >= from_on),
  constraint fee_part_corrects check ((of_run_oid is null) = (of_line is null))
);

create index fee_part_to_compute on fee_part (fee_run_oid, unit_number, account_number);

-- What an account pays by a run: one line for each plan and kind of line.
create table fee_item (
  account_number text collate "C" not null references account,
  fee_run_oid bigint not null,
  line integer not null check (line > 0),
  line_kind text collate "C" not null,
  unit_number integer not null,
  unit text collate "C" not null,
  billing_plan_oid bigint not null references billing_plan,
  from_on date not null,
  to_on date not null,
  days integer not null check (days > 0),
  basis numeric not null,
  -- Percent a year.
  rate numeric not null,
  computed numeric not null,
  -- What was billed for the period before; null of none.
  previous numeric,
  adjusted numeric,
  -- Why the firm adjusted it, or whatever else it decided last.
  reason text collate "C",
  -- Why it could not be taken or given back, until it can.
  refusal text collate "C",
  posted numeric not null default 0,
  refunded numeric not null default 0 check (refunded >= 0),
  -- What a refund of days not served took off a fee that was still due; below 0 on the refund itself.
  set_off numeric not null default 0,
  state text collate "C" not null,
  warnings text[] collate "C" not null default '{}',
  -- The working, line by line.
  steps jsonb not null,
  -- False while its run is computed again.
  is_computed boolean not null default true,
  transaction_ids bigint[] not null default '{}',
  payer_account_number text collate "C",
  collect text collate "C" not null,
  -- Since when it is posted, and until when it is tried again where cash was insufficient.
  tried_on date,
  retry_until date,
  -- When an invoice was paid.
  paid_on date,
  -- What it would be by facts that came later.
  changed numeric,
  -- The version of the account's facts by which it was calculated, or compared last.
  facts_version bigint not null default 0,
  of_run_oid bigint,
  of_line integer,
  -- The document with its bill, drawn once its run is approved.
  bill_oid bigint,
  -- Whether its bill no longer holds: its run was discarded, or it was excluded after all.
  is_bill_withdrawn boolean not null default false,
  -- The document that says so.
  withdrawal_oid bigint,
  primary key (account_number, fee_run_oid, line),
  constraint fee_item_state check (state in (
    'OPEN', 'EXCLUDED', 'POSTED', 'PART', 'DUE', 'WRITTENOFF', 'REFUNDED')),
  constraint fee_item_unit_key unique (account_number, fee_run_oid, unit_number),
  constraint fee_item_adjusted check (adjusted is null or reason is not null),
  -- Below 0 is what was refunded of a fee billed in advance.
  constraint fee_item_posted check (posted >= 0 or computed < 0),
  constraint fee_item_refunded check (refunded <= greatest(posted, 0)),
  constraint fee_item_set_off check (set_off >= 0 or computed < 0)
);

create index fee_item_of_run on fee_item (fee_run_oid, account_number, line);
-- A bill tells the shares of all who are billed together.
create index fee_item_of_unit on fee_item (fee_run_oid, unit_number);
create index fee_item_to_bill on fee_item (fee_run_oid, account_number, line)
  where state = 'OPEN' and bill_oid is null;
create index fee_item_to_withdraw on fee_item (account_number, fee_run_oid, line)
  where is_bill_withdrawn and withdrawal_oid is null;
create index fee_item_open on fee_item (fee_run_oid, account_number, line)
  where state in ('OPEN', 'PART', 'DUE');

-- The days of a month that are billed: no day is taken twice.
create table fee_billed (
  account_number text collate "C" not null references account,
  -- The kind of the run; `R` for days that were refunded.
  kind text collate "C" not null check (kind in ('A', 'P', 'B', 'R')),
  month date not null check (extract(day from month) = 1),
  -- Bit 0 is the first day of the month.
  days bigint not null check (days between 0 and 2147483647),
  primary key (account_number, kind, month)
);

-- What fees were booked, and what of them came back.
create table fee_payment (
  account_number text collate "C" not null references account,
  transaction_id bigint not null,
  -- The item that it pays; null of a refund of a fee that no run has billed.
  fee_run_oid bigint,
  line integer,
  firm_oid bigint not null references firm,
  billing_plan_oid bigint references billing_plan,
  -- Below 0 where it is a refund.
  amount numeric not null check (amount <> 0),
  paid_on date not null,
  -- The fee that a refund gives back; null of one that only reduces what was billed in advance.
  of_transaction_id bigint,
  reason text collate "C",
  comment text collate "C",
  -- The run with whose payouts it was shared among payees.
  payout_run_oid bigint,
  -- The document that tells of a refund.
  bill_oid bigint,
  primary key (account_number, transaction_id),
  constraint fee_payment_item check ((fee_run_oid is null) = (line is null))
);

create index fee_payment_of_transaction on fee_payment (account_number, of_transaction_id);
create index fee_payment_to_bill on fee_payment (account_number, transaction_id)
  where of_transaction_id is not null and bill_oid is null;
create index fee_payment_to_pay_out on fee_payment (firm_oid) where payout_run_oid is null;

comment on table fee_billed is 'feerun.overlap.rule';
