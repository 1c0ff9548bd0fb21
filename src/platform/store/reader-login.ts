// The login for reads: the role of the reader itself, which is no member of the writer, so that
// nothing that reaches a connection for reads can become more than that. Its password follows from
// the master key, and only its verifier is sent to PostgreSQL: a statement may end up in a log.
import { createHash, createHmac, pbkdf2Sync } from "node:crypto";
import type pg from "pg";
import { StoreFault } from "../process/store-fault.ts";
import type { ConnectionSettings, SessionParameters } from "./connection.ts";
import { quoted, selectRoleNames } from "./roles.ts";
import { openConnection } from "./session.ts";
import { sqlState } from "./store-error.ts";

/** The connection settings of a store's login for reads, next to the serving login. */
export function readerSettings(settings: ConnectionSettings, reader: string): ConnectionSettings {
  const { readerPassword } = settings;
  if (readerPassword === undefined) throw new Error("the password of the reader is not known");
  return { ...settings, user: reader, password: readerPassword };
}

/** Opens a connection of its own as the login for reads. */
export function openReaderConnection(
  settings: ConnectionSettings,
  reader: string,
  parameters: SessionParameters = {},
): Promise<pg.Client> {
  return openConnection(readerSettings(settings, reader), parameters);
}

/** Gives the reader of a migrated store its password; `settings` log in as the login that
 * migrates. */
export async function prepareReaderLogin(settings: ConnectionSettings): Promise<void> {
  const client = await openConnection(settings);
  try {
    const { reader } = await selectRoleNames(client);
    const { password = "" } = readerSettings(settings, reader);
    // A role that may not log in yet is not tried: PostgreSQL would log a failure that is none.
    const mayTry = await mayLogIn(client, reader);
    if (mayTry && (await loginError(settings, reader)) === undefined) return;
    // The password cannot be guessed, so that its salt may follow from it.
    const salt = createHash("sha256").update(`salt of ${password}`).digest().subarray(0, 16);
    const verifier = scramVerifier(password, salt);
    await runAsMaker(client, `alter role ${quoted(reader)} login password '${verifier}'`);
    const refusal = await loginError(settings, reader);
    if (refusal !== undefined) throw refusedLogin(refusal, reader);
  } finally {
    await client.end().catch(() => {});
  }
}

async function mayLogIn(client: pg.ClientBase, role: string): Promise<boolean> {
  const { rows } = await client.query<{ rolcanlogin: boolean }>(
    "select rolcanlogin from pg_roles where rolname = $1",
    [role],
  );
  return rows[0]?.rolcanlogin === true;
}

/** Refuses a store whose login for reads does not work. */
export async function checkReaderLogin(
  settings: ConnectionSettings,
  reader: string,
): Promise<void> {
  const refusal = await loginError(settings, reader);
  if (refusal !== undefined) throw refusedLogin(refusal, reader);
}

/** The fault of a login for reads that is refused, with its cure. */
function refusedLogin(error: unknown, reader: string): StoreFault {
  const byPassword = sqlState(error) === "28P01";
  return new StoreFault(
    byPassword
      ? `PostgreSQL refuses ${reader}, the login for reads, by its password: run \`bursar migrate\` ` +
          "with the store's MASTER_KEY."
      : `PostgreSQL refuses ${reader}, the login for reads: run \`bursar migrate\`, and let pg_hba.conf ` +
          "admit it by password (scram-sha-256) wherever the service connects from.",
  );
}

async function loginError(settings: ConnectionSettings, reader: string): Promise<unknown> {
  try {
    const client = await openReaderConnection(settings, reader);
    await client.end();
    return undefined;
  } catch (error) {
    // By its password, or by pg_hba.conf.
    if (/^28/.test(sqlState(error) ?? "")) return error;
    throw error;
  }
}

async function runAsMaker(client: pg.ClientBase, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (sqlState(error) !== "42501") throw error;
    throw new StoreFault(
      "The login may not set the password of the login for reads; an administrator must run: " +
        `${statement};`,
    );
  }
}

const rounds = 4_096;

/** The form in which PostgreSQL stores a password for SCRAM (RFC 5803). */
export function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, rounds, 32, "sha256");
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(hmac("Client Key")).digest("base64");
  const server = hmac("Server Key").toString("base64");
  return `SCRAM-SHA-256$${rounds}:${salt.toString("base64")}$${stored}:${server}`;
}
