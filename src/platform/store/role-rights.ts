// The rights of each role in the store: memberships, logins, and changes by table.
import type pg from "pg";
import { StoreFault } from "../process/store-fault.ts";
import type { Reader } from "./db.ts";
import { quoted, type RoleNames, roleNames } from "./roles.ts";
import { sql } from "./sql.ts";
import { useFunction } from "./store-lock.ts";
import { withholdRights } from "./withheld-rights.ts";

/** Creates whichever roles, memberships and rights on the database are missing. */
export async function ensureRoles(
  client: pg.ClientBase,
  base: string,
  servingLogin: string,
): Promise<RoleNames> {
  if (Buffer.byteLength(base) > 56) {
    throw new StoreFault(
      `The database name ${base} is too long: the names of its roles are up to 7 bytes longer.`,
    );
  }
  const roles = roleNames(base);
  const login = await selectLogin(client);
  const missing = [
    ...(await selectMissingRoles(client, roles)),
    ...(await selectMissingMembers(client, roles, login, servingLogin)),
  ];
  if (missing.length > 0 && !login.makesRoles && !login.ownsDatabase) {
    missing.push(...databaseRights(login.database, roles));
  }
  await runAllowed(client, missing, login.makesRoles);
  if (login.ownsDatabase) await runAllowed(client, databaseRights(login.database, roles), true);
  if (login.isSuperuser) await withholdRights(client, roles);
  await checkRights(client, roles, login.database, servingLogin);
  return roles;
}

/** Gives writer and reader their rights on every table of the owner; runs as the owner. A partition is
 * used through its table alone. */
export async function grantTableRights(client: pg.ClientBase, roles: RoleNames): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name
       from pg_class
      where relowner = $1::text::regrole
        and relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p')
        and not relispartition`,
    [quoted(roles.owner)],
  );
  const tables = rows.map((row) => row.name);
  if (tables.length === 0) return;
  const all = tables.map(quoted).join(", ");
  const writer = quoted(roles.writer);
  const reader = quoted(roles.reader);
  const statements = [
    `grant select on table ${all} to ${reader}`,
    `grant select, insert, update, delete on table ${all} to ${writer}`,
    // Readers connect to the coordinator of a cluster: its nodes need no such function.
    "set citus.enable_ddl_propagation = off",
    useFunction,
    "revoke all on function use_store() from public",
    `grant execute on function use_store() to ${reader}`,
    "reset citus.enable_ddl_propagation",
  ];
  for (const [table, rights] of narrowRights) {
    if (!tables.includes(table)) continue;
    statements.push(
      `revoke all on table ${table} from ${writer}`,
      `grant ${rights} on table ${table} to ${writer}`,
    );
  }
  await client.query(statements.join(";\n"));
}

/** Whether the serving login may also take the owner's role: PostgreSQL then enforces no rights. */
export async function ownsByConvention(db: Reader, servingLogin: string): Promise<boolean> {
  const row = await db.first(sql<{ owns: boolean }>`
    select rolsuper
           or pg_has_role(rolname, owner.relowner, 'MEMBER')
           or (rolcreaterole and current_setting('server_version_num')::int < 160000) as "owns"
      from pg_roles
     cross join (select relowner from pg_class where oid = 'public.migration'::regclass) as owner
     where rolname = ${servingLogin}`);
  return row?.owns ?? false;
}

// The tables on which the writer has narrower rights: written rows cannot be taken back.
const narrowRights: ReadonlyMap<string, string> = new Map([
  ["accreditation", "select, insert"],
  ["audit_entry", "select, insert"],
  ["audit_head", "select, insert, update"],
  ["customer_agreement", "select, insert"],
  ["delivery_choice", "select, insert"],
  ["document", "select, insert"],
  // Of bytes that are due; `document_expiry` keeps what was removed.
  ["document_content", "select, insert, delete"],
  ["document_delivery", "select, insert"],
  ["document_expiry", "select, insert"],
  ["document_hold", "select, insert"],
  ["document_reading", "select, insert"],
  ["document_upload", "select, insert"],
  ["earlier_reported_year", "select, insert"],
  ["event", "select, insert, delete"],
  ["item_signature", "select, insert"],
  ["migration", "select"],
  ["reported_income_form", "select, insert"],
  ["sealed_version", "select, insert"],
  ["transfer_history", "select, insert"],
  ["transfer_signature", "select, insert"],
]);

interface Login {
  readonly name: string;
  readonly database: string;
  readonly isSuperuser: boolean;
  readonly makesRoles: boolean;
  readonly ownsDatabase: boolean;
}

async function selectLogin(client: pg.ClientBase): Promise<Login> {
  const { rows } = await client.query<Login>(
    `select rolname as "name", current_database() as "database", rolsuper as "isSuperuser",
            rolsuper or rolcreaterole as "makesRoles",
            pg_has_role(datdba, 'USAGE') as "ownsDatabase"
       from pg_roles, pg_database
      where rolname = current_user and datname = current_database()`,
  );
  const [login] = rows;
  if (login === undefined) throw new StoreFault("The login is not a role of this server.");
  return login;
}

async function selectMissingRoles(client: pg.ClientBase, roles: RoleNames): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) with ordinality as wanted (name, place)
      where not exists (select from pg_roles where rolname = name)
      order by place`,
    [[roles.owner, roles.writer, roles.reader]],
  );
  return rows.map((row) => `create role ${quoted(row.name)} nologin`);
}

