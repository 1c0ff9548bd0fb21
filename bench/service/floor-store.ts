// The store of the floor: a database of its own next to the service's, in the same PostgreSQL, filled
// from the service's own responses.
import pg from "pg";
import { type ConnectionSettings, clientConfig } from "../../src/platform/store/connection.ts";
import { packSeries } from "./series-body.ts";

/** A response of the service, by the key under which the floor finds it. */
export interface KnownBody {
  readonly key: string;
  readonly body: string;
}

/** The floor's database. */
export interface FloorStore {
  readonly settings: ConnectionSettings;
  readonly client: pg.Client;
  /** Keeps the responses of a subject in each form in which a floor reads them. */
  keep(subject: string, form: FloorForm, bodies: readonly KnownBody[]): Promise<void>;
  /** The transaction log's place, in bytes, and how many changes were committed. */
  close(): Promise<void>;
}

/** How a floor reads a response: ready, a packed series, or fragments to join. */
export type FloorForm = "ready" | "packed" | "joined";

const databaseName = "bursar_bench";

// Bodies are stored as they are, since nothing needs them in parts.
const tables = `
  create table ready (
    subject text collate "C", key text collate "C", body text not null,
    primary key (subject, key));
  alter table ready alter body set storage external;
  create table packed (
    subject text collate "C", key text collate "C", head text not null, packed bytea not null,
    primary key (subject, key));
  alter table packed alter packed set storage external;
  create table fragment (
    subject text collate "C", key text collate "C", place integer, body text not null,
    primary key (subject, key, place));
  create table inserted (id bigint generated always as identity primary key, body text not null);
  alter table inserted alter body set storage external;
  create table reserved_key (
    subject text collate "C", key text collate "C", answer text not null,
    primary key (subject, key));
  create table changed (
    id bigint generated always as identity primary key, subject text collate "C" not null,
    body text not null);
  alter table changed alter body set storage external;
  create table chain_head (
    subject text collate "C" primary key, sequence bigint not null, mac bytea not null);
  create table chain_entry (
    subject text collate "C", sequence bigint, occurred_at timestamptz not null,
    detail text not null, mac bytea not null, primary key (subject, sequence));
  alter table chain_entry alter detail set storage external;
  create table kept_answer (subject text collate "C" primary key, body text not null);
  alter table kept_answer alter body set storage external;
`;

/** Recreates the database. */
export async function openFloorStore(admin: ConnectionSettings): Promise<FloorStore> {
  const first = new pg.Client(clientConfig(admin));
  await first.connect();
  await first.query(`drop database if exists ${databaseName} with (force)`);
  await first.query(`create database ${databaseName}`);
  await first.end();
  const settings = { ...admin, database: databaseName };
  const client = new pg.Client(clientConfig(settings));
  await client.connect();
  await client.query(tables);
  return {
    settings,
    client,
    keep: async (subject, form, bodies) => {
      await storeReady(client, subject, bodies);
      if (form === "packed") await storePacked(client, subject, bodies);
      if (form === "joined") await storeFragments(client, subject, bodies);
      await client.query("vacuum analyze ready, packed, fragment");
    },
    close: () => client.end(),
  };
}

async function storeReady(client: pg.Client, subject: string, bodies: readonly KnownBody[]) {
  await client.query(
    `insert into ready select $1, * from unnest($2::text[], $3::text[]) on conflict (subject, key)
     do update set body = excluded.body`,
    [subject, bodies.map(({ key }) => key), bodies.map(({ body }) => body)],
  );
}

async function storePacked(client: pg.Client, subject: string, bodies: readonly KnownBody[]) {
  const series = bodies.map(({ body }) => packSeries(body));
  await client.query(
    "insert into packed select $1, * from unnest($2::text[], $3::text[], $4::bytea[])",
    [
      subject,
      bodies.map(({ key }) => key),
      series.map(({ head }) => head),
      series.map(({ packed }) => packed),
    ],
  );
}

async function storeFragments(client: pg.Client, subject: string, bodies: readonly KnownBody[]) {
  for (const { key, body } of bodies) {
    const parts = (JSON.parse(body) as unknown[]).map((part) => JSON.stringify(part));
    await client.query(
      `insert into fragment select $1, $2, place, body
       from unnest($3::text[]) with ordinality as part (body, place)`,
      [subject, key, parts],
    );
  }
}
