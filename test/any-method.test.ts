// How the frame treats a request of any method: who may send it, with which scope, what happens to
// its body, its Idempotency-Key and its signature, and how the contract describes it. (interface 1,
// 5)
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey } from "../src/brokerage/service/api-users/create-key.ts";
import { buildContract } from "../src/platform/http/contract/openapi.ts";
import type { App } from "../src/platform/http/frame.ts";
import { createApp } from "../src/platform/http/pipeline/app.ts";
import { resolved } from "./contract-check.ts";
import {
  type Headers,
  openTestService,
  send,
  signedHeader,
  type TestResponse,
  type TestService,
  testBase,
} from "./harness.ts";
import { openProbes, type Probe, probes } from "./probe-routes.ts";
import { testContext } from "./sample-template.ts";

let service: TestService;
let app: App;
let tokens: Readonly<Record<string, string>>;
const ran: string[] = [];

beforeAll(async () => {
  service = await openTestService();
  app = await openProbes(service, ran);
  const { adviser, otherAdviser, issuer, operator, client, readOnly } = service.keys;
  tokens = {
    adviser: adviser.token,
    otherAdviser: otherAdviser.token,
    issuer: issuer.token,
    operator: operator.token,
    client: client.token,
    readOnly: readOnly.token,
    writeOnly: await tokenOfNewUser("5101", "1002", ["write"]),
    operatorWithoutOperate: await tokenOfNewUser("5102", "1001", ["read", "write"]),
    forger: `bursar_${"A".repeat(43)}`,
  };
});
afterAll(async () => {
  await app.close();
  await service.close();
});

async function tokenOfNewUser(id: string, firmOid: string, scopes: string[]): Promise<string> {
  const row = { apiUserId: id, firmOid, name: "Probe", scopes };
  await service.load({ "api-users.ndjson": JSON.stringify(row) });
  const request = { apiUserId: id, expiresAt: undefined, boundLoginId: undefined };
  const drawn = await createKey(testContext(service.db), { ...request, kind: "token" });
  return "token" in drawn ? drawn.token : "";
}

const sound = '{"word":"sound"}';
const account = "RA00000001";

interface Sent {
  readonly caller?: string;
  readonly account?: string;
  readonly body?: string | undefined;
  readonly query?: string;
  readonly headers?: Headers;
  /** Signs the request for the adviser, over this body. */
  readonly signedOver?: string | undefined;
  readonly isForged?: boolean;
}

function sendProbe(probe: Probe, sent: Sent = {}): Promise<TestResponse> {
  const { caller = "adviser", query = "", headers = {} } = sent;
  const path = probe.path.replace(":accountnumber", sent.account ?? account) + query;
  const body = "body" in sent ? sent.body : usualBody(probe);
  const authorization =
    "signedOver" in sent ? signature(probe, path, sent) : `Bearer ${tokens[caller]}`;
  const credentials = caller === "stranger" ? {} : { authorization };
  return send(app, probe.method, path, body, { ...credentials, ...headers });
}

const usualBody = ({ takesBody }: Probe) => (takesBody ? sound : undefined);

function signature({ method }: Probe, path: string, { signedOver, isForged }: Sent): string {
  const { apiKey, sharedSecret } = isForged
    ? { ...service.keys.otherAdviser, apiKey: service.keys.adviser.apiKey }
    : service.keys.adviser;
  const signed = { method, url: testBase + path, timestamp: service.now().toISOString() };
  const body = signedOver === undefined ? {} : { body: signedOver };
  return signedHeader({ apiKey, sharedSecret }, { ...signed, ...body });
}

/** A status, `=` for the stored response of an earlier request, `+` for each audit entry it left. */
async function outcomeOf(probe: Probe, sent?: Sent): Promise<string> {
  const before = await entries();
  const { status, headers } = await sendProbe(probe, sent);
  const isReplay = headers["idempotency-replayed"] === "true";
  return `${status}${isReplay ? "=" : ""}${"+".repeat((await entries()) - before)}`;
}

async function entries(): Promise<number> {
  const { rows } = await service.admin(
    "select count(*)::int as count from audit_entry where operation = 'probe'",
  );
  return rows[0].count;
}

/** The time differs for each request, so no two signatures are equal and failed credentials expire. */
function nextMinute(): void {
  service.setNow(new Date(+service.now() + 61_000).toISOString());
}

