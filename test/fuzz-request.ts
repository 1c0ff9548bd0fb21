// Hostile requests: paths, queries, headers and bodies that no client library would send.
import fc from "fast-check";
import type { Example } from "./examples.ts";
import {
  type BodySchema,
  type Damage,
  damages,
  hostileBody,
  type Step,
  ways,
} from "./fuzz-body.ts";
import type { Following, Links } from "./fuzz-links.ts";
import type { TestService } from "./harness.ts";
import type { CallerName } from "./sample-template.ts";

/** The random choices for one request. */
export interface Attempt {
  readonly operation: number;
  readonly caller: CallerName | null;
  readonly steps: readonly Step[];
  readonly damage: Damage;
  readonly method: string;
  readonly path: readonly [way: (typeof pathWays)[number], text: string];
  readonly query: readonly (readonly [name: number, value: string])[];
  readonly headers: readonly (readonly [name: (typeof headerNames)[number], value: string])[];
  readonly line: string;
  readonly isChunked: boolean;
  /** A request that follows what responses have named is hostile in its body alone. */
  readonly following: Following | null;
}

const pathWays = [
  ...(["as it is", "as it is", "as it is", "as it is", "as it is", "as it is"] as const),
  ...(["parameter", "parameter", "append", "double", "upper", "cut", "whole"] as const),
] as const;

const headerNames = [
  ...(["Authorization", "Idempotency-Key", "X-Associated-Member-Id", "If-None-Match"] as const),
  ...([
    "Content-Type",
    "Accept-Encoding",
    "Accept",
    "Content-Encoding",
    "X-Forwarded-For",
  ] as const),
  ...(["Expect", "Cookie", "Range", "X-HTTP-Method-Override", "Host"] as const),
] as const;

const values = [
  "",
  " ",
  "*",
  "null",
  "a".repeat(300),
  "é",
  "\u00ff\u0080",
  "\t",
  "ben.whitfield",
  "nobody",

  "Bearer",
  "Bearer ",
  "Bearer x",
  "Basic YTpi",
  "Bearer bursar_",
  `Bearer ${"a".repeat(9000)}`,
  "FOLIOWS",
  "FOLIOWS FOLIOWS_API_KEY=a",
  "FOLIOWS FOLIOWS_API_KEY=%,FOLIOWS_SIGNATURE=b",
  "FOLIOWS FOLIOWS_API_KEY=a,FOLIOWS_SIGNATURE=b,FOLIOWS_TIMESTAMP=2026-03-02T15:00:00Z",
  "FOLIOWS FOLIOWS_API_KEY=%00,FOLIOWS_SIGNATURE=%00,FOLIOWS_TIMESTAMP=%00",
  "foliows a=b",
  `FOLIOWS ${"FOLIOWS_API_KEY=a,".repeat(400)}`,
  `FOLIOWS ${",".repeat(9000)}`,
  "application/json",
  "APPLICATION/JSON;charset=utf-16",
  "text/plain",
  "application/json, a",
  "multipart/form-data",
  ";",
  "/",
  "gzip",
  "br, zstd;q=0",
  "identity;q=0",
  "bytes=0-1",

  '"a"',
  'W/"a"',
  `"${"b".repeat(5000)}"`,
  "one key",
  "key-1",
  "key-2",
  "100-continue",
  "later",
  "bursar.test:1",
  "evil.test",
  "[::1]",
  "127.0.0.1, 1.2.3.4",
  "DELETE",
  "x".repeat(20_000),
] as const;

const lines = [
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  "no colon",
  "A : b",
  "A: b\u0000c",
  ": b",
  "Host: second.test",
  "Transfer-Encoding: gzip",
  "Content-Length: 5",
  "Content-Length: x",
  "Content-Length: -1",
  "Connection: upgrade",
  "Upgrade: websocket",
  " folded",
  "Authorization: Bearer second",
  "Idempotency-Key: second",
] as const;

const segments = [
  "RA00000001",
  "RB00000001",
  "RZ99999999",
  "ra00000001",
  "R",
  "",
  ".",
  "..",
  "%2e%2e",
  "%00",
  "%",
  "%zz",
  "%ff",
  "%C0%80",
  "%F0%9F%98%80",
  "%2F",
  "%5C",
  "a%20b",
  "'",
  "%27%20or%201=1--",
  "0",
  "-1",
  "1.0",
  "1e3",
  "9223372036854775807",
  "9223372036854775808",
  `${"0".repeat(400)}1`,
  "__proto__",
  "constructor",
  "null",
  "é",
  "\u0001",
  "a".repeat(15_000),
  "?",
  "#",
  ";a=b",
  "*",
  "RA0000000103",
  "RA0000000199",
  "801",
  "701",
  "4001",
  "%E2%80%AE",
  "{accountnumber}",
  "$1",
] as const;

const step: fc.Arbitrary<Step> = fc.record({
  place: fc.nat(10_000),
  how: fc.constantFrom(...ways),
  pick: fc.nat(100_000),
  noise: fc.string({ unit: "binary", maxLength: 24 }),
});

const text = (of: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...of) },
    { weight: 1, arbitrary: fc.stringMatching(/^[!-~]{0,40}$/) },
  );

