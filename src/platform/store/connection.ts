// A connection to PostgreSQL: its address, and how each column type arrives.
import pg from "pg";

/** Where a database is and who logs in to it. */
export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | undefined;
  /** Of the login for reads, which is the role of the reader itself. */
  readonly readerPassword?: string;
  readonly database: string;
  readonly ssl?: pg.ClientConfig["ssl"];
  /** Start-up options that the address itself carries. */
  readonly options?: string;
}

/** Settings of a session by name. */
export type SessionParameters = Readonly<Record<string, string>>;

/** Reads a postgres:// or postgresql:// address as the driver does, TLS settings included. */
export function settingsFromUrl(url: string): ConnectionSettings {
  const client = new pg.Client({ connectionString: url });
  const options = new URL(url).searchParams.get("options");
  return {
    host: client.host,
    port: client.port,
    user: client.user ?? "",
    password: client.password ?? undefined,
    database: client.database ?? "",
    ...(client.ssl ? { ssl: client.ssl as NonNullable<pg.ClientConfig["ssl"]> } : {}),
    ...(options === null ? {} : { options }),
  };
}

/** The driver's configuration for a connection. */
export function clientConfig(settings: ConnectionSettings): pg.ClientConfig {
  return {
    host: settings.host,
    port: settings.port,
    user: settings.user,
    database: settings.database,
    ...(settings.password === undefined ? {} : { password: settings.password }),
    ...(settings.ssl === undefined ? {} : { ssl: settings.ssl }),
    ...(settings.options === undefined ? {} : { options: settings.options }),
    application_name: "bursar",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: columnTypes,
  };
}

/** Column values as the service sees them: exact numbers and days as text, instants as Date. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (format === "binary") return pg.types.getTypeParser(oid, "binary");
    const listed = textTypes.get(oid);
    return listed ?? pg.types.getTypeParser(oid, "text");
  },
} as pg.CustomTypesConfig;

const asText = (value: string): string => value;
const textList: number = 1009;
const asTextList = pg.types.getTypeParser(textList, "text") as (value: string) => unknown;

const textTypes: ReadonlyMap<number, (value: string) => unknown> = new Map([
  [20, asText], // bigint
  [1700, asText], // numeric
  [1082, asText], // date
  [1114, asText], // timestamp without time zone
  [1016, asTextList], // bigint[]
  [1231, asTextList], // numeric[]
  [1182, asTextList], // date[]
  [1115, asTextList], // timestamp[]
]);
