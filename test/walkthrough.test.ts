// The README's session on the real process, and the life of that process: what it stores, how it
// stops, and what it leaves behind.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { Agent, get } from "node:http";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientConfig } from "../src/platform/store/connection.ts";
import { embeddedSettings } from "../src/platform/store/embedded/embedded-postgres.ts";
import { decodeCurl, type Step, sessionOf } from "./console-session.ts";
import {
  type Credentials,
  isRunning,
  makeDataFolder,
  postgresOf,
  readCredentials,
  runBursar,
  type ServiceProcess,
  startService,
} from "./service-process.ts";
import { root } from "./source-files.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: ServiceProcess;
let credentials: Credentials;

beforeAll(async () => {
  folder = await makeDataFolder();
  service = await startService(folder.dataDir);
  credentials = await readCredentials(folder.dataDir);
});
afterAll(async () => {
  service.signal("SIGTERM");
  await service.ended;
  await folder.remove();
});

const documented = "http://127.0.0.1:8080";

/** The output of the process, to compare with that in the README. */
async function outputOf(step: Step, variables: Record<string, string>): Promise<string> {
  const assignment = /^(\w+)=\$\(npx node -p '(.*)'\)$/.exec(step.command);
  if (assignment !== null) {
    const [, name = "", expression = ""] = assignment;
    const here = expression.replace("./.bursar/", `${folder.dataDir}/`);
    variables[name] = execFileSync(process.execPath, ["-p", here], { encoding: "utf8" }).trim();
    return "";
  }
  const { method, url, headers, body } = decodeCurl(step.command, variables);
  const response = await fetch(url.replace(documented, service.address), {
    method,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
    ...(body !== undefined && { body }),
  });
  const shown = [...response.headers].filter(([name]) =>
    new RegExp(`^${name}:`, "im").test(step.expected),
  );
  const lines = shown.map(([name, value]) => `${name}: ${value}`);
  const first = `HTTP/1.1 ${response.status} ${response.statusText}`;
  const text = [first, ...lines, await response.text()].join("\n").trim();
  return text.replaceAll(service.address, documented);
}

/** The lines that matter: the empty line between headers and body is dropped, and blanks make no
 * difference. */
