-- Transfers that are requested and followed through the interface: the firms that deliver, what was
-- asked for, what became of it, and the owners' signatures.

create table contra_firm (
  name text collate "C" primary key,
  dtc_number text collate "C",
  phone_number text collate "C",
  primary_address jsonb,
  acat_eligible boolean not null,
  constraint contra_firm_dtc_number_key unique (dtc_number)
);

alter table transfer
  -- Null in transfers that were loaded.
  add column login_id text collate "C" references member,
  add column contra_firm_name text collate "C" references contra_firm,
  -- What is to be moved; null where it is everything.
  add column assets jsonb,
  add column roth_five_year integer;

-- Every status that a transfer has had, and what was said with it.
create table transfer_history (
  account_number text collate "C" not null,
  acat_id text collate "C" not null,
  position integer not null check (position >= 1),
  status text collate "C" not null,
  comment text collate "C",
  reason_code text collate "C",
  changed_at timestamptz(3) not null,
  primary key (account_number, acat_id, position),
  constraint transfer_history_of_transfer foreign key (account_number, acat_id) references transfer
);

insert into transfer_history (account_number, acat_id, position, status, comment, changed_at)
select account_number, acat_id, 1, status, comment, last_modified_at from transfer;

-- An e-sign record of each owner: the writer may insert and select, nothing else.
create table transfer_signature (
  account_number text collate "C" not null,
  acat_id text collate "C" not null,
  login_id text collate "C" not null references member,
  image_encoding text collate "C" not null,
  content bytea not null check (length(content) > 0),
  content_sha256 bytea not null check (content_sha256 = sha256(content)),
  api_user_id bigint not null references api_user,
  caller_login_id text collate "C" references member,
  request_id text collate "C" not null,
  address text collate "C" not null,
  signed_at timestamptz(3) not null,
  primary key (account_number, acat_id, login_id),
  constraint transfer_signature_of_transfer foreign key (account_number, acat_id)
    references transfer
);
