-- What an account has that is opened by request: the tax id of its minor, its trustees, and the
-- client firm that owns it, where no person does. Whether a firm has its clients sign on its own
-- pages.
alter table firm add column signs_on_own_pages boolean not null default false;

alter table account
  add column minor_ssn_sealed bytea,
  add column minor_ssn_hash bytea,
  add column minor_ssn_last4 text collate "C",
  add column client_firm_oid bigint,
  add constraint account_client_firm foreign key (client_firm_oid) references firm,
  add constraint account_minor_ssn_whole check (
    (minor_ssn_sealed is null) = (minor_ssn_hash is null)
    and (minor_ssn_sealed is null) = (minor_ssn_last4 is null)
    and (minor is not null or minor_ssn_sealed is null));

create table account_trustee (
  account_number text collate "C" not null references account,
  position integer not null check (position >= 1),
  login_id text collate "C" not null references member,
  primary key (account_number, position),
  constraint account_trustee_once unique (account_number, login_id)
);

create index account_client_firm_oid on account (client_firm_oid)
  where client_firm_oid is not null;

create index account_trustee_login_id on account_trustee (login_id);

-- An account shows its minor and trustees from now on; answers are composed until they are stored
-- again.
delete from account_answer;
