// Every environment variable the service reads: its name, default, meaning and bounds in one table,
// from which come the checks at start, the type and the page of the documentation.
import { BlockList, isIP } from "node:net";
import { join, resolve } from "node:path";
import { edgeLimits } from "./limits.ts";
import { fileVariable, isSet, withSecretsOfFiles } from "./secrets.ts";
import { faultsOfSignIn, signIn } from "./sign-in.ts";
import { storePlace } from "./store.ts";
import {
  address,
  choiceOfTwo,
  decodeAddressRanges,
  decodeLogLevel,
  decodeMasterKey,
  decodeOrigins,
  decodePublicUrls,
  decodeToken,
  duration,
  integer,
  type Variable,
  value,
  variable,
} from "./values.ts";

/** The configuration is wrong; the message names every fault, one a line. */
export class ConfigurationFault extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.name = "ConfigurationFault";
    this.faults = faults;
  }
}

const variables = {
  port: integer("PORT", "8080", { from: 0, to: 65_535 }, "Port to listen on; 0 takes a free one."),
  healthPort: variable<number | undefined>({
    ...integer(
      "HEALTH_PORT",
      "",
      { from: 0, to: 65_535 },
      "Port of `HEALTH_HOST` that serves `/health/…` and `/metrics` alone, out of reach of a flood " +
        "on `PORT`, which serves both as well; 0 takes a free one. Absent: none.",
    ),
    preset: undefined,
  }),
  healthHost: address("HEALTH_HOST", {
    bounds: "a host name or address; requires `HEALTH_PORT`",
    meaning:
      "Address of `HEALTH_PORT`. One that is not loopback lets monitors on other machines ask; " +
      "`/metrics` is then served only with `METRICS_TOKEN`.",
  }),
  host: address("HOST", {
    bounds: "a host name or address; one that is not loopback requires `PUBLIC_URL`",
    meaning: "Address to listen on; `localhost` is 127.0.0.1.",
  }),
  publicUrls: variable({
    name: "PUBLIC_URL",
    preset: "",
    bounds: "http or https addresses, separated by commas, without a trailing slash",
    meaning:
      "Addresses at which callers reach the service, including any path prefix. Signatures are " +
      "checked against them, and `Location` begins with the first. Absent: the Host header, on " +
      "loopback only.",
    decode: decodePublicUrls,
  }),
  ...storePlace,
  checkpointDir: variable<string | undefined>({
    name: "CHECKPOINT_DIR",
    preset: undefined,
    bounds: "a path",
    meaning:
      "Folder for the daily checkpoints of the audit log; best where the store's administrators " +
      "cannot write. Absent: `DATA_DIR/checkpoints`.",
    decode: (text) => value(resolve(text)),
  }),
  masterKey: variable<Buffer | undefined>({
    name: "MASTER_KEY",
    preset: undefined,
    bounds: "32 bytes as 64 hexadecimal digits or as base64; required with `DATABASE_URL`",
    meaning:
      "Key from which all others are derived; everything sealed, hashed and audited depends on it. " +
      "Absent, with the embedded PostgreSQL: generated once and stored in `DATA_DIR/master.key`.",
    decode: decodeMasterKey,
  }),
  newMasterKey: variable<Buffer | undefined>({
    name: "NEW_MASTER_KEY",
    preset: undefined,
    bounds: "32 bytes as 64 hexadecimal digits or as base64",
    meaning:
      "Only for `bursar keys rotate-master`: the key that replaces `MASTER_KEY`. Absent, if the " +
      "key is stored in `DATA_DIR`: one is generated.",
    decode: decodeMasterKey,
  }),
  sample: choiceOfTwo(
    ["SAMPLE", "on", "off"],
    "on with loopback and the embedded PostgreSQL, otherwise off",
    "Whether an empty store is filled with the sample firm at start.",
  ),
  sandbox: choiceOfTwo(
    ["SANDBOX", "true", "false"],
    "true where `SAMPLE` is on and `HOST` is loopback, otherwise false",
    "Whether an empty store is made a sandbox, with a clock of its own and the requests of " +
      "simulation. A store that is none never becomes one.",
  ),
  logLevel: variable({
    name: "LOG_LEVEL",
    preset: "info",
    bounds: "fatal, error, warn, info, debug, trace or silent",
    meaning: "Lowest level of log lines that are written.",
    decode: decodeLogLevel,
  }),
  metricsToken: variable<string | undefined>({
    name: "METRICS_TOKEN",
    preset: undefined,
    bounds: "16 to 256 letters, digits or marks, without spaces",
    meaning:
      "Bearer token for `GET /metrics`. Absent: open on loopback without `PUBLIC_URL` and " +
      "`TRUST_PROXY`, otherwise not served.",
    decode: decodeToken,
  }),
  trustProxy: variable({
    name: "TRUST_PROXY",
    preset: "",
    bounds: "addresses or CIDR ranges, separated by commas",
    meaning:
      "Proxies whose `X-Forwarded-*` headers are trusted. A request for which they forward anything " +
      "but an IP address without a port, a host, and `http` or `https` gets 400.",
    decode: decodeAddressRanges,
  }),
  corsOrigins: variable({
    name: "CORS_ORIGINS",
    preset: "",
    bounds: "origins like `https://app.example.com`, separated by commas",
    meaning: "Origins of pages that may call the service from a browser; by default none.",
    decode: decodeOrigins,
  }),
  ...edgeLimits,
  ...signIn,
  readConnections: integer(
    "READ_CONNECTIONS",
    "4",
    { from: 1, to: 100 },
    "Connections that all reads share.",
  ),
  writeConnections: integer(
    "WRITE_CONNECTIONS",
    "32",
    { from: 1, to: 500 },
    "Number of transactions that may be open at once.",
  ),
  eventDays: integer(
    "EVENT_DAYS",
    "90",
    { from: 1, to: 36_500 },
    "Days for which events can be read from the feed.",
  ),
  statementTimeoutMs: duration(
    "STATEMENT_TIMEOUT",
    "15s",
    "Longest time that one statement may run.",
  ),
  lockTimeoutMs: duration(
    "LOCK_TIMEOUT",
    "5s",
    "Longest wait for another change to end, in line or at a lock.",
  ),
};

