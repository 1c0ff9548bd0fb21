-- The lower of a gift's two values, in a lot that is held and in one that was transferred out. Null in lots that an
-- earlier version worked out: `compute`, or the next load of their account, fills it in.
alter table open_lot add column gift_market_value numeric check (gift_market_value >= 0);
alter table closed_lot add column gift_market_value numeric check (gift_market_value >= 0);
