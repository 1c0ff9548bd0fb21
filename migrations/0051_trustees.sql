-- Trustees: members who manage the accounts of trusts, own none and are no callers.
alter table member drop constraint member_membership_type_check;
alter table member add constraint member_membership_type_check
  check (membership_type in ('client', 'staff', 'trustee'));
