// The configuration is checked as a whole before anything starts.
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigurationFault, configurationTable, isLoopback, readConfig } from "./config.ts";

const key = "ab".repeat(32);
const database = "postgresql://user:hush@db.example:5432/bursar";

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationFault) return error.faults;
    throw error;
  }
}

test("without any variable the service is local, embedded and loads its sample", () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    healthPort: undefined,
    healthHost: "127.0.0.1",
    host: "127.0.0.1",
    publicUrls: [],
    databaseUrl: undefined,
    migrateDatabaseUrl: undefined,
    dataDir: resolve(".bursar"),
    masterKey: undefined,
    newMasterKey: undefined,
    sample: true,
    sandbox: true,
    logLevel: "info",
    metricsToken: undefined,
    trustProxy: [],
    corsOrigins: [],
    bodyLimit: 1_048_576,
    signatureBodyLimit: 4_194_304,
    storedBytesOfFirm: 1_073_741_824,
    bodyMemory: 134_217_728,
    rateLimit: 500,
    readConnections: 4,
    writeConnections: 32,
    statementTimeoutMs: 15_000,
    lockTimeoutMs: 5_000,
    eventDays: 90,
    requestTimeoutMs: 30_000,
    connections: 2_000,
  });
});

test("every variable is read", () => {
  const config = readConfig({
    PORT: "0",
    HEALTH_PORT: "9090",
    HEALTH_HOST: "10.0.0.1",
    HOST: "0.0.0.0",
    PUBLIC_URL: "https://api.example, https://other.example/bursar",
    DATABASE_URL: database,
    MIGRATE_DATABASE_URL: database,
    MASTER_KEY: Buffer.from(key, "hex").toString("base64"),
    SAMPLE: "off",
    TRUST_PROXY: "10.0.0.0/8,::1",
    CORS_ORIGINS: "https://app.example, http://localhost:3000",
    BODY_LIMIT: "65536",
    LOCK_TIMEOUT: "250ms",
    REQUEST_TIMEOUT: "2m",
    UNKNOWN_TO_US: "ignored",
  });
  expect(config).toMatchObject({
    port: 0,
    healthPort: 9_090,
    healthHost: "10.0.0.1",
    publicUrls: ["https://api.example", "https://other.example/bursar"],
    databaseUrl: database,
    masterKey: Buffer.from(key, "hex"),
    sample: false,
    trustProxy: ["10.0.0.0/8", "::1"],
    corsOrigins: ["https://app.example", "http://localhost:3000"],
    bodyLimit: 65_536,
    lockTimeoutMs: 250,
    requestTimeoutMs: 120_000,
  });
});

test.each([
  ["PORT", "65536"],
  ["PORT", "80.5"],
  ["HOST", "a host"],
  ["PUBLIC_URL", "https://api.example/"],
  ["PUBLIC_URL", "ftp://api.example"],
  ["PUBLIC_URL", "https://user:hush@api.example"],
  ["PUBLIC_URL", "https://api.example?x=1"],
  ["DATABASE_URL", "mysql://db.example/bursar"],
  ["DATABASE_URL", "postgresql://db.example"],
  ["DATABASE_URL", "postgresql://db1.example,db2.example/bursar"],
  ["DATABASE_URL", "postgresql://localhost/bursar?host=db1.example,db2.example"],
  ["MASTER_KEY", "ab".repeat(31)],
  ["MASTER_KEY", "hush"],
  ["SAMPLE", "yes"],
  ["LOG_LEVEL", "loud"],
  ["TRUST_PROXY", "10.0.0.0/33"],
  ["TRUST_PROXY", "proxy.example"],
  ["CORS_ORIGINS", "*"],
  ["CORS_ORIGINS", "null"],
  ["CORS_ORIGINS", "https://app.example/"],
  ["CORS_ORIGINS", "https://App.example"],
  ["BODY_LIMIT", "1"],
  ["BODY_LIMIT", "1GiB"],
  ["READ_CONNECTIONS", "0"],
  ["LOCK_TIMEOUT", "5"],
  ["LOCK_TIMEOUT", "5constructor"],
])("%s is refused as %s, without repeating it", (name, text) => {
  const fault = faultsOf({ [name]: text, ...(name === "DATABASE_URL" ? { MASTER_KEY: key } : {}) });
  expect(fault).toHaveLength(1);
  expect(fault[0]).toMatch(new RegExp(`^${name} must be `));
  expect(fault[0]).not.toContain("hush");
});

test("all faults are named at once", () => {
  expect(faultsOf({ PORT: "x", HOST: "10.0.0.1", DATABASE_URL: database, SAMPLE: "?" })).toEqual([
    "PORT must be a whole number from 0 to 65535.",
    "SAMPLE must be on or off.",
    "PUBLIC_URL is required when HOST is not a loopback address.",
    "MASTER_KEY is required with DATABASE_URL.",
  ]);
});

test("the address of the port of monitors requires that port", () => {
  expect(faultsOf({ HEALTH_HOST: "0.0.0.0" })).toEqual(["HEALTH_HOST requires HEALTH_PORT."]);
  const env = { HEALTH_HOST: "a host", HEALTH_PORT: "9090" };
  expect(faultsOf(env)).toEqual(["HEALTH_HOST must be a host name or address."]);
});

test("the sample is off when listening beyond loopback, or with an external database", () => {
  const env = { HOST: "10.0.0.1", PUBLIC_URL: "https://api.example" };
  expect(readConfig(env).sample).toBe(false);
  expect(readConfig({ DATABASE_URL: database, MASTER_KEY: key }).sample).toBe(false);
  expect(readConfig({ ...env, SAMPLE: "on" }).sample).toBe(true);
});

test("loopback is 127.0.0.0/8, ::1 and localhost", () => {
  const hosts = ["127.0.0.1", "127.1.2.3", "::1", "localhost", "0.0.0.0", "::", "10.0.0.1"];
  expect(hosts.filter(isLoopback)).toEqual(["127.0.0.1", "127.1.2.3", "::1", "localhost"]);
});

test("the table has a row for each variable", () => {
  const names = configurationTable().match(/^\| `[A-Z_]+`/gm);
  expect(names).toHaveLength(Object.keys(readConfig({})).length);
});

describe("signing in by OpenID Connect", () => {
  const all = {
    OIDC_ISSUER: "https://login.example/realm",
    OIDC_CLIENT_ID: "bursar",
    OIDC_CLIENT_SECRET: "hush",
    OIDC_FIRM: "1002",
  };

  test("takes four variables, or none", () => {
    expect(readConfig(all)).toMatchObject({ oidcIssuer: all.OIDC_ISSUER, oidcFirm: "1002" });
    expect(readConfig({}).oidcIssuer).toBeUndefined();
    for (const name of Object.keys(all)) {
      const missing = [`${name} is required with the other variables of OIDC_ISSUER.`];
      expect(faultsOf({ ...all, [name]: "" })).toEqual(missing);
    }
  });

  test.each([
    ["http://login.example", false],
    ["http://127.0.0.1:4000", true],
    ["http://127.0.0.1.login.example", false],
    ["https://login.example?realm=x", false],
  ])("at %s: %j", (issuer, isGood) => {
    expect(faultsOf({ ...all, OIDC_ISSUER: issuer })).toHaveLength(isGood ? 0 : 1);
  });
});