async function selectMissingMembers(
  client: pg.ClientBase,
  roles: RoleNames,
  login: Login,
  servingLogin: string,
): Promise<string[]> {
  const wanted: readonly (readonly [role: string, member: string])[] = [
    ...(login.isSuperuser ? [] : [[roles.owner, login.name] as const]),
    [roles.writer, servingLogin],
  ];
  // USAGE, not MEMBER: from PostgreSQL 16 on a role's maker is a member that may not take the role.
  const { rows } = await client.query<{ role: string; member: string }>(
    `select wanted.role as "role", wanted.member as "member"
       from unnest($1::text[], $2::text[]) with ordinality as wanted (role, member, place)
       left join pg_roles as granted on granted.rolname = wanted.role
       left join pg_roles as member on member.rolname = wanted.member
      where granted.oid is null or member.oid is null
         or not pg_has_role(member.oid, granted.oid, 'USAGE')
      order by place`,
    [wanted.map(([role]) => role), wanted.map(([, member]) => member)],
  );
  return rows.map((row) => `grant ${quoted(row.role)} to ${quoted(row.member)}`);
}

function databaseRights(database: string, roles: RoleNames): string[] {
  const [owner, writer, reader] = [roles.owner, roles.writer, roles.reader].map(quoted);
  const name = quoted(database);
  return [
    `revoke connect, temporary on database ${name} from public`,
    `grant connect on database ${name} to ${owner}, ${writer}, ${reader}`,
    `grant temporary on database ${name} to ${writer}`,
    "revoke create on schema public from public",
    `grant usage, create on schema public to ${owner}`,
    `grant usage on schema public to ${writer}, ${reader}`,
  ];
}

/** Checks the rights that all else needs, since a GRANT without the right to it only warns. */
async function checkRights(
  client: pg.ClientBase,
  roles: RoleNames,
  database: string,
  servingLogin: string,
): Promise<void> {
  const { rows } = await client.query<{ creates: boolean; connects: boolean }>(
    `select has_schema_privilege($1, 'public', 'CREATE') as "creates",
            has_database_privilege($2, current_database(), 'CONNECT') as "connects"`,
    [roles.owner, servingLogin],
  );
  const missing: string[] = [];
  if (!rows[0]?.creates) missing.push(...databaseRights(database, roles));
  if (!rows[0]?.connects) {
    missing.push(`grant connect on database ${quoted(database)} to ${quoted(servingLogin)}`);
  }
  await runAllowed(client, missing, false);
}

async function runAllowed(
  client: pg.ClientBase,
  statements: readonly string[],
  isAllowed: boolean,
): Promise<void> {
  if (statements.length === 0) return;
  if (isAllowed) {
    await client.query(statements.join(";\n"));
    return;
  }
  throw new StoreFault(
    `The login may not prepare this database; an administrator must run: ${statements.join("; ")};`,
  );
}
