-- No sale goes through the broker where capital is paid back: its gain is a closed lot and no reported one.
update closed_lot set is_reported = false where trans_code = 'ROC' and is_reported;
