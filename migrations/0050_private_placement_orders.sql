-- Subscriptions of accounts to private placement offers, and how much of each offer is approved.

-- The sum of what issuers have approved. Whoever changes it holds the offer's row, which every
-- subscription to the offer locks first; so the capacity is held by one row and one constraint, also
-- where the subscriptions themselves lie on many nodes.
alter table offer
  add column approved_total numeric not null default 0,
  add constraint offer_approved_total check (approved_total between 0 and offer_size);

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