function comparable(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

describe("the README's session", () => {
  const session = sessionOf(readFileSync(join(root, "README.md"), "utf8"));

  test("prints what the README shows", async () => {
    const variables: Record<string, string> = {};
    for (const step of session) {
      const output = await outputOf(step, variables);
      expect(comparable(output), step.command).toEqual(comparable(step.expected));
    }
  });

  test("makes a read, a refused request and a change", () => {
    const statuses = session.flatMap(
      ({ expected }) => /^HTTP\/1.1 (\d+)/.exec(expected)?.[1] ?? [],
    );
    expect(new Set(statuses)).toEqual(new Set(["200", "400", "403"]));
    const commands = session.map(({ command }) => command);
    expect(commands.filter((command) => command.includes("/unitvalues"))).not.toEqual([]);
    expect(commands.filter((command) => command.includes("-X PUT"))).not.toEqual([]);
  });
});

describe("a first start", () => {
  test("prints commands that need no token in the output", () => {
    const output = service.stdout();
    expect(output).toContain(`curl -i -H "Authorization: Bearer $TOKEN" ${service.address}`);
    for (const { token = "", sharedSecret = "" } of Object.values(credentials.callers)) {
      expect(output).not.toContain(token);
      expect(output).not.toContain(sharedSecret);
    }
  });

  test("prints a read, a refused change and an accepted one", async () => {
    const variables = { TOKEN: credentials.callers.adviser?.token ?? "" };
    const commands = service.stdout().split("\n");
    const statuses: number[] = [];
    for (const command of commands.filter((line) => line.startsWith("curl "))) {
      const { method, url, headers, body } = decodeCurl(command, variables);
      const response = await fetch(url, {
        method,
        headers: headers.map(([name, value]) => [name, value] as [string, string]),
        ...(body !== undefined && { body }),
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 400, 200]);
  });

  test("prints how to make a link, which leads to where it listens", async () => {
    const [line = ""] = service
      .stdout()
      .split("\n")
      .filter((each) => each.includes("npx bursar console link"));
    const [settings = "", words = ""] = line.split("npx bursar ");
    const environment = Object.fromEntries(
      settings
        .trim()
        .split(" ")
        .map((each) => each.split("=") as [string, string]),
    );
    const { stdout } = await runBursar(words.split(" "), environment);
    expect(stdout.startsWith(`${service.address}/console/#link=`)).toBe(true);
    expect(environment.DATA_DIR).toBe(folder.dataDir);
  });

  test("stores credentials that only its user can read, every value a string", async () => {
    const { mode } = await stat(join(folder.dataDir, "credentials.json"));
    expect(mode & 0o777).toBe(0o600);
    const shape = JSON.parse(
      await readFile(join(folder.dataDir, "credentials.json"), "utf8"),
      (_key, value) => (typeof value === "object" ? value : typeof value),
    );
    const caller = { token: "string", apiKey: "string", sharedSecret: "string", loginId: "string" };
    expect(shape.callers).toEqual({
      adviser: caller,
      otherAdviser: caller,
      issuer: caller,
      operator: caller,
      client: caller,
    });
    expect(Object.keys(shape)).toEqual(["baseUrl", "callers", "examples"]);
    expect(credentials.baseUrl).toBe(service.address);
    expect(new Set(Object.values(shape.examples))).toEqual(new Set(["string"]));
    expect(Object.keys(shape.examples).toSorted()).toEqual(exampleNames.toSorted());
  });
});

const exampleNames = [
  "taxableAccount",
  "iraAccount",
  "unsignedAccount",
  "unsignedAccountOwner",
  "accountWithTransfers",
  "accountWithCorporateActions",
  "accountWithReportedLots",
  "reportedTaxYear",
  "otherAdvisersAccount",
  "folio",
  "modelFolioOid",
  "offerWithDocuments",
  "clientLoginId",
  "advisoryBillingPlanOid",
  "issuingFirmOid",
  "issuingFirmRepresentativeOid",
  "creatingFirmRepresentativeOid",
];

describe("the examples in credentials.json", () => {
  async function getPath(path: string, headers: Record<string, string> = {}, caller = "adviser") {
    const authorization = `Bearer ${credentials.callers[caller]?.token}`;
    const response = await fetch(service.address + path, {
      headers: { authorization, ...headers },
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }
  const example = (name: string) => credentials.examples[name] ?? "";

  test("are seen by the adviser, except another adviser's account", async () => {
    const account = (name: string) => `/restapi/accounts/${example(name)}`;
    const member = { "X-Associated-Member-Id": example("clientLoginId") };
    const year = example("reportedTaxYear");
    const responses = await Promise.all([
      getPath(account("taxableAccount")),
      getPath(account("iraAccount")),
      getPath(account("unsignedAccount")),
      getPath(`${account("accountWithTransfers")}/acatin`),
      getPath(`${account("accountWithCorporateActions")}/corporateactions`),
      getPath(`${account("accountWithReportedLots")}/reportedtaxlots?taxyear=${year}`),
      getPath(`/restapi/models/${example("modelFolioOid")}`),
      getPath(`/restapi/privateplacementoffers/${example("offerWithDocuments")}`),
      getPath(`/restapi/privateplacementoffers/${example("offerWithDocuments")}/documents`, member),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(responses[5]?.body).toContainEqual(
      expect.objectContaining({ disallowedLoss: "223.00" }),
    );
    expect((await getPath(account("otherAdvisersAccount"))).status).toBe(403);
    expect((await getPath(account("otherAdvisersAccount"), {}, "otherAdviser")).status).toBe(200);
  });

  test("name an account without a hold, with several years of unit values", async () => {
    const path = `/restapi/accounts/${example("taxableAccount")}`;
    const { body } = await getPath(path);
    expect(JSON.stringify(body)).not.toContain('"021"');
    const all = await getPath(`${path}/performance/unitvalues?daterange=2023-10-02,2026-09-30`);
    expect(all.body.values.length).toBeGreaterThan(2 * 252);
    const folio = `${path}/folios/${example("folio")}/performance/unitvalues`;
    expect((await getPath(`${folio}?daterange=2026-09-01,2026-09-30`)).status).toBe(200);
  });
});

describe("the sample firm", () => {
  async function read<T>(path: string, caller: string): Promise<T> {
    const { token = "", loginId = "" } = credentials.callers[caller] ?? {};
    const headers = { authorization: `Bearer ${token}`, "X-Associated-Member-Id": loginId };
    const response = await fetch(service.address + path, { headers });
    expect(response.status, path).toBe(200);
    return (await response.json()) as T;
  }

  /** The lists of each page of the console, and the callers who read them. */
  const lists = [
    ["adviser", "/restapi/accounts?overview=true"],
    ["adviser", "/restapi/households?overview=true"],
    ["adviser", "/restapi/transactions?daterange=2026-09-01,2026-09-30"],
    ["adviser", "/restapi/balances"],
    ["adviser", "/restapi/securities"],
    ["adviser", "/restapi/securities/620/prices"],
    ["adviser", "/restapi/models"],
    ["adviser", "/restapi/models/715/subscriptions"],
    ["adviser", "/restapi/privateplacementoffers"],
    ["adviser", "/restapi/reconciliations"],
    ["adviser", "/restapi/firms/1002/billingplans"],
    ["adviser", "/restapi/firms/1002/feeruns"],
    ["adviser", "/restapi/firms/1002/statementruns"],
    ["adviser", "/restapi/loads"],
    ["adviser", "/restapi/accounts/RA00000006/acatin"],
    ["adviser", "/restapi/accounts/RA00000006/corporateactions"],
    ["adviser", "/restapi/accounts/RA00000034/opentaxlots"],
    ["adviser", "/restapi/accounts/RA00000034/closedtaxlots"],
    ["adviser", "/restapi/accounts/RA00000034/positions"],
    ["adviser", "/restapi/accounts/RA00000034/permissions"],
    ["adviser", "/restapi/accounts/RA00000044/restrictions"],
    ["adviser", "/restapi/accounts/RA00000001/auditentries"],
    ["client", "/restapi/accounts"],
    ["client", "/restapi/households/61"],
    ["client", "/restapi/members/ada.whitfield/ifas"],
    ["client", "/restapi/members/ada.whitfield/downloads/statements"],
    ["issuer", "/restapi/privateplacementoffers/801/privateplacementorders"],
    ["operator", "/restapi/corporateevents"],
    ["operator", "/restapi/loads"],
    ["operator", "/restapi/firms/1002/statementruns"],
  ] as const;

  test("has something to say on every page", async () => {
    for (const [caller, path] of lists) {
      const body = await read<object>(path, caller);
      const rows = Array.isArray(body) ? body : Object.values(body).find(Array.isArray);
      expect(rows?.length ?? 0, path).toBeGreaterThan(0);
    }
  });

  test("has a value for each account, up to the last business day, but for those that are new", async () => {
    type Listed = { readonly overview: { readonly value?: string; readonly valueDate: string } };
    const accounts = await read<Listed[]>("/restapi/accounts?overview=true", "adviser");
    const valued = accounts.filter(({ overview }) => Number(overview.value ?? 0) > 1_000);
    expect([accounts.length, valued.length]).toEqual([44, 42]);
    expect(new Set(valued.map(({ overview }) => overview.valueDate)).size).toBe(1);
  });

  test("has nothing odd that its README does not name", async () => {
    const { stdout } = await runBursar(["doctor", "--json"], { DATA_DIR: folder.dataDir });
    const { oddities } = JSON.parse(stdout).result;
    // Findings about the store and its keys are not the firm's.
    const ofStore = ["key without expiry", "no back-up", "outdated PostgreSQL", "no checkpoint"];
    const found = oddities.filter(({ kind }: { kind: string }) => !ofStore.includes(kind));
    expect(found).toEqual([
      expect.objectContaining({ kind: "account without a source", count: "3" }),
    ]);
  });
});

describe("a stop", () => {
  test("responds to accepted requests, refuses new ones, and leaves nothing running", async () => {
    const postgres = await postgresOf(folder.dataDir);
    const settings = await embeddedSettings(folder.dataDir);
    if (settings === undefined) throw new Error("PostgreSQL's settings are not kept");
    const holder = new pg.Client(clientConfig(settings.admin));
    await holder.connect();
    await holder.query("begin");
    await holder.query("select from account where account_number = 'RA00000001' for update");
    const accepted = change("Before the stop");
    const known = new Agent({ keepAlive: true });
    await statusOf(known, "/health/live");
    await waitingForLock(holder);

    service.signal("SIGTERM");
    await until(() => service.stderr().includes('"stopping"'));
    expect(await statusOf(known, "/health/live")).toBe(503);
    await holder.query("rollback");
    await holder.end();
    expect((await accepted).status).toBe(200);
    const { status } = await service.ended;
    expect(status).toBe(0);
    expect(isRunning(postgres)).toBe(false);
    known.destroy();
  });

  test("keeps the data and the credentials for the next start", async () => {
    const before = credentials;
    service = await startService(folder.dataDir);
    credentials = await readCredentials(folder.dataDir);
    expect(credentials).toEqual({ ...before, baseUrl: service.address });
    const { adviser } = credentials.callers;
    const response = await fetch(`${service.address}/restapi/accounts/RA00000001`, {
      headers: { authorization: `Bearer ${adviser?.token}` },
    });
    expect(await response.json()).toMatchObject({ accountName: "Before the stop" });
  });

  test("that never came is made up for at the next start, and so are missing credentials", async () => {
    service.signal("SIGKILL");
    await service.ended;
    await rm(join(folder.dataDir, "credentials.json"));
    service = await startService(folder.dataDir);
    credentials = await readCredentials(folder.dataDir);
    expect((await change("After a crash")).status).toBe(200);
  });

  test("does not wait for a change that waits for more than ten seconds", async () => {
    service.signal("SIGTERM");
    await service.ended;
    service = await startService(folder.dataDir, { LOCK_TIMEOUT: "60s", STATEMENT_TIMEOUT: "60s" });
    const settings = await embeddedSettings(folder.dataDir);
    if (settings === undefined) throw new Error("PostgreSQL's settings are not kept");
    const holder = new pg.Client(clientConfig(settings.admin));
    holder.on("error", () => {}); // the stop ends its connection
    await holder.connect();
    await holder.query("begin");
    await holder.query("select from account where account_number = 'RA00000001' for update");
    const waiting = change("Never stored").catch(() => undefined);
    await waitingForLock(holder);
    const startedAt = Date.now();
    service.signal("SIGTERM");
    const { status } = await service.ended;
    // Ten seconds and the end of PostgreSQL, on a busy machine; the change itself would wait for sixty.
    expect(Date.now() - startedAt).toBeLessThan(40_000);
    expect(status).toBe(0);
    expect(await waiting).toBe(undefined);
  });

  function change(accountName: string): Promise<Response> {
    return fetch(`${service.address}/restapi/accounts/RA00000001`, {
      method: "PUT",
      headers: {
        authorization: `Bearer ${credentials.callers.adviser?.token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ accountName }),
    });
  }

  function statusOf(agent: Agent, path: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      get(service.address + path, { agent }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
      }).on("error", reject);
    });
  }
});

async function waitingForLock(client: pg.Client): Promise<void> {
  await until(async () => {
    const { rows } = await client.query("select from pg_locks where not granted");
    return rows.length > 0;
  });
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
