// The needs of integrators' tools, checked for every operation of the contract; each finding says what to do.
import { beforeAll, expect, test, vi } from "vitest";
import { openWithoutStore } from "../src/cli/contract.ts";
import type { Contract, Operation } from "../src/platform/http/contract/contract-document.ts";
import { buildContract } from "../src/platform/http/contract/openapi.ts";
import { faultsOf, resolved } from "./contract-check.ts";
import { send } from "./harness.ts";

type App = Awaited<ReturnType<typeof openWithoutStore>>;
let app: App;
let contract: Contract;
let operations: readonly Operation[];

beforeAll(async () => {
  app = await openWithoutStore();
  contract = buildContract(app, ["http://127.0.0.1:8080"]);
  operations = Object.values(contract.paths).flatMap((each) => Object.values(each));
});

test("each operation has a summary of its own", () => {
  const summaries = operations.map(({ summary }) => summary);
  const without = operations.filter(
    ({ summary }, index) => summary === undefined || summaries.indexOf(summary) !== index,
  );
  expect(
    without.map(({ operationId }) => `${operationId} — give its route another summary`),
  ).toEqual([]);
});

test("each operation has one tag, whose description says what it groups", () => {
  const known = new Set(contract.tags.map(({ name }) => name));
  const used = new Set(operations.flatMap(({ tags = [] }) => tags));
  expect([
    ...operations
      .filter(({ tags = [] }) => tags.length !== 1 || !known.has(tags[0] ?? ""))
      .map(
        ({ operationId }) =>
          `${operationId} — give its route one tag, which the routes of a resource describe`,
      ),
    ...[...known].filter((name) => !used.has(name)).map((name) => `${name} — no operation has it`),
  ]).toEqual([]);
});

test("each list takes its `limit` in one shape", () => {
  const other = operations.filter((referring) => {
    const { parameters = [] } = resolved(referring, contract);
    const limit = parameters.find(({ name }) => name === "limit");
    return limit !== undefined && !JSON.stringify(limit.schema).includes('["string","number"]');
  });
  expect(other.map(({ operationId }) => `${operationId} — declare it by \`pageLimit\``)).toEqual(
    [],
  );
});

/** A stream has no response that could be shown. */
const isEndless = (type: string) => type === "text/event-stream";

test("each operation shows a response, or names the address of what it made", () => {
  const without = operations.filter((referring) => {
    const { responses } = resolved(referring, contract);
    const [success] = Object.values(responses);
    const shown = Object.entries(success?.content ?? {}).filter(
      ([type]) => type === "application/json" || (type.startsWith("text/") && !isEndless(type)),
    );
    const isLocated = success?.headers?.Location !== undefined;
    const isBinary = success?.content !== undefined && shown.length === 0;
    if (isLocated || isBinary) return false;
    return shown.length === 0 || shown.some(([, { example }]) => example === undefined);
  });
  const what = "run `npm run answers` and commit what it wrote next to the operation";
  expect(without.map(({ operationId }) => `${operationId} — ${what}`)).toEqual([]);
});

test("each object has a name and is defined once under it", () => {
  const nameless: string[] = [];
  const walk = (part: unknown, path: string): void => {
    if (typeof part !== "object" || part === null) return;
    const isNamed = /^components\.schemas\.\w+$/.test(path);
    if ("type" in part && part.type === "object" && !isNamed) nameless.push(path);
    for (const [key, of] of Object.entries(part)) {
      if (key !== "example" && key !== "examples") walk(of, path ? `${path}.${key}` : key);
    }
  };
  walk({ paths: contract.paths, components: contract.components }, "");
  expect(nameless.map((path) => `${path} — give its shape a \`title\` in schema.ts`)).toEqual([]);
});

test("a response that differs from the contract is found", () => {
  const request = { method: "GET", path: "/restapi/accounts/RA00000001/folios" };
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "x-request-id": "q83vEjRWeJCrze8S",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  };
  const folio = {
    accountNumber: "RA00000001",
    folioNumber: "RA0000000103",
    folioName: "Growth",
    folioType: "folio",
  };
  const faultsIn = (body: unknown, status = 200, given: object = headers) =>
    faultsOf(app, request, {
      status,
      headers: given as typeof headers,
      text: JSON.stringify(body),
    }).map((fault) => fault.split(" — ")[0]);
  expect(faultsIn([folio])).toEqual([]);
  expect(faultsIn([{ ...folio, surplus: 1 }])[0]).toContain("must NOT have additional properties");
  expect(faultsIn([{ ...folio, folioType: "none" }])[0]).toContain("/0/folioType");
  expect(faultsIn([], 200, { ...headers, "x-request-id": undefined })).toEqual(["no X-Request-Id"]);
  expect(faultsIn("", 202)).toEqual(["listFolios has no 202"]);
  const unknown = { type: "VALIDATION_RULE", errorCode: "no.such.rule", message: "No." };
  expect(faultsIn([unknown], 400)).toEqual(["no.such.rule"]);
});

test("a test fails whose request gets another response than the contract says", async () => {
  const response = { statusCode: 202, headers: {}, body: "" } as never;
  const inject = vi.spyOn(app, "inject").mockResolvedValue(response);
  const ask = (path: string) => send(app, "GET", path, undefined, {});
  await expect(ask("/restapi/accounts/RA00000001/folios?a=1")).rejects.toThrow(
    "listFolios has no 202",
  );
  expect((await ask("/health/live")).status).toBe(202);
  inject.mockRestore();
});
