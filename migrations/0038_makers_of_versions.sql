-- What made a version of a reported year: a load or a report. It never changes; the year's `is_loaded` says what may
-- replace it, and can be stated anew by a load.
alter table reported_year add column is_made_by_load boolean not null default true;
alter table earlier_reported_year rename column is_loaded to is_made_by_load;

-- Every report has left its instant, and a load none.
update reported_year set is_made_by_load = false where reported_at is not null;
update earlier_reported_year set is_made_by_load = reported_at is null
where is_made_by_load is distinct from (reported_at is null);