type Column = (probe: Probe) => readonly Sent[];

/** Each probe is requested once for each column, or several times at one instant, one after the
 * other. */
async function tableOf(columns: Readonly<Record<string, Column>>): Promise<string> {
  const rows = [["", ...Object.keys(columns)]];
  for (const probe of probes) {
    const cells: string[] = [];
    for (const column of Object.values(columns)) {
      nextMinute();
      const outcomes: string[] = [];
      for (const sent of column(probe)) outcomes.push(await outcomeOf(probe, sent));
      cells.push(outcomes.join(" "));
    }
    rows.push([probe.name, ...cells]);
  }
  const width = (place: number) => Math.max(...rows.map((row) => row[place]?.length ?? 0));
  const lines = rows.map((row) => row.map((cell, place) => cell.padEnd(width(place))).join(" | "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

const by = (caller: string) => () => [{ caller }];
const about = (caller: string, of: string) => () => [{ caller, account: of }];

test("every kind of caller and every scope", async () => {
  const table = await tableOf({
    own: by("adviser"),
    operator: by("operator"),
    "other firm": by("otherAdviser"),
    absent: about("adviser", "RZ99999999"),
    issuer: by("issuer"),
    client: by("client"),
    "read only": by("readOnly"),
    "write only": by("writeOnly"),
    "operator's write": by("operatorWithoutOperate"),
    stranger: by("stranger"),
    "wrong token": by("forger"),
    "wrong signature": (probe) => [{ signedOver: usualBody(probe), isForged: true }],
  });
  expect(table).toMatchInlineSnapshot(`
    "                          | own  | operator | other firm | absent | issuer | client | read only | write only | operator's write | stranger | wrong token | wrong signature
    GET                       | 200  | 200      | 403        | 403    | 403    | 403    | 200       | 403        | 200              | 401      | 401         | 401
    GET with body             | 200  | 200      | 403        | 403    | 403    | 403    | 200       | 403        | 200              | 401      | 401         | 401
    GET that writes           | 200+ | 200+     | 403        | 403    | 403    | 403    | 200       | 403        | 200              | 401      | 401         | 401
    GET that writes with body | 200+ | 200+     | 403        | 403    | 403    | 403    | 200       | 403        | 200              | 401      | 401         | 401
    HEAD                      | 200  | 200      | 403        | 403    | 403    | 403    | 200       | 403        | 200              | 401      | 401         | 401
    HEAD with body            | 200  | 200      | 403        | 403    | 403    | 403    | 200       | 403        | 200              | 401      | 401         | 401
    POST                      | 200+ | 200+     | 403        | 403    | 403    | 403    | 403       | 200+       | 403              | 401      | 401         | 401
    POST with body            | 200+ | 200+     | 403        | 403    | 403    | 403    | 403       | 200+       | 403              | 401      | 401         | 401
    PUT                       | 200+ | 200+     | 403        | 403    | 403    | 403    | 403       | 200+       | 403              | 401      | 401         | 401
    PUT with body             | 200+ | 200+     | 403        | 403    | 403    | 403    | 403       | 200+       | 403              | 401      | 401         | 401
    PATCH                     | 200+ | 200+     | 403        | 403    | 403    | 403    | 403       | 200+       | 403              | 401      | 401         | 401
    PATCH with body           | 200+ | 200+     | 403        | 403    | 403    | 403    | 403       | 200+       | 403              | 401      | 401         | 401
    DELETE                    | 200+ | 200+     | 403        | 403    | 403    | 403    | 403       | 200+       | 403              | 401      | 401         | 401
    DELETE with body          | 200+ | 200+     | 403        | 403    | 403    | 403    | 403       | 200+       | 403              | 401      | 401         | 401"
  `);
});

test("a body, declared or not", async () => {
  const opposite = ({ takesBody }: Probe) => (takesBody ? undefined : sound);
  const table = await tableOf({
    "as declared": (probe) => [{ body: usualBody(probe) }],
    "the opposite": (probe) => [{ body: opposite(probe) }],
    "as text": () => [{ body: sound, headers: { "Content-Type": "text/plain" } }],
    "no JSON": () => [{ body: "sound" }],
    "too large": () => [{ body: `"${"x".repeat(1_048_576)}"` }],
    "other firm's": () => [{ body: "sound", caller: "otherAdviser" }],
    "signed over it": () => [{ body: sound, signedOver: sound }],
    "signed without": () => [{ body: sound, signedOver: undefined }],
  });
  expect(table).toMatchInlineSnapshot(`
    "                          | as declared | the opposite | as text | no JSON | too large | other firm's | signed over it | signed without
    GET                       | 200         | 400          | 400     | 400     | 413       | 403          | 400            | 401
    GET with body             | 200         | 415          | 415     | 400     | 413       | 403          | 200            | 401
    GET that writes           | 200+        | 400          | 400     | 400     | 413       | 403          | 400            | 401
    GET that writes with body | 200+        | 415          | 415     | 400     | 413       | 403          | 200+           | 401
    HEAD                      | 200         | 400          | 400     | 400     | 413       | 403          | 400            | 401
    HEAD with body            | 200         | 415          | 415     | 400     | 413       | 403          | 200            | 401
    POST                      | 200+        | 400          | 400     | 400     | 413       | 403          | 400            | 401
    POST with body            | 200+        | 415          | 415     | 400     | 413       | 403          | 200+           | 401
    PUT                       | 200+        | 400          | 400     | 400     | 413       | 403          | 400            | 401
    PUT with body             | 200+        | 415          | 415     | 400     | 413       | 403          | 200+           | 401
    PATCH                     | 200+        | 400          | 400     | 400     | 413       | 403          | 400            | 401
    PATCH with body           | 200+        | 415          | 415     | 400     | 413       | 403          | 200+           | 401
    DELETE                    | 200+        | 400          | 400     | 400     | 413       | 403          | 400            | 401
    DELETE with body          | 200+        | 415          | 415     | 400     | 413       | 403          | 200+           | 401"
  `);
});

test("an Idempotency-Key, new and repeated", async () => {
  const keyed = (probe: Probe, rest: Sent = {}): Sent => ({
    ...rest,
    headers: { "Idempotency-Key": `key of ${probe.name}`.replaceAll(" ", "-") },
  });
  const malformed = { headers: { "Idempotency-Key": "two words" } };
  const otherBody = ({ takesBody }: Probe) => (takesBody ? { body: '{"word":"other"}' } : {});
  const table = await tableOf({
    none: () => [{}, {}],
    "the same request twice": (probe) => [keyed(probe), keyed(probe)],
    "another body": (probe) => [keyed(probe, otherBody(probe))],
    "another query": (probe) => [keyed(probe, { query: "?a=1" })],
    malformed: () => [malformed],
  });
  expect(table).toMatchInlineSnapshot(`
    "                          | none      | the same request twice | another body | another query | malformed
    GET                       | 200 200   | 200 200                | 200          | 200           | 200
    GET with body             | 200 200   | 200 200                | 200          | 200           | 200
    GET that writes           | 200+ 200+ | 200+ 200+              | 200+         | 200+          | 200+
    GET that writes with body | 200+ 200+ | 200+ 200+              | 200+         | 200+          | 200+
    HEAD                      | 200 200   | 200 200                | 200          | 200           | 200
    HEAD with body            | 200 200   | 200 200                | 200          | 200           | 200
    POST                      | 200+ 200+ | 200+ 200=              | 200=         | 422           | 400
    POST with body            | 200+ 200+ | 200+ 200=              | 422          | 422           | 400
    PUT                       | 200+ 200+ | 200+ 200=              | 200=         | 422           | 400
    PUT with body             | 200+ 200+ | 200+ 200=              | 422          | 422           | 400
    PATCH                     | 200+ 200+ | 200+ 200=              | 200=         | 422           | 400
    PATCH with body           | 200+ 200+ | 200+ 200=              | 422          | 422           | 400
    DELETE                    | 200+ 200+ | 200+ 200+              | 200+         | 200+          | 200+
    DELETE with body          | 200+ 200+ | 200+ 200+              | 200+         | 200+          | 200+"
  `);
});

test("a signature, fresh and used", async () => {
  const signed = (probe: Probe) => ({ signedOver: usualBody(probe) });
  const table = await tableOf({
    "the same request twice": (probe) => [signed(probe), signed(probe)],
  });
  expect(table).toMatchInlineSnapshot(`
    "                          | the same request twice
    GET                       | 200 200
    GET with body             | 200 200
    GET that writes           | 200+ 200+
    GET that writes with body | 200+ 200+
    HEAD                      | 200 200
    HEAD with body            | 200 200
    POST                      | 200+ 401
    POST with body            | 200+ 401
    PUT                       | 200+ 401
    PUT with body             | 200+ 401
    PATCH                     | 200+ 401
    PATCH with body           | 200+ 401
    DELETE                    | 200+ 401
    DELETE with body          | 200+ 401"
  `);
});

describe("a handler that writes", () => {
  const writing = probes.filter(({ method, writes }) => writes || !/GET|HEAD/.test(method));

  test.each(writing)(
    "$name does not run for a caller that may not use its subject",
    async (probe) => {
      ran.length = 0;
      const foreign = await sendProbe(probe, { caller: "otherAdviser" });
      const absent = await sendProbe(probe, { caller: "adviser", account: "RZ99999999" });
      expect([foreign.status, absent.status]).toEqual([403, 403]);
      expect(foreign.text).toBe(absent.text);
      expect(ran).toEqual([]);
      await sendProbe(probe);
      expect(ran).toEqual([probe.name]);
    },
  );

  test("is not reached by a GET that is not declared as writing", async () => {
    const before = await entries();
    const response = await app.inject({
      url: `/probes/${account}/undeclared`,
      headers: { host: "bursar.test", authorization: `Bearer ${tokens.adviser}` },
    });
    expect([response.statusCode, await entries()]).toEqual([500, before]);
  });
});

test("a change that begins with write() stores nothing for a caller that may not use its subject", async () => {
  const ask = (of: string, { number = account, more = {} } = {}) =>
    app.inject({
      method: "POST",
      url: `/probes/${number}/beginning`,
      headers: { host: "bursar.test", authorization: `Bearer ${tokens[of]}`, ...more },
    });
  const before = await entries();
  const unsound = { "X-Dry-Run": "perhaps" };
  const foreign = await ask("otherAdviser");
  const absent = await ask("adviser", { number: "RZ99999999" });
  const both = await ask("otherAdviser", { more: unsound });
  expect([foreign, absent, both].map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  expect([absent.body, both.body]).toEqual([foreign.body, foreign.body]);
  expect(await entries()).toBe(before);
  expect((await ask("adviser", { more: unsound })).statusCode).toBe(400);
  expect([(await ask("adviser")).statusCode, await entries()]).toEqual([200, before + 1]);
});

test("the response of a read, with its headers, is withheld from a caller that may not use its subject", async () => {
  const reads = probes.filter(({ method, writes }) => !writes && /GET|HEAD/.test(method));
  for (const probe of reads) {
    expect((await sendProbe(probe)).headers["x-probe"], probe.name).toBe(probe.name);
    const foreign = await sendProbe(probe, { caller: "otherAdviser" });
    expect([foreign.status, foreign.headers["x-probe"]], probe.name).toEqual([403, undefined]);
    expect(foreign.text, probe.name).not.toContain("read");
  }
});

test("an undeclared body is refused by name, together with every other problem", async () => {
  const stray = { type: "SYNTAX", field: "body", message: "The request takes no body." };
  const key = { type: "VALIDATION_FIELD", field: "Idempotency-Key" };
  for (const probe of probes.filter(({ takesBody, method }) => !takesBody && method !== "HEAD")) {
    const headers = { "Idempotency-Key": "two words" };
    const { body } = await sendProbe(probe, { body: sound, headers });
    const takesKey = ["POST", "PUT", "PATCH"].includes(probe.method);
    const errorCode = "invalid.idempotency.key";
    expect(body, probe.name).toEqual(takesKey ? [stray, { ...key, errorCode }] : [stray]);
  }
});

describe("a GET that writes", () => {
  test("is always answered in full, whatever tag its caller has", async () => {
    const [probe] = probes.filter(({ writes }) => writes) as [Probe];
    const before = await entries();
    const response = await sendProbe(probe, { headers: { "If-None-Match": "*" } });
    expect([response.status, response.text, await entries()]).toEqual([200, "written", before + 1]);
  });

  const declare = (method: string, config: object) => () =>
    createApp(service.app.frame).route({ method, url: "/probe", config, handler: async () => "" });

  test("has no tag, and no change is declared to have one", () => {
    expect(declare("GET", { writes: true, etag: true })).toThrow("never sent as 304");
    expect(declare("PUT", { etag: true })).toThrow("never sent as 304");
    expect(declare("DELETE", { writes: true })).toThrow("without being declared");
    expect(declare("GET", { writes: true })).not.toThrow();
  });

  test("a POST alone can be read-only, and nothing else then", () => {
    expect(declare("POST", { readOnlyPost: true })).not.toThrow();
    expect(declare("PUT", { readOnlyPost: true })).toThrow("is no POST, but declares readOnlyPost");
    expect(declare("POST", { readOnlyPost: true, etag: true })).toThrow(
      "may declare neither writes nor etag",
    );
    expect(declare("POST", { readOnlyPost: true, writes: true })).toThrow(
      "may declare neither writes nor etag",
    );
  });
});

test("a route has methods of one kind", () => {
  const declare = (method: string[]) => () =>
    createApp(service.app.frame).route({ method, url: "/probe", handler: async () => "" });
  expect(declare(["GET", "HEAD"])).not.toThrow();
  expect(declare(["GET", "PUT"])).toThrow("are of one kind");
  expect(declare(["PUT", "DELETE"])).toThrow("are of one kind");
});

test("the contract describes each as the frame treats it", () => {
  const contract = buildContract(app, []);
  const described = Object.values(contract.paths).flatMap((operations) =>
    Object.values(operations).map((referring) => {
      const { operationId, description, ...operation } = resolved(referring, contract);
      const headers = operation.parameters.map(({ name }) => name);
      const usual = ["X-Content-Type-Options", "Cache-Control"];
      const facts = [
        description.replace(/^.*Scope: /, ""),
        operation.requestBody === undefined ? "no body" : "body",
        headers.includes("Idempotency-Key") ? "key" : "no key",
        ["409", "413", "415", "422"].filter((status) => operation.responses[status]).join(" "),
        Object.keys(operation.responses["200"]?.headers ?? {})
          .filter((name) => !usual.includes(name))
          .join(" "),
      ];
      return `${operationId}: ${facts.filter(Boolean).join(", ")}`;
    }),
  );
  expect(described.toSorted().join("\n")).toMatchInlineSnapshot(`
    "DELETE with body: \`write\` (the operator: \`operate\`)., body, no key, 413 415, X-Request-Id traceparent RateLimit RateLimit-Policy Location X-Dry-Run
    DELETE: \`write\` (the operator: \`operate\`)., no body, no key, 413, X-Request-Id traceparent RateLimit RateLimit-Policy Location X-Dry-Run
    GET that writes with body: \`read\`., body, no key, 413 415, X-Request-Id traceparent RateLimit RateLimit-Policy
    GET that writes: \`read\`., no body, no key, 413, X-Request-Id traceparent RateLimit RateLimit-Policy
    GET with body: \`read\`., body, no key, 413 415, X-Request-Id traceparent RateLimit RateLimit-Policy
    GET: \`read\`., no body, no key, 413, X-Request-Id traceparent RateLimit RateLimit-Policy
    HEAD with body: \`read\`., body, no key, 413 415, X-Request-Id traceparent RateLimit RateLimit-Policy
    HEAD: \`read\`., no body, no key, 413, X-Request-Id traceparent RateLimit RateLimit-Policy
    PATCH with body: \`write\` (the operator: \`operate\`)., body, key, 409 413 415 422, X-Request-Id traceparent RateLimit RateLimit-Policy Location Idempotency-Replayed X-Dry-Run
    PATCH: \`write\` (the operator: \`operate\`)., no body, key, 409 413 422, X-Request-Id traceparent RateLimit RateLimit-Policy Location Idempotency-Replayed X-Dry-Run
    POST with body: \`write\` (the operator: \`operate\`)., body, key, 409 413 415 422, X-Request-Id traceparent RateLimit RateLimit-Policy Location Idempotency-Replayed X-Dry-Run
    POST: \`write\` (the operator: \`operate\`)., no body, key, 409 413 422, X-Request-Id traceparent RateLimit RateLimit-Policy Location Idempotency-Replayed X-Dry-Run
    PUT with body: \`write\` (the operator: \`operate\`)., body, key, 409 413 415 422, X-Request-Id traceparent RateLimit RateLimit-Policy Location Idempotency-Replayed X-Dry-Run
    PUT: \`write\` (the operator: \`operate\`)., no body, key, 409 413 422, X-Request-Id traceparent RateLimit RateLimit-Policy Location Idempotency-Replayed X-Dry-Run"
  `);
});
