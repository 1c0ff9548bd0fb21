// Sends hostile requests over a real socket; half of them use what earlier responses have named.
// Checks the responses: never a 500, never a hang, always documented, and nothing changed unless
// the response says so.
import { deepStrictEqual, ok, strictEqual } from "node:assert";
import fc from "fast-check";
import { codesAt } from "./contract-check.ts";
import { type Example, examplesOf } from "./examples.ts";
import { type Links, openLinks } from "./fuzz-links.ts";
import { type Attempt, attempts, bytesOf } from "./fuzz-request.ts";
import type { TestService } from "./harness.ts";
import { addressOf, openSocket, readToEnd } from "./raw-http.ts";

/** The number of requests drawn, the seed, and where in its sequence a replay starts. */
export interface FuzzRun {
  readonly seed: number;
  readonly numRuns: number;
  readonly path?: string;
  readonly minutes?: number;
}

/** How long a response may take, in milliseconds. */
const timeout = 15_000;

/** Draws requests and checks each response; throws with the seed and path of the first that fails. */
export async function fuzz(
  service: TestService,
  run: FuzzRun,
): Promise<ReadonlyMap<number, number>> {
  const examples = examplesOf(service);
  const check = await openChecker(service, examples);
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(attempts(examples), async (drawn) => {
    const status = await check(drawn);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  const { minutes, path, seed, numRuns } = run;
  await fc.assert(property, {
    seed,
    numRuns,
    ...(path !== undefined && { path }),
    ...(minutes !== undefined && {
      interruptAfterTimeLimit: minutes * 60_000,
      markInterruptAsFailure: false,
    }),
  });
  return statuses;
}

async function openChecker(service: TestService, examples: readonly Example[]) {
  const port = await addressOf(service.app);
  const links = openLinks(examples.map(({ template }) => template));
  let before = await digestOf(service);
  return async (drawn: Attempt): Promise<number> => {
    const example = examples[drawn.operation] as Example;
    const { bytes, method, target } = bytesOf(service, { example, attempt: drawn, links });
    service.setNow(new Date(+service.now() + 5_000).toISOString());
    const text = await exchangeInTime(port, bytes);
    const after = await digestOf(service);
    const response = decodeResponse(text, method);
    const own = new Set(example.operation["x-error-codes"]);
    checkResponse(response, example, own.union(codesAt(service.app, target)));
    const isOther = method !== example.request.method;
    const writes = isOther || example.isChange || example.recordsItsUse;
    const mayChange = writes && response.status < 300;
    if (!mayChange) strictEqual(after, before, `${response.status} changed the store`);
    before = after;
    if (response.status < 300) learn(links, target, response);
    return response.status;
  };
}

function learn(links: Links, target: string, { headers, body }: RawResponse): void {
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  const [path = ""] = target.split("?");
  links.learn(path, headers.get("location"), isJson && body !== "" ? JSON.parse(body) : undefined);
}

async function exchangeInTime(port: number, bytes: Buffer): Promise<string> {
  const socket = await openSocket(port);
  const timer = setTimeout(() => socket.destroy(), timeout);
  const response = readToEnd(socket);
  socket.write(bytes);
  const text = await response;
  clearTimeout(timer);
  ok(text.startsWith("HTTP/1.1 "), `no response within ${timeout} ms: ${text.slice(0, 100)}`);
  return text;
}

/** A value that changes as soon as a row of any table is written or removed. */
async function digestOf(service: TestService): Promise<string> {
  const text = digests.get(service) ?? (await digestStatement(service));
  digests.set(service, text);
  const { rows } = await service.admin(text);
  return String(rows[0]?.digest);
}

const digests = new WeakMap<TestService, string>();

async function digestStatement(service: TestService): Promise<string> {
  const { rows } = await service.admin(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables" +
      " where schemaname = 'public' order by 1",
  );
  const parts = rows.map(
    ({ name }) =>
      `(select '${name} ' || count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from ${name})`,
  );
  return `select array_to_string(array[${parts.join(", ")}], E'\\n') as digest`;
}

interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function decodeResponse(text: string, method: string): RawResponse {
  const whole = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "");
  const end = whole.indexOf("\r\n\r\n");
  const [first = "", ...lines] = whole.slice(0, end).split("\r\n");
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(": ");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
  });
  const headers = new Map(pairs);
  strictEqual(headers.size, pairs.length, "a header is given twice");
  const body = whole.slice(end + 4);
  const length = headers.get("content-length");
  // Bytes of a paper are no text, whose length could be told again.
  const isText = headers.get("content-type") !== "application/pdf";
  if (length !== undefined && method !== "HEAD" && isText) {
    strictEqual(Buffer.byteLength(body), Number(length), "the length of the body");
  }
  return { status: Number(first.split(" ")[1]), headers, body };
}

