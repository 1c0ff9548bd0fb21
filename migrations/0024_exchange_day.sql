-- Days on which the New York exchange rests or trades against its rules.
create table exchange_day (
  day date primary key check (day >= '1900-01-01'),
  status text collate "C" not null,
  reason text collate "C",
  constraint exchange_day_status check (status in ('open', 'closed'))
);
