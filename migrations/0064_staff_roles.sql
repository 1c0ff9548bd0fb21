-- What a firm's staff may do when they sign in: none stands for an adviser. (docs/console.md)
alter table member
  add column staff_role text collate "C",
  add constraint member_staff_role_check check (
    staff_role is null
    or (membership_type = 'staff' and staff_role in ('viewer', 'adviser', 'administrator')));
