-- Where a folio's raw performance data comes from: computed from its transactions, or loaded. Null until it has either.
alter table folio add column performance_source text collate "C"
  constraint folio_performance_source check (performance_source in ('computed', 'loaded'));

-- Until now an account with any loaded raw data had no other; its folios stay as they are.
update folio set performance_source = case
  when exists (select from folio_valuation as v where v.account_number = folio.account_number) then 'loaded'
  else 'computed' end
where exists (
    select from folio_valuation as v
    where v.account_number = folio.account_number and v.folio_number = folio.folio_number)
  or exists (
    select from account_transaction as t
    where t.account_number = folio.account_number
      and folio.folio_number in (t.folio_number, t.to_folio_number, t.fee_paid_by));
