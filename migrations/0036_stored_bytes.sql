-- How many bytes of signatures each firm has stored, so that its quota is checked without reading
-- them; in sixteen parts by account, so that its signatures do not wait for one row.
create table firm_stored_bytes (
  firm_oid bigint not null references firm,
  part smallint not null,
  bytes bigint not null,
  primary key (firm_oid, part),
  constraint firm_stored_bytes_part check (part between 0 and 15),
  constraint firm_stored_bytes_count check (bytes >= 0)
);

insert into firm_stored_bytes (firm_oid, part, bytes)
select firm_oid, hashtext(account_number) & 15, sum(length(content))
from customer_agreement join api_user using (api_user_id)
group by 1, 2;
