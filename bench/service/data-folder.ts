// Reads from the folder of a running service: its callers' credentials, its PostgreSQL.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sender } from "./job.ts";

/** A caller of the sample firm, by token and by signature. */
export interface Caller {
  readonly bearer: Sender;
  readonly signed: Sender;
}

/** The callers that the bench acts as: of the firm that sees most accounts, and of another one. */
export type Callers = Readonly<Record<"adviser" | "otherAdviser", Caller>>;

interface Credentials {
  readonly token: string;
  readonly apiKey: string;
  readonly sharedSecret: string;
}

/** The callers whose credentials the first start stored. */
export async function callersOf(dataDir: string): Promise<Callers> {
  const text = await readFile(join(dataDir, "credentials.json"), "utf8");
  const { callers } = JSON.parse(text) as {
    callers: Record<"adviser" | "otherAdviser", Credentials>;
  };
  const callerOf = ({ token, apiKey, sharedSecret }: Credentials): Caller => ({
    bearer: { token },
    signed: { apiKey, sharedSecret },
  });
  return { adviser: callerOf(callers.adviser), otherAdviser: callerOf(callers.otherAdviser) };
}

/** The process id of PostgreSQL, whose data may lie outside the folder when root runs the bench. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const state = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
  const { outside = dataDir } = state as { outside?: string };
  const path = join(outside, "pg", "data", "postmaster.pid");
  if (!existsSync(path)) throw new Error("PostgreSQL does not run");
  return Number((await readFile(path, "latin1")).split("\n")[0]);
}
