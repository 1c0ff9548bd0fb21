-- The answer for an account as it is sent, kept with every change of what it shows.

create table account_answer (
  account_number text collate "C" primary key references account,
  body text not null
);

-- Packed again at each reading, it would cost more than the place it saves.
alter table account_answer alter column body set storage external;
