// Secrets that come from files: read as if they stood in the environment, and never shown.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ConfigurationFault, configurationTable, readConfig } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "bursar-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const key = "ab".repeat(32);
const database = "postgresql://user:hush@db.example:5432/bursar";
const token = "a-token-of-the-monitor";

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationFault) return error.faults;
    throw error;
  }
}

test("each secret can be in a file, whose last line feed is left out", () => {
  const oidc = {
    OIDC_ISSUER: "https://login.example",
    OIDC_CLIENT_ID: "bursar",
    OIDC_FIRM: "1002",
  };
  const config = readConfig({
    ...oidc,
    MASTER_KEY_FILE: file("key", `${key}\n`),
    NEW_MASTER_KEY_FILE: file("new-key", Buffer.from(key, "hex").toString("base64")),
    DATABASE_URL_FILE: file("url", `${database}\r\n`),
    MIGRATE_DATABASE_URL_FILE: file("migrate-url", database),
    METRICS_TOKEN_FILE: file("token", `${token}\n`),
    OIDC_CLIENT_SECRET_FILE: file("client-secret", "hush\n"),
  });
  expect(config).toMatchObject({
    masterKey: Buffer.from(key, "hex"),
    newMasterKey: Buffer.from(key, "hex"),
    databaseUrl: database,
    migrateDatabaseUrl: database,
    metricsToken: token,
    oidcClientSecret: "hush",
  });
});

test("an empty name of a file counts as absent, as an empty value does", () => {
  expect(readConfig({ METRICS_TOKEN: token, METRICS_TOKEN_FILE: " " }).metricsToken).toBe(token);
  expect(readConfig({ METRICS_TOKEN_FILE: "" }).metricsToken).toBeUndefined();
});

const absent = join(folder, "absent");

test.each([
  [
    "both forms",
    { MASTER_KEY: key, MASTER_KEY_FILE: file("both", key) },
    ["MASTER_KEY and MASTER_KEY_FILE are both set: set one of them."],
  ],
  [
    "a file that is not there",
    { MASTER_KEY_FILE: absent },
    [`MASTER_KEY_FILE names ${absent}, which cannot be read (ENOENT).`],
  ],
  [
    "a folder",
    { METRICS_TOKEN_FILE: folder },
    [`METRICS_TOKEN_FILE names ${folder}, which cannot be read (EISDIR).`],
  ],
  // A new master key would be made in place of an empty one.
  [
    "an empty file",
    { MASTER_KEY_FILE: file("empty", "\n") },
    [`MASTER_KEY_FILE names ${join(folder, "empty")}, which is empty.`],
  ],
  [
    "a large file",
    { MASTER_KEY_FILE: file("large", "ab".repeat(40_000)) },
    [`MASTER_KEY_FILE names ${join(folder, "large")}, which is too large for a secret.`],
  ],
  [
    "a file of another kind",
    { MASTER_KEY_FILE: file("hush", "hush") },
    ["MASTER_KEY must be 32 bytes as 64 hexadecimal digits or as base64."],
  ],
  [
    "files that cannot be read, of variables that need each other",
    {
      DATABASE_URL_FILE: absent,
      MASTER_KEY_FILE: absent,
      MIGRATE_DATABASE_URL: database,
    },
    [
      `DATABASE_URL_FILE names ${absent}, which cannot be read (ENOENT).`,
      `MASTER_KEY_FILE names ${absent}, which cannot be read (ENOENT).`,
    ],
  ],
])("%s: each fault is reported without the content", (_what, env, faults) => {
  const found = faultsOf(env as Record<string, string>);
  expect(found).toEqual(faults);
  expect(found.join(" ")).not.toMatch(/hush[^,]|abab/);
});

test("the table names the file next to each variable that the page of operations calls a secret", () => {
  const names = [...configurationTable().matchAll(/^\| `(\w+)` or `(\w+)` /gm)];
  expect(names.map(([, name, of]) => [name, of])).toEqual(
    [
      "DATABASE_URL",
      "MIGRATE_DATABASE_URL",
      "MASTER_KEY",
      "NEW_MASTER_KEY",
      "METRICS_TOKEN",
      "OIDC_CLIENT_SECRET",
    ].map((name) => [name, `${name}_FILE`]),
  );
});
