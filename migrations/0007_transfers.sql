-- Transfers of accounts from other institutions. (interface 2.5)

create table transfer (
  account_number text collate "C" not null references account,
  acat_id text collate "C" not null,
  transfer_type text collate "C" not null,
  status text collate "C" not null,
  -- As it came: two backslashes in it stand for a new line.
  comment text collate "C",
  contra_account_number text collate "C",
  dtc_number text collate "C",
  created_at timestamptz(3) not null,
  last_modified_at timestamptz(3) not null,
  primary key (account_number, acat_id),
  constraint transfer_times check (created_at <= last_modified_at)
);

create index transfer_created_at on transfer (account_number, created_at);
