-- Folios that requests make, change and close.
alter table folio
  add column benchmark text collate "C",
  add column dividend_reinvest boolean not null default false,
  add column dividend_pay_to_account boolean not null default true,
  add column status text collate "C" not null default 'O',
  add constraint folio_status check (status in ('O', 'C')),
  add constraint folio_closed check (status = 'O' or folio_type = 'folio');

comment on constraint folio_closed on folio is 'folio.fixed.rule';
