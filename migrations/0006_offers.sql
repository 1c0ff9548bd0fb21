-- Private placement offers, who takes part in them, what the operator approved and the documents
-- that investors view. Reference data: an offer belongs to no account. (interface 2.3, 2.4)

create table offer (
  offer_oid bigint primary key check (offer_oid > 0),
  creating_firm_oid bigint not null references firm,
  creating_firm_representative_oid bigint not null references member (member_oid),
  creating_member_oid bigint references member (member_oid),
  issuing_firm_oid bigint not null references firm,
  issuing_firm_representative_oid bigint not null references member (member_oid),
  offer_name text collate "C" not null,
  offer_status text collate "C" not null check (offer_status in ('I', 'P', 'N', 'X', 'C')),
  exemption text collate "C" not null,
  industry text collate "C" not null,
  issuer_size text collate "C" not null,
  security_type text collate "C" not null,
  ticker text collate "C" not null,
  cusip text collate "C",
  previous_closing_price numeric not null check (previous_closing_price > 0),
  price_discount_amount numeric,
  settlement_period text collate "C" not null default '0',
  direct_buyable boolean not null default false,
  window_buyable boolean not null default false,
  execution_type text collate "C" not null check (execution_type in ('A', 'P', 'B')),
  offer_size numeric not null check (offer_size >= 0.01),
  offer_minimum numeric,
  minimum_investment_amount numeric not null check (minimum_investment_amount >= 0.01),
  maximum_investment_amount numeric,
  closing_on date not null,
  days_from_closing_cash_is_required integer not null
    check (days_from_closing_cash_is_required in (0, 999)),
  natural_person_accreditation text collate "C" not null,
  corporate_accreditation text collate "C" not null,
  minimum_annual_income_range text collate "C" not null,
  minimum_liquid_net_worth_range text collate "C" not null,
  minimum_net_worth_range text collate "C" not null,
  previous_experience text collate "C" not null,
  blue_skyed_states text[] collate "C" not null,
  clients_have_access boolean not null,
  documentation_external boolean not null,
  physical_signature_required boolean not null,
  ira_approved boolean not null default false,
  published boolean not null,
  published_on date,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  constraint offer_ticker_form check (ticker ~ '^PRIV\.[!-,/-~-]{2,5}$'),
  constraint offer_name_form check (
    char_length(offer_name) between 1 and 40 and position('/' in offer_name) = 0),
  constraint offer_investment_order check (
    minimum_investment_amount <= coalesce(maximum_investment_amount, offer_size)
    and coalesce(maximum_investment_amount, 0.01) between 0.01 and offer_size),
  -- ALL_OR_NONE: the minimum is the size; PART_OR_NONE: it is given; BEST_EFFORTS: there is none.
  constraint offer_minimum_by_execution check (
    case execution_type
      when 'A' then offer_minimum is not null and offer_minimum = offer_size
      when 'P' then offer_minimum is not null and offer_minimum between 0.01 and offer_size
      else offer_minimum is null
    end),
  constraint offer_published_day check (published = (published_on is not null)),
  constraint offer_modified_later check (modified_at >= created_at)
);

-- Holds offer.ticker.unique.rule: tickers are unique ignoring case.
create unique index offer_ticker_key on offer (upper(ticker));
create index offer_creating_firm_oid on offer (creating_firm_oid);
create index offer_issuing_firm_oid on offer (issuing_firm_oid);

create table offer_participating_firm (
  offer_oid bigint not null references offer,
  position integer not null check (position >= 1),
  participating_firm_id text collate "C" not null,
  participating_firm_status text collate "C" not null
    check (participating_firm_status in ('A', 'P', 'D')),
  -- Holds offer.participating.firm.rule; the two reserved codes are of no firm.
  partner_code text collate "C" generated always as (
    case when participating_firm_id not in ('DEFAULT', 'IAFIRM') then participating_firm_id end
  ) stored,
  primary key (offer_oid, position),
  constraint offer_participating_firm_once unique (offer_oid, participating_firm_id),
  constraint offer_participating_firm_known foreign key (partner_code)
    references firm (partner_code)
);

create index offer_participating_firm_id on offer_participating_firm (participating_firm_id);

-- The operator's approval, recorded before the offer exists (rule
-- offer.publication.approval.rule).
create table offer_approval (
  issuing_firm_oid bigint not null references firm,
  ticker text collate "C" not null,
  approved_on date not null,
  primary key (issuing_firm_oid, ticker)
);

create unique index offer_approval_ticker_key on offer_approval (issuing_firm_oid, upper(ticker));

-- Documents belong to the issuer's security, and so to its offer once there is one. The bytes of a
-- version never change.
create table offer_document (
  issuing_firm_oid bigint not null references firm,
  ticker text collate "C" not null,
  document_id text collate "C" not null,
  version text collate "C" not null,
  version_major integer not null generated always as (split_part(version, '.', 1)::integer) stored,
  version_minor integer not null generated always as (split_part(version, '.', 2)::integer) stored,
  name text collate "C" not null,
  title text collate "C" not null,
  required boolean not null,
  signable boolean not null,
  content bytea not null,
  content_sha256 bytea not null,
  primary key (issuing_firm_oid, ticker, document_id, version),
  constraint offer_document_version check (
    version ~ '^(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})$'),
  constraint offer_document_sha256 check (content_sha256 = sha256(content))
);

create unique index offer_document_version_key
  on offer_document (issuing_firm_oid, upper(ticker), document_id, version_major, version_minor);
