// PostgreSQL's minor releases that were known when this version was made, the newest first. There is a
// new one about every three months; each one fixes faults and holes of the one before.
import { type Reader, sql } from "./sql.ts";

const releases: readonly (readonly [on: string, ...versions: string[]])[] = [
  ["2026-08-13", "18.6", "17.11", "16.15", "15.19"],
  ["2026-05-14", "18.4", "17.10", "16.14", "15.18"],
  ["2026-02-26", "18.3", "17.9", "16.13", "15.17"],
  ["2026-02-12", "18.2", "17.8", "16.12", "15.16"],
  ["2025-11-13", "18.1", "17.7", "16.11", "15.15"],
];

/** The version of a running PostgreSQL, such as 18.4, and its release. */
export interface PostgresRelease {
  readonly version: string;
  /** The day of its release, and its age in days; absent if this version of the service knows neither. */
  readonly releasedOn?: string;
  readonly days?: number;
  /** A newer minor of the same major version, and the day of its release. */
  readonly newer?: { readonly version: string; readonly releasedOn: string };
}

/** The facts about the server's version, as `server_version` has it. */
export function findRelease(serverVersion: string, now: Date): PostgresRelease {
  const version = /^\d+(\.\d+)?/.exec(serverVersion)?.[0] ?? serverVersion;
  const [major, minor] = version.split(".").map(Number);
  const known = releases.flatMap(([releasedOn, ...versions]) =>
    versions.map((each) => ({ version: each, releasedOn })),
  );
  const own = known.find((each) => each.version === version);
  const newest = known.find((each) => each.version.startsWith(`${major}.`));
  const isBehind = newest !== undefined && Number(newest.version.split(".")[1]) > (minor ?? 0);
  return {
    version,
    ...(own && { releasedOn: own.releasedOn, days: daysSince(own.releasedOn, now) }),
    ...(isBehind && { newer: newest }),
  };
}

/** The server's version, as it says itself. */
export async function selectVersion(db: Reader): Promise<string> {
  const row = await db.first(sql<{ version: string }>`
    select current_setting('server_version') as version`);
  return row?.version ?? "";
}

function daysSince(day: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(day)) / 86_400_000);
}
