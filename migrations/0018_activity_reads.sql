-- The rows of an account in the order of facts, so that a page reads its own rows alone. The third column goes
-- with the trades of a day: `isBehindEvents` of the statements says the same. (docs/activity.md)
drop index account_transaction_account_day;
create index account_transaction_order on account_transaction (
  account_number,
  trade_on,
  (transaction_type not in ('SPL', 'MRG', 'SPO', 'ROC', 'SYM', 'BAS', 'STU', 'AVE', 'AVR', 'AVX')
    or (transaction_type = 'MRG' and shares is not null)),
  entry_order,
  transaction_id
);

-- Who holds a security: announced events in sight, and the holders of an event, page by page.
create index folio_position_security_id on folio_position (security_id, account_number);
