// The session settings of a new connection: role, time limits and the format of values. They are
// set by statements, since a pooler may drop start-up parameters, and checked before the first use:
// with a pooler that shares one session between connections, no setting would hold.
import pg from "pg";
import { StoreFault } from "../process/store-fault.ts";
import { type ConnectionSettings, clientConfig, type SessionParameters } from "./connection.ts";

/** Opens a connection of its own, set up; the caller ends it. */
export async function openConnection(
  settings: ConnectionSettings,
  parameters: SessionParameters = {},
): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(settings));
  client.on("error", () => {}); // the running query reports the error
  try {
    await client.connect();
    await setUp(client, parameters);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Sets a new connection's parameters; refuses one whose session is not its own. */
export async function setUp(client: pg.ClientBase, parameters: SessionParameters): Promise<void> {
  const wanted = { ...everywhere, ...parameters };
  const { rows: set } = await client.query<Setting>(
    `with session as materialized (
       select coalesce(current_setting('${mark}', true), '') = '' as is_new
     )
     select name, set_config(name, value, false) as value
       from session
      cross join (
        select '${mark}' as name, gen_random_uuid()::text as value
        union all select * from unnest($1::text[], $2::text[])
      ) as wanted
      where is_new`,
    [Object.keys(wanted), Object.values(wanted)],
  );
  // In a transaction of its own, which a pooler may run in another session.
  const { rows: effective } = await client.query<Setting>(
    "select name, current_setting(name, true) as value from unnest($1::text[]) as name",
    [[mark, ...Object.keys(wanted)]],
  );
  const values = new Map(effective.map(({ name, value }) => [name, value]));
  const isKept = set.length > 0 && set.every(({ name, value }) => values.get(name) === value);
  if (isKept) return;
  throw new StoreFault(
    "A pooler in front of PostgreSQL does not keep what a connection is set to (role, read-only, " +
      "time limits): let it pool by session and reset what it hands on, or connect without it.",
  );
}

interface Setting {
  readonly name: string;
  readonly value: string | null;
}

/** A setting that only the service makes: a session that has it already is another connection's. */
const mark = "bursar.session";

// Fixed here, so that a server's own defaults cannot change how values are written or compared.
const everywhere: SessionParameters = {
  client_encoding: "UTF8",
  datestyle: "ISO",
  timezone: "UTC",
  bytea_output: "hex",
  search_path: "public",
  default_transaction_isolation: "read committed",
  // A plan without sequential scans counts a forced one as dear, whereupon PostgreSQL would compile
  // each run of a statement that takes a millisecond.
  jit: "off",
};
