-- What is read as it is sent is kept beside its record, by whatever changes what it shows; without
-- it, it is made from the columns. (interface 4.6, 4.7, 4.8)

alter table transfer add column body text;
alter table corporate_action add column body text;

-- What tells that the answer for a reported year changed, without the answer.
alter table reported_year add column body_digest bytea;
update reported_year set body_digest = sha256(convert_to(body, 'UTF8')) where body is not null;
alter table reported_year
  add constraint reported_year_digest check ((body is null) = (body_digest is null));

-- Packed again at each reading, a body would cost more than the place it saves.
alter table transfer alter column body set storage external;
alter table corporate_action alter column body set storage external;
