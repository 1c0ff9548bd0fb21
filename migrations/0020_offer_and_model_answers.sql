-- The answers for an offer and for a model as they are sent, kept with every change of what they
-- show. The digest tells of an answer without reading it.

create table offer_answer (
  offer_oid bigint primary key references offer,
  body text not null,
  digest bytea not null
);

create table model_answer (
  model_oid bigint primary key references model,
  body text not null
);

-- Packed again at each reading, they would cost more than the place they save; an offer's stays
-- in its row, since a list reads very many.
alter table offer_answer alter column body set storage external;
alter table offer_answer set (toast_tuple_target = 8160);
alter table model_answer alter column body set storage external;
