-- How much each firm has stored lies on the coordinator of a spread store alone: on every node, each
-- signing would hold the table of firms for itself. A table there refers to none that others have.
alter table firm_stored_bytes drop constraint firm_stored_bytes_firm_oid_fkey;
