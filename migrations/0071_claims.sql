-- A tax id is unique within a firm. Who is a client of two firms is the operator's case, which the sweep
-- opens: a request that judged it would tell its caller of another firm's client.
alter table member drop constraint member_tid_key;

alter table member
  -- Holds member.unique.ssn.rule; the hash is keyed.
  add constraint member_tid_key unique (firm_oid, tid_hash),
  -- Null of members that were loaded.
  add column added_by_api_user_id bigint,
  add column tid_case_at timestamptz(3);

create index member_tid_hash on member (tid_hash);
create index member_to_verify on member (login_id) where cip_status = 'PENDING_NEW';
create index member_tid_case on member (added_by_api_user_id, tid_case_at)
  where tid_case_at is not null;

-- What a rehearsed offer has in place of its ticker, so that the index does not judge it; null of every
-- offer that is stored.
alter table offer add column rehearsed_as text collate "C";

drop index offer_ticker_key;
-- Holds offer.ticker.unique.rule: tickers are unique ignoring case.
create unique index offer_ticker_key on offer (coalesce(rehearsed_as, upper(ticker)));
comment on index offer_ticker_key is 'offer.ticker.unique.rule';
