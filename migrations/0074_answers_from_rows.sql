-- What is answered for an account, an offer, a model, a transfer or a corporate action is written from
-- its rows when it is read; only documents that never change again are stored as they were sent.
-- (docs/adr/0044-answers-from-rows.md)
drop table account_answer;
drop table offer_answer;
drop table model_answer;

alter table transfer drop column body;
alter table corporate_action drop column body;
