-- Interest of a bond that is paid for or received beside its price; no part of basis or proceeds.
alter table account_transaction add column accrued_interest numeric check (accrued_interest >= 0);
