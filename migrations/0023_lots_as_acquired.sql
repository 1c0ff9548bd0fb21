-- What a lot was when it was acquired, for those who match it with their own records. Null in lots
-- that an earlier version worked out: `compute`, or the next load of their account, fills them in.

alter table open_lot
  -- Its shares before every split and exchange since it was acquired.
  add column unadjusted_share_quantity numeric check (unadjusted_share_quantity >= 0),
  -- The day of the gift or of the transfer in that brought it; null for other lots.
  add column gift_on date,
  add column transfer_on date;

alter table closed_lot
  add column unadjusted_share_quantity numeric check (unadjusted_share_quantity >= 0),
  add column gift_on date,
  add column transfer_on date;
