// The example request of every operation, as the contract gives it: what walks the contract sends.
import { contractOf, type Operation } from "../src/platform/http/openapi.ts";
import type { House } from "./harness.ts";

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
}

/** The example of every operation that a service registers. */
export function examplesOf({ app }: Pick<House, "app">): Example[] {
  return Object.entries(contractOf(app).paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: operation.operationId,
      template,
      operation,
      request: exampleOf(template, method, operation),
    })),
  );
}

/** The example request of an operation; parameters that a path already fills are left alone. */
export function exampleOf(template: string, method: string, operation: Operation): Request {
  const given = (operation.parameters ?? []).filter(({ example }) => example !== undefined);
  const of = (place: string) =>
    given.filter((each) => each.in === place).map((each) => [each.name, each.example ?? ""]);
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
