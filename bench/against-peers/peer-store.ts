// The store of the peers: a database of their own next to the service's, in the same PostgreSQL, filled
// from the service's own responses.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type ConnectionSettings, clientConfig } from "../../src/platform/store/connection.ts";
import type { KnownBody } from "../service/floor-store.ts";
import { lotColumns } from "./lot-columns.ts";

/** The peers' database. */
export interface PeerStore {
  /** The settings of a pool of connections to it. */
  readonly config: pg.ClientConfig;
  readonly client: pg.Client;
  close(): Promise<void>;
}

const databaseName = "bursar_peers";
const tables = join(import.meta.dirname, "..", "peers", "tables.sql");

/** Recreates the database, in which one token is known. */
export async function openPeerStore(admin: ConnectionSettings, token: string): Promise<PeerStore> {
  const first = new pg.Client(clientConfig(admin));
  await first.connect();
  await first.query(`drop database if exists ${databaseName} with (force)`);
  await first.query(`create database ${databaseName}`);
  await first.end();
  const config = clientConfig({ ...admin, database: databaseName });
  const client = new pg.Client(config);
  await client.connect();
  await client.query(await readFile(tables, "utf8"));
  const hash = createHash("sha256").update(token).digest("hex");
  await client.query("insert into api_token values ($1, '5001', '1002')", [hash]);
  return { config, client, close: () => client.end() };
}

const allLists = ["SECURITY", "ISSUE", "SECTOR"] as const;

/** Stores accounts with their lists. */
export async function storeAccounts({ client }: PeerStore, known: readonly KnownBody[]) {
  for (const { body } of known) {
    const account = JSON.parse(body);
    const { accountNumber: number } = account;
    await client.query(
      "insert into account values ($1, '1002', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
      [
        number,
        account.accountName,
        account.accountType,
        account.billingPlanOid,
        account.defaultTaxLotSelection,
        account.longTermTaxRate,
        account.shortTermTaxRate,
        account.owners,
        account.minor && JSON.stringify(account.minor),
        JSON.stringify(account.trustees),
        account.firmId,
        account.w9BackupWithholding,
        "initContributionDate" in account,
        account.initContributionDate,
      ],
    );
    const groups = { P: account.primaryBeneficiaries, C: account.contingentBeneficiaries };
    for (const [kind, list] of Object.entries(groups)) {
      for (const [at, each] of (list as unknown[]).entries()) {
        const text = "insert into beneficiary values ($1, $2, $3, $4)";
        await client.query(text, [number, kind, at + 1, JSON.stringify(each)]);
      }
    }
    for (const [at, each] of account.trustedContacts.entries()) {
      await client.query(
        "insert into trusted_contact values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        [
          number,
          at + 1,
          each.firstName,
          each.lastName,
          each.relationship,
          each.email,
          each.telephone,
          each.mailingAddress && JSON.stringify(each.mailingAddress),
          each.dateOfBirth,
        ],
      );
    }
    for (const kind of allLists) {
      for (const [at, each] of account[`${kind.toLowerCase()}Exclusions`].entries()) {
        const ends = [each.exclusionStartDate, each.exclusionEndDate].map(dayOf);
        const text = "insert into exclusion values ($1, $2, $3, $4, $5, $6)";
        await client.query(text, [number, kind, at + 1, each.exclusionValue, ...ends]);
      }
    }
  }
}

const dayOf = (stamp: string | null) => stamp?.slice(0, 10) ?? null;

/** Stores the days of series. */
export async function storeSeries({ client }: PeerStore, known: readonly KnownBody[]) {
  for (const { key, body } of known) {
    const { values } = JSON.parse(body) as { values: { date: string; value: string }[] };
    await client.query(
      "insert into unit_value select $1, * from unnest($2::date[], $3::numeric[])",
      [key, values.map(({ date }) => dayOf(date)), values.map(({ value }) => value)],
    );
  }
}

/** Stores reported lots. */
export async function storeLots({ client }: PeerStore, known: readonly KnownBody[]) {
  const places = ["$1", ...lotColumns.map((_, at) => `$${at + 2}`)];
  const columns = ["position", ...lotColumns.map(({ column }) => column)];
  const text = `insert into reported_lot (${columns}) values (${places})`;
  for (const { body } of known) {
    for (const [at, lot] of (JSON.parse(body) as object[]).entries()) {
      await client.query(text, [at + 1, ...lotColumns.map(({ of }) => of(lot))]);
    }
  }
}