/** Draws requests against the operations, four times as often against one that changes. */
export function attempts(examples: readonly Example[]): fc.Arbitrary<Attempt> {
  const callers = ["otherAdviser", "issuer", "operator", "client", "readOnly", null] as const;
  const drawn = examples.flatMap(({ request }, index) =>
    Array<number>(request.method === "GET" ? 1 : 4).fill(index),
  );
  return fc.record({
    operation: fc.constantFrom(...drawn),
    caller: fc.oneof(
      { weight: 3, arbitrary: fc.constant("adviser" as const) },
      { weight: 1, arbitrary: fc.constantFrom(...callers) },
    ),
    steps: fc.array(step, { maxLength: 3 }),
    damage: fc.constantFrom(...damages),
    method: fc.constantFrom(...Array(60).fill(""), "HEAD", "DELETE", "PATCH", "TRACE", "BREW"),
    path: fc.tuple(fc.constantFrom(...pathWays), text(segments)),
    query: fc.array(fc.tuple(fc.nat(5), text([...segments, "all", "2024", "2024-01-01"])), {
      maxLength: 3,
    }),
    headers: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.array(fc.tuple(fc.constantFrom(...headerNames), text(values)), {
          maxLength: 2,
        }),
      },
    ),
    line: fc.constantFrom(...lines),
    isChunked: fc.boolean(),
    following: fc.option(
      fc.record({ address: fc.nat(100_000), fields: fc.nat(16_383), value: fc.nat(100_000) }),
      { freq: 1 },
    ),
  });
}

/** A request that follows responses, as bytes: its caller is mostly one who may send it. */
function followed(
  { template, request, caller }: Example,
  drawn: Attempt,
  links: Links,
): { readonly drawn: Attempt; readonly request: Example["request"] } {
  const { following, steps } = drawn;
  if (following === null) return { drawn, request };
  const { value, fields } = following;
  return {
    drawn: {
      ...drawn,
      caller: value % 4 === 0 ? drawn.caller : caller,
      steps: fields % 2 === 0 ? [] : steps.slice(0, 1),
      damage: "none",
      method: "",
      path: ["as it is", ""],
      query: [],
      headers: [],
      line: "",
    },
    request: {
      ...request,
      path: links.pathOf(template, request.path, following),
      body: request.body === undefined ? undefined : links.bodyOf(request.body, following),
    },
  };
}

/** The request in bytes, which asks for the connection to be closed after its response. */
export function bytesOf(
  service: TestService,
  { example, attempt, links }: { example: Example; attempt: Attempt; links: Links },
) {
  const { template, operation } = example;
  const { drawn, request } = followed(example, attempt, links);
  const json = operation.requestBody?.content["application/json"];
  const parts = { schema: (json?.schema ?? {}) as BodySchema, example: request.body };
  const body = json ? hostileBody(parts, drawn.steps, drawn.damage) : Buffer.alloc(0);
  const token = drawn.caller && service.keys[drawn.caller].token;
  const headers = new Map<string, string>([
    ["Host", "bursar.test"],
    ...(token ? [["Authorization", `Bearer ${token}`] as const] : []),
    ...(json ? [["Content-Type", "application/json"] as const] : []),
    ...Object.entries(request.headers),
    ...drawn.headers,
    drawn.isChunked && json
      ? ["Transfer-Encoding", "chunked"]
      : ["Content-Length", String(body.length)],
    ["Connection", "close"],
  ]);
  const method = drawn.method || request.method;
  const target = targetOf(template, request.path, operation, drawn);
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
    ...(drawn.line === "" ? [] : [drawn.line]),
    "",
    "",
  ].join("\r\n");
  return {
    method,
    target,
    bytes: Buffer.concat([
      Buffer.from(head, "latin1"),
      drawn.isChunked && json ? chunked(body) : body,
    ]),
  };
}

function chunked(body: Buffer): Buffer {
  const size = Buffer.from(`${body.length.toString(16)}\r\n`);
  const end = Buffer.from("0\r\n\r\n");
  return body.length === 0 ? end : Buffer.concat([size, body, Buffer.from("\r\n"), end]);
}

function targetOf(
  template: string,
  path: string,
  { parameters = [] }: Example["operation"],
  { path: [way, text], query }: Attempt,
): string {
  const [plain = "", ownQuery = ""] = path.split("?");
  const [place] = /\{[^}]*\}(?!.*\{)/.exec(template) ?? [];
  const sent: Record<(typeof pathWays)[number], string> = {
    "as it is": plain,
    parameter: place === undefined ? plain : parameterReplaced(template, plain, text),
    append: `${plain}/${text}`,
    double: plain.replaceAll("/", "//"),
    upper: plain.toUpperCase(),
    cut: plain.slice(0, -3),
    whole: `http://evil.test${plain}`,
  };
  const names = parameters.filter((each) => each.in === "query").map(({ name }) => name);
  const pairs = query.map(([name, value]) => `${names[name] ?? "surplus"}=${value}`);
  const all = [...(ownQuery ? [ownQuery] : []), ...pairs].join("&");
  return (all ? `${sent[way]}?${all}` : sent[way]).replaceAll(" ", "%20");
}

/** The path with the value of the parameter that its text chooses replaced. */
function parameterReplaced(template: string, plain: string, text: string): string {
  const shape = template.split("/");
  const places = shape.flatMap((part, index) => (part.startsWith("{") ? [index] : []));
  const chosen = places[text.length % places.length];
  return plain
    .split("/")
    .map((part, index) => (index === chosen ? text : part))
    .join("/");
}
