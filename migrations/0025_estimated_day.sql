-- A day of which a price was marked: it is no close of that day.
alter table performance_day add column is_estimated boolean not null default false;
