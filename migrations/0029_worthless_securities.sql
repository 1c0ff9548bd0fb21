-- Each load looks for accounts that still hold what became worthless in a year that has ended.
create index account_transaction_worthless on account_transaction (account_number)
  where transaction_type = 'WLS';
