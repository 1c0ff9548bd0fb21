// Requests of tests as the client sends them: to a service in this process, without a socket.

import { type Bursar, bearer, openBursar } from "@bursar/client";
import { expect } from "vitest";
import type { Example, Request as ExampleRequest } from "./examples.ts";
import { send, type TestResponse, type TestService } from "./harness.ts";
import type { CallerName } from "./sample-template.ts";

/** A client, and the last response that it was given. */
export interface ClientInProcess {
  readonly bursar: Bursar;
  readonly last: () => TestResponse;
}

/** A client of a test's service. */
export function clientOf({ app, keys }: TestService, caller: CallerName): ClientInProcess {
  let last: TestResponse | undefined;
  const bursar = openBursar({
    url: "http://bursar.test",
    credential: bearer(keys[caller].token),
    patience: { attempts: 1 },
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      const { method, headers } = request;
      const given = body === "" ? undefined : body;
      last = await send(app, method, pathname + search, given, Object.fromEntries(headers));
      return responseOf(last);
    },
  });
  return {
    bursar,
    last: () => {
      if (last === undefined) throw new Error("nothing was sent");
      return last;
    },
  };
}

function responseOf({ status, headers, text }: TestResponse): Response {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new Response(text === "" ? null : text, { status, headers: given });
}

/** The result of a client's call, whose types are those of any operation. */
type Call = (path: string, init: object) => Promise<unknown>;

/** Sends an operation's example by the client's method for it; `dryRun` where it is only tried. */
export async function callExample(
  { bursar, last }: ClientInProcess,
  { template, operation, isChange }: Example,
  { method, headers, body }: ExampleRequest,
  options: { readonly dryRun?: true } = {},
): Promise<{ readonly result: unknown; readonly response: TestResponse }> {
  const examplesIn = (place: string) =>
    Object.fromEntries(
      operation.parameters
        .filter((each) => each.in === place && each.example !== undefined)
        .map(({ name, example }) => [name, String(example)]),
    );
  const params = { path: examplesIn("path"), query: examplesIn("query"), header: headers };
  const methods: Readonly<Record<string, Call>> = {
    GET: bursar.get as Call,
    POST: (isChange ? bursar.post : bursar.ask) as Call,
    PUT: bursar.put as Call,
    DELETE: bursar.delete as Call,
  };
  const call = methods[method];
  if (call === undefined) throw new Error(`the client has no ${method}`);
  const result = await call(template, { params, ...(body !== undefined && { body }), ...options });
  return { result, response: last() };
}

/** The result that the client should make of a response. */
export function madeOf({ headers, body, text }: TestResponse, isChange: boolean): unknown {
  const location = String(headers.location);
  if (isChange) {
    const id = decodeURIComponent(location.slice(location.lastIndexOf("/") + 1));
    return { location, id, body, requestId: headers["x-request-id"], isRepeat: false };
  }
  if (body !== undefined) return body;
  return String(headers["content-type"]).startsWith("text/") ? text : expect.any(Blob);
}
