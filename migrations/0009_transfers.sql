-- Transfers of accounts from other institutions: the firms that deliver, what was asked for, what became
-- of it, and the owners' signatures. (interface 2.5)

create table contra_firm (
  name text collate "C" primary key,
  dtc_number text collate "C",
  phone_number text collate "C",
  primary_address jsonb,
  acat_eligible boolean not null,
  constraint contra_firm_dtc_number_key unique (dtc_number)
);

create table transfer (
  account_number text collate "C" not null references account,
  acat_id text collate "C" not null,
  transfer_type text collate "C" not null,
  status text collate "C" not null,
  -- As it came: two backslashes in it stand for a new line.
  comment text collate "C",
  -- Who asked for it; null in transfers that were loaded.
  login_id text collate "C" references member,
  contra_firm_name text collate "C" references contra_firm,
  contra_account_number text collate "C",
  dtc_number text collate "C",
  -- What is to be moved; null where it is everything.
  assets jsonb,
  roth_five_year integer,
  created_at timestamptz(3) not null,
  last_modified_at timestamptz(3) not null,
  primary key (account_number, acat_id),
  constraint transfer_times check (created_at <= last_modified_at)
);

create index transfer_created_at on transfer (account_number, created_at);

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
