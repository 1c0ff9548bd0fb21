// The example request of every operation, as the contract gives it: what tests that walk the
// contract send.
import type { Operation } from "../src/platform/http/contract/contract-document.ts";
import { buildContract } from "../src/platform/http/contract/openapi.ts";
import { resolved } from "./contract-check.ts";
import type { TestService } from "./harness.ts";
import type { KeptService } from "./kept-service.ts";
import type { CallerName } from "./sample-template.ts";
import type { Subjects } from "./subjects.ts";

/** A request without its caller. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An operation with its example request. */
export interface Example {
  readonly id: string;
  readonly template: string;
  readonly operation: Operation;
  readonly request: Request;
  /** The parameter that names its subject; undefined where the path names none. */
  readonly subject: string | undefined;
  /** The kinds of callers that the contract names. */
  readonly callers: readonly string[];
  /** The caller that sends it in the walks: the adviser, where it may. */
  readonly caller: CallerName;
  /** The status of its success; a dry run of what creates something gets a 200. */
  readonly success: string;
  readonly isChange: boolean;
  /** Once it has succeeded, requests of its path find nothing. */
  readonly destroys: boolean;
  /** A read that records its own use. */
  readonly recordsItsUse: boolean;
  readonly takesKey: boolean;
  readonly takesBody: boolean;
}

/** The example of every operation that a service registers. */
export function examplesOf({ app }: Pick<TestService, "app">): Example[] {
  const contract = buildContract(app, []);
  return Object.entries(contract.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, referring]) => {
      const operation = resolved(referring, contract);
      const request = exampleOf(template, method, operation);
      const callers = callersOf(operation);
      return {
        id: operation.operationId,
        template,
        operation,
        request,
        callers,
        caller: callerOf(callers),
        success: "201" in operation.responses ? "201" : "200",
        subject: /\{(\w+)\}/.exec(template)?.[1],
        // A read-only POST is a read.
        isChange: method !== "get" && !operation.description?.endsWith("Scope: `read`."),
        destroys: method === "delete",
        recordsItsUse: operation.operationId === "getOfferDocument",
        takesKey: operation.parameters.some(({ name }) => name === "Idempotency-Key"),
        takesBody: operation.requestBody !== undefined,
      };
    }),
  );
}

function callersOf({ description = "" }: { readonly description?: string }): string[] {
  const [, list = ""] = /Callers: ([^.]+)\./.exec(description) ?? [];
  return list.split(", ");
}

const callerOfKind = {
  institutional: "adviser",
  operator: "operator",
  issuing: "issuer",
  client: "client",
} as const;

function callerOf(callers: readonly string[]): CallerName {
  const kinds = Object.keys(callerOfKind) as (keyof typeof callerOfKind)[];
  const kind = kinds.find((each) => callers.includes(each));
  if (kind === undefined) throw new Error(`nobody may call it: ${callers}`);
  return callerOfKind[kind];
}

/** The example request of an operation; parameters that a path already fills are left alone. */
function exampleOf(template: string, method: string, operation: Operation): Request {
  const given = operation.parameters.filter(({ example }) => example !== undefined);
  const of = (place: string) =>
    given.filter((each) => each.in === place).map((each) => [each.name, String(each.example)]);
  const path = of("path").reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    template,
  );
  const query = new URLSearchParams(of("query") as [string, string][]).toString();
  const json = operation.requestBody?.content["application/json"] as { example?: unknown };
  return {
    method: method.toUpperCase(),
    path: query ? `${path}?${query}` : path,
    headers: Object.fromEntries(of("header")),
    body: json?.example,
  };
}

/** The example with other subjects; what its path names below them stays as in the example. */
export function about({ template, operation, request }: Example, subjects: Subjects): Request {
  const path = Object.entries(subjects).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, () => value),
    template,
  );
  return exampleOf(path, request.method, operation);
}

/** Runs a check over operations in turn, and returns what failed. */
export async function failuresOf(
  examples: readonly Example[],
  check: (example: Example) => Promise<void>,
): Promise<string[]> {
  const failures: string[] = [];
  for (const example of examples) {
    await check(example).catch((error: Error) => failures.push(`${example.id}: ${error.message}`));
  }
  return failures;
}

/** Runs work against the service, or, for a change, over the sample as no other has changed it. */
export function overSample<T>(
  { service, kept }: { readonly service: TestService; readonly kept: KeptService },
  { isChange }: Example,
  work: (service: TestService) => Promise<T>,
): Promise<T> {
  return isChange ? kept.over(work) : work(service);
}
