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
