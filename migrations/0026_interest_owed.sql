-- Interest may be owed, as of a margin: it is below 0.
alter table account_transaction
  drop constraint account_transaction_amount_check,
  add constraint account_transaction_amount
    check (amount > 0 or (amount < 0 and transaction_type = 'INT'));
