// The three roles of a store, named after its database: an owner that migrates, a writer, and a
// reader that can only select.
import type pg from "pg";
import { StoreFault } from "../process/store-fault.ts";

/** The names of a store's roles. */
export interface RoleNames {
  readonly owner: string;
  readonly writer: string;
  readonly reader: string;
}

/** The roles of a base name. */
export function roleNames(base: string): RoleNames {
  return { owner: `${base}_owner`, writer: `${base}_writer`, reader: `${base}_reader` };
}

/** The roles of a migrated store; refuses a store without migrations. */
export async function selectRoleNames(client: pg.ClientBase): Promise<RoleNames> {
  const base = await selectRoleBase(client);
  if (base === undefined) {
    throw new StoreFault(
      "The store has no tables yet: wait for the service that is starting, or run `bursar migrate`.",
    );
  }
  return roleNames(base);
}

/** The base name of the roles, which is the owner of table migration less its ending. */
export async function selectRoleBase(client: pg.ClientBase): Promise<string | undefined> {
  // Not the database's name: a clone of a template keeps the roles of its template.
  const { rows } = await client.query<{ owner: string }>(
    `select pg_get_userbyid(relowner) as owner
       from pg_class
      where oid = to_regclass('public.migration')`,
  );
  const owner = rows[0]?.owner;
  if (owner === undefined) return undefined;
  if (!owner.endsWith("_owner")) {
    throw new StoreFault(`Table migration belongs to ${owner}, which is not an owner role.`);
  }
  return owner.slice(0, -"_owner".length);
}

/** The name as an identifier inside a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