type Decodes = typeof variables;
type Values = {
  readonly [Key in keyof Decodes]: Decodes[Key] extends Variable<infer T> ? T : never;
};

/** The whole configuration, checked. */
export type Config = Omit<Values, "sample" | "sandbox"> & {
  readonly sample: boolean;
  readonly sandbox: boolean;
};

/** Reads the configuration; throws one ConfigurationFault that names every fault. */
export function readConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const env = withSecretsOfFiles(given, faults);
  const entries = Object.entries(variables).map(([key, entry]) => [
    key,
    readVariable(entry, env[entry.name], faults),
  ]);
  const values = Object.fromEntries(entries) as Values;
  faults.push(...faultsBetween(values, (name) => isSet(given, name)));
  if (faults.length > 0) throw new ConfigurationFault(faults);
  const isLocal = isLoopback(values.host) && values.databaseUrl === undefined;
  const sample = values.sample ?? isLocal;
  const sandbox = values.sandbox ?? (sample && isLoopback(values.host));
  return { ...values, sample, sandbox };
}

/** The folder of the daily checkpoints. */
export function checkpointFolder({
  checkpointDir,
  dataDir,
}: Pick<Config, "checkpointDir" | "dataDir">): string {
  return checkpointDir ?? join(dataDir, "checkpoints");
}

/** Whether an address is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === "localhost") return true;
  const family = isIP(host);
  return family !== 0 && loopback.check(host, family === 6 ? "ipv6" : "ipv4");
}

/** The table of all variables, in Markdown. */
export function configurationTable(): string {
  const rows = Object.values(variables).map(({ name, preset, bounds, meaning }) => {
    const shown = preset ? `\`${preset}\`` : "absent";
    const file = fileVariable(name);
    const names = file === undefined ? `\`${name}\`` : `\`${name}\` or \`${file}\``;
    return `| ${names} | ${shown} | ${bounds} | ${meaning} |`;
  });
  return ["| Variable | Default | Value | Meaning |", "|---|---|---|---|", ...rows].join("\n");
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function readVariable(
  entry: Variable<unknown>,
  given: string | undefined,
  faults: string[],
): unknown {
  // An empty variable is what many tools pass for an absent one.
  const text = given === undefined || given.trim() === "" ? entry.preset : given.trim();
  if (text === undefined) return undefined;
  const decoded = entry.decode(text);
  if ("value" in decoded) return decoded.value;
  // The value itself is not repeated: it may be a secret.
  faults.push(`${entry.name} must be ${decoded.mustBe}.`);
  return undefined;
}

function faultsBetween(values: Values, isGiven: (name: string) => boolean): string[] {
  const faults: string[] = [];
  if (values.host !== undefined && !isLoopback(values.host) && !isGiven("PUBLIC_URL")) {
    faults.push("PUBLIC_URL is required when HOST is not a loopback address.");
  }
  if (isGiven("HEALTH_HOST") && !isGiven("HEALTH_PORT")) {
    faults.push("HEALTH_HOST requires HEALTH_PORT.");
  }
  if (isGiven("DATABASE_URL") && !isGiven("MASTER_KEY")) {
    faults.push("MASTER_KEY is required with DATABASE_URL.");
  }
  if (isGiven("MIGRATE_DATABASE_URL") && !isGiven("DATABASE_URL")) {
    faults.push("MIGRATE_DATABASE_URL requires DATABASE_URL.");
  }
  return [...faults, ...faultsOfSignIn(isGiven)];
}
