-- Forms 1099-DIV and 1099-INT: the versions of an account's year, each as it was reported.
-- (docs/tax-lots.md, "Income forms")

create table reported_income_form (
  account_number text collate "C" not null references account,
  tax_year text collate "C" not null check (tax_year ~ '^[0-9]{4}$'),
  form text collate "C" not null check (form in ('1099-div', '1099-int')),
  -- Each form has versions of its own; the highest is the newest.
  version integer not null check (version >= 1),
  -- The boxes with their rows, as they are sent.
  body text not null,
  -- How many transactions its boxes list.
  row_count integer not null check (row_count >= 0),
  reported_at timestamptz not null,
  primary key (account_number, tax_year, form, version)
);

-- The number under which a firm withholds tax for its state, which tax papers name.
alter table firm add column state_number text collate "C";