function checkResponse(response: RawResponse, example: Example, codes: ReadonlySet<string>): void {
  const { status, headers, body } = response;
  const documented = Object.keys(example.operation.responses ?? {}).map(Number);
  ok(status !== 500, `500: ${body}`);
  ok([...documented, 400, 404, 405].includes(status), `${status} is not documented: ${body}`);
  ok(/^[\w-]{16}$/.test(headers.get("x-request-id") ?? ""), "X-Request-Id");
  strictEqual(headers.get("x-content-type-options"), "nosniff");
  ok(/^private, no-(store|cache)$/.test(headers.get("cache-control") ?? ""), "Cache-Control");
  ok(!headers.has("set-cookie"), "a cookie");
  if (body === "") return;
  const type = headers.get("content-type") ?? "";
  if (mediaTypesOf(example, status).includes(type.split(";")[0] ?? "")) return;
  strictEqual(type, "application/json; charset=utf-8");
  const parsed: unknown = JSON.parse(body);
  if (status >= 400) checkProblems(status, parsed, codes);
}

/** The media types of a response besides JSON, which are not read here. */
function mediaTypesOf({ operation }: Example, status: number): string[] {
  const types = Object.keys(operation.responses?.[status]?.content ?? {});
  return types.filter((type) => type !== "application/json");
}

const ranks = ["SYNTAX", "VALIDATION_FIELD", "VALIDATION_RULE", "UNSUPPORTED", "REQUEST"];
const members: Readonly<Record<string, readonly string[]>> = {
  SYNTAX: ["type", "field", "message"],
  VALIDATION_FIELD: ["type", "field", "errorCode"],
  VALIDATION_RULE: ["type", "errorCode"],
  UNSUPPORTED: ["type", "field", "message"],
  REQUEST: ["type", "message"],
};

function checkProblems(status: number, parsed: unknown, codes: ReadonlySet<string>): void {
  ok(Array.isArray(parsed) && parsed.length > 0, "a refusal lists problems");
  const problems = parsed as Readonly<Record<string, string>>[];
  for (const problem of problems) {
    const needed = members[problem.type ?? ""];
    ok(needed !== undefined, `type ${problem.type}`);
    const missing = needed.filter((name) => typeof problem[name] !== "string");
    deepStrictEqual(missing, [], JSON.stringify(problem));
    const allowed = [...needed, "message", "errorCode"];
    deepStrictEqual(
      Object.keys(problem).filter((name) => !allowed.includes(name)),
      [],
    );
    const { errorCode } = problem;
    ok(
      errorCode === undefined || codes.has(errorCode),
      `${errorCode} is not a code of the operation`,
    );
    if (status !== 400) strictEqual(problem.type === "REQUEST" || status === 403, true);
  }
  const order = problems.map(({ type = "" }) => ranks.indexOf(type));
  deepStrictEqual(order, order.toSorted(), "the order of problems");
}

/** Every operation's example read gets what the contract says, and the service is ready. */
export async function worksAfterwards(service: TestService): Promise<void> {
  const examples = examplesOf(service);
  const destroyed = examples.filter(({ destroys }) => destroys).map(({ template }) => template);
  for (const { id, template, success, request, caller } of examples) {
    const { method, path, body, headers } = request;
    if (method !== "GET") continue;
    const { status } = await service.call(caller, method, path, body, headers);
    const isPart = (path: string) => template === path || template.startsWith(`${path}/`);
    const isGone = (status === 403 || status === 404) && destroyed.some(isPart);
    if (!isGone) strictEqual(String(status), success, id);
  }
  strictEqual((await service.call(null, "GET", "/health/ready")).status, 200);
}
