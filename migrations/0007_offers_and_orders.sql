-- Private placement offers, who takes part in them, what the operator approved, the documents that
-- investors view, and the subscriptions of accounts. Offers are reference data and belong to no account.
-- (interface 2.3, 2.4)

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
  -- What a rehearsed offer has in place of its ticker, so that the index does not judge it; null of
  -- every offer that is stored.
  rehearsed_as text collate "C",
  cusip text collate "C",
  previous_closing_price numeric not null check (previous_closing_price > 0),
  price_discount_amount numeric,
  settlement_period text collate "C" not null default '0',
  direct_buyable boolean not null default false,
  window_buyable boolean not null default false,
  execution_type text collate "C" not null check (execution_type in ('A', 'P', 'B')),
  offer_size numeric not null check (offer_size >= 0.01),
  -- The sum of what issuers have approved. Whoever changes it holds the offer's row, which every
  -- subscription to the offer locks first; so the capacity is held by one row and one constraint, also
  -- where the subscriptions themselves lie on many nodes.
  approved_total numeric not null default 0,
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
  constraint offer_approved_total check (approved_total between 0 and offer_size),
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

create unique index offer_ticker_key on offer (coalesce(rehearsed_as, upper(ticker)));
create index offer_creating_firm_oid on offer (creating_firm_oid);
create index offer_issuing_firm_oid on offer (issuing_firm_oid);

-- Tickers are unique ignoring case.
comment on index offer_ticker_key is 'offer.ticker.unique.rule';
comment on constraint offer_ticker_form on offer is 'invalid.security.ticker';
comment on constraint offer_name_form on offer is 'invalid.offer.name';
comment on constraint offer_investment_order on offer is 'offer.investment.amount.rule';
comment on constraint offer_minimum_by_execution on offer is
  'null.offer.minimum, offer.minimum.execution.type.rule, offer.minimum.size.rule';
comment on constraint offer_approved_total on offer is 'order.capacity.rule';

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

comment on constraint offer_participating_firm_once on offer_participating_firm is
  'invalid.participating.firms';
comment on constraint offer_participating_firm_known on offer_participating_firm is
  'offer.participating.firm.rule';

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

-- Which version of a document of an offer each member has viewed and signed, kept as an e-sign
-- record: how often, when first and last, and by which request it was last viewed. (interface 2.4)
create table offer_document_view (
  offer_oid bigint not null references offer,
  login_id text collate "C" not null references member,
  document_id text collate "C" not null,
  version text collate "C" not null,
  view_count integer not null,
  first_viewed_at timestamptz(3) not null,
  last_viewed_at timestamptz(3) not null,
  signed_at timestamptz(3),
  request_id text collate "C" not null,
  address text collate "C" not null,
  primary key (offer_oid, login_id, document_id, version),
  constraint offer_document_view_count check (view_count >= 1),
  constraint offer_document_view_order check (
    first_viewed_at <= last_viewed_at and first_viewed_at <= signed_at)
);

-- Subscriptions of accounts to offers.
create table private_placement_order (
  account_number text collate "C" not null references account,
  order_oid bigint not null check (order_oid > 0),
  offer_oid bigint not null references offer,
  -- The member who subscribes.
  login_id text collate "C" not null references member,
  order_status text collate "C" not null check (order_status in
    ('INITIAL', 'ACCEPTED', 'ORDER_CREATED', 'PROCESSING', 'COMPLETE', 'REJECTED', 'CANCELLED')),
  requested_amount numeric not null check (requested_amount >= 0.01),
  -- What the issuer has approved; once it is booked, what was paid.
  fill_amount numeric,
  share_quantity numeric check (share_quantity > 0),
  folio_order_oid bigint check (folio_order_oid > 0),
  discretionary boolean not null default false,
  solicited boolean not null default false,
  reason_for_trade text collate "C" not null default 'NS',
  investment_limit_certified boolean not null default false,
  blue_sky_exception boolean not null default false,
  de_minimis_accepted boolean not null default false,
  physical_signature_received boolean not null default false,
  -- Whether each owner was accredited when the issuer accepted; null until then.
  accredited boolean,
  comment text collate "C",
  -- Whether the member was told that cash is missing, which is done once.
  cash_notice_given boolean not null default false,
  -- The journal of the cash and the purchase that booked it.
  cash_transaction_id bigint,
  buy_transaction_id bigint,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  -- By whom, by which request and from where it was signed; null where it was loaded.
  api_user_id bigint references api_user,
  caller_login_id text collate "C" references member,
  request_id text collate "C",
  address text collate "C",
  primary key (account_number, order_oid),
  constraint private_placement_order_fill check (
    (fill_amount is not null)
      = (order_status in ('ACCEPTED', 'ORDER_CREATED', 'PROCESSING', 'COMPLETE'))
    and coalesce(fill_amount, requested_amount) between 0.01 and requested_amount),
  constraint private_placement_order_accredited check (
    accredited is not null
    or order_status not in ('ACCEPTED', 'ORDER_CREATED', 'PROCESSING', 'COMPLETE')),
  constraint private_placement_order_placed check (
    case
      when order_status in ('ORDER_CREATED', 'PROCESSING', 'COMPLETE') then
        folio_order_oid is not null
      when order_status in ('INITIAL', 'ACCEPTED', 'REJECTED') then folio_order_oid is null
      else true
    end),
  constraint private_placement_order_booked check (
    (share_quantity is not null) = (order_status = 'COMPLETE')
    and (cash_transaction_id is null) = (buy_transaction_id is null)
    and (cash_transaction_id is null or order_status = 'COMPLETE')),
  constraint private_placement_order_times check (created_at <= modified_at),
  constraint private_placement_order_signed check (
    (api_user_id is null) = (request_id is null) and (api_user_id is null) = (address is null))
);

-- An account has one subscription to an offer that is open or counts.
create unique index private_placement_order_once on private_placement_order
  (account_number, offer_oid) where order_status not in ('REJECTED', 'CANCELLED');
create index private_placement_order_offer on private_placement_order (offer_oid, order_status);

comment on index private_placement_order_once is 'order.unique.rule';

-- The signable documents that became signed with a subscription, in the version that was viewed.
create table private_placement_order_document (
  account_number text collate "C" not null,
  order_oid bigint not null,
  position integer not null check (position >= 1),
  document_id text collate "C" not null,
  version text collate "C" not null,
  primary key (account_number, order_oid, position),
  constraint private_placement_order_document_of_order foreign key (account_number, order_oid)
    references private_placement_order,
  constraint private_placement_order_document_once
    unique (account_number, order_oid, document_id)
);
