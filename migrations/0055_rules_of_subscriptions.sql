-- The codes of the rules that the constraints of subscriptions enforce.

comment on index private_placement_order_once is 'order.unique.rule';
comment on constraint offer_approved_total on offer is 'order.capacity.rule';
