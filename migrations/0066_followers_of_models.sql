-- The followers of a model are listed by folio, a page at a time. (interface 4.23)
create index model_subscription_followers on model_subscription (model_oid, folio_number);
drop index model_subscription_model;
