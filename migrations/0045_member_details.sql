-- What requests say of members beyond what was loaded, and whether their identity is verified, which
-- it is of those who are here already.
alter table member
  -- The login id in the form in which no two may be the same.
  add column login_id_folded text collate "C",
  add column title text collate "C",
  add column middle_name text collate "C",
  add column suffix text collate "C",
  add column email2 text collate "C",
  add column mailing_address jsonb,
  add column residence_country text collate "C" not null default 'US',
  add column accredited_by_income boolean not null default false,
  add column accredited_by_net_worth boolean not null default false,
  add column private_placement_experience text[] collate "C" not null default '{}',
  add column is_director_or_shareholder boolean not null default false,
  -- Tickers of the companies of which the member is a director or holds ten percent.
  add column own_company_tickers text[] collate "C" not null default '{}',
  add column finra_affiliated boolean not null default false,
  add column finra_company text collate "C",
  add column employer_name text collate "C",
  add column occupation_type text collate "C",
  add column marital_status text collate "C",
  add column tax_bracket integer,
  add column dependent_count integer,
  add column cip_status text collate "C" not null default 'PASSED',
  -- Null of members that were loaded.
  add column created_at timestamptz(3),
  add constraint member_cip_status check (cip_status in ('PENDING_NEW', 'PASSED', 'FAILED'));

-- Login ids that differ only in case could be loaded until now; one of them gets the folded form.
update member set login_id_folded = case
  when exists (
    select from member as other
    where lower(other.login_id) = lower(member.login_id) and other.login_id > member.login_id)
  then member.login_id else lower(member.login_id) end;

alter table member alter column login_id_folded set not null;

-- Holds member.unique.login.id.
create unique index member_login_id_folded_key on member (login_id_folded);

-- Exclusions that follow from the companies of an owner, apart from the account's own.
alter table exclusion drop constraint exclusion_kind_check;
alter table exclusion add constraint exclusion_kind_check
  check (kind in ('SECURITY', 'ISSUE', 'SECTOR', 'OWNER'));
