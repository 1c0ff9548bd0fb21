// Rights that PostgreSQL gives everybody and the store's reader does not need: to keep large
// objects, to take the locks of leaders and loads, to end connections, to write to the log. A
// superuser alone can take it from everybody. pg_sleep stays: any dear statement takes as long.
import type pg from "pg";
import { clientReader } from "./client-reader.ts";
import { quoted, type RoleNames } from "./roles.ts";
import { part, type Reader, sql } from "./sql.ts";

const withheld = part`
  p.pronamespace = 'pg_catalog'::regnamespace
  and p.proname ~ '^(lo_.*|loread|lowrite|pg_(try_)?advisory_.*|pg_(terminate|cancel)_backend|pg_logical_emit_message)$'`;

/** Takes them from everybody, and gives locks back to owner and writer; runs as a superuser. */
export async function withholdRights(client: pg.ClientBase, roles: RoleNames): Promise<void> {
  const functions = await clientReader(client).rows(sql<{ name: string; users: string[] }>`
    select p.oid::regprocedure::text as "name",
           case when p.proname ~ 'advisory' then ${[roles.owner, roles.writer]}::text[]
                when p.proname ~ 'backend' then '{pg_signal_backend}' else '{}' end as "users"
      from pg_proc as p
     where ${withheld}
       and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner)))
                    where grantee = 0)`);
  const statements = functions.flatMap(({ name, users }) => [
    `revoke execute on function ${name} from public`,
    ...users.map((user) => `grant execute on function ${name} to ${quoted(user)}`),
  ]);
  if (statements.length > 0) await client.query(statements.join(";\n"));
}

/** How many of these functions the reader may use all the same. */
export async function needlessRights(db: Reader, { reader }: RoleNames): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as "count" from pg_proc as p
     where has_function_privilege(${reader}, p.oid, 'EXECUTE') and ${withheld}`);
  return row?.count ?? 0;
}
