// Sends a request: with its credential, the key by which a change is made once, and again after a
// failure that passes.
import type { Credential } from "./credentials.ts";
import { Refused, refusalIn, Unanswered } from "./problems.ts";
import type { Surroundings } from "./surroundings.ts";

/** How often and how long a request is tried. */
export interface Patience {
  /** The most attempts, the first included. */
  readonly attempts: number;
  /** The wait before the second attempt; each further wait is twice as long. */
  readonly firstWaitMs: number;
  /** The longest wait. A refusal that asks for a longer one is final. */
  readonly longestWaitMs: number;
  /** How long an attempt may take until its response is read. */
  readonly timeoutMs: number;
}

/** The patience where none is given. */
export const ownPatience: Patience = {
  attempts: 4,
  firstWaitMs: 250,
  longestWaitMs: 10_000,
  timeoutMs: 60_000,
};

/** The settings with which requests are sent. */
export interface Sender {
  readonly credential: Credential;
  readonly patience: Patience;
  readonly surroundings: Surroundings;
}

const keyHeader = "Idempotency-Key";

/** Sends a request until it succeeds; throws `Refused` or `Unanswered` where it does not. */
export function sendBy(sender: Sender): (request: Request) => Promise<Response> {
  return async (request) => {
    const { headers } = request;
    if (takesKey(request) && !headers.has(keyHeader)) {
      headers.set(keyHeader, hexOf(sender.surroundings.random(16)));
    }
    return tried(sender, request);
  };
}

async function tried(sender: Sender, request: Request): Promise<Response> {
  const { patience, surroundings } = sender;
  const body = new Uint8Array(await request.arrayBuffer());
  for (let attempt = 1; ; attempt += 1) {
    const failure = await sentOnce(sender, request, body);
    if (failure instanceof Response) return failure;
    request.signal.throwIfAborted();
    const isLast = attempt >= patience.attempts || !mayRepeat(request, failure);
    const wait = waitBefore(attempt, failure, sender);
    if (isLast || wait > patience.longestWaitMs) throw failure;
    await surroundings.wait(wait, request.signal);
  }
}

/** The response, or why there is none. */
async function sentOnce(
  { credential, patience, surroundings }: Sender,
  request: Request,
  body: Uint8Array<ArrayBuffer>,
): Promise<Response | Refused | Unanswered> {
  const { method, url } = request;
  const headers = new Headers(request.headers);
  const at = surroundings.now();
  const own = await credential.headersOf({ method, url, body, at });
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  const limits = [request.signal];
  if (!isStream(request)) limits.push(AbortSignal.timeout(patience.timeoutMs));
  const { cookies: credentials, redirect } = credential;
  const signal = AbortSignal.any(limits);
  const init = { method, headers, signal, credentials, redirect };
  const sent = new Request(url, { ...init, ...(body.length > 0 && { body }) });
  try {
    const response = await surroundings.fetch(sent);
    if (response.redirected || response.status === 303) return elsewhere(response);
    if (!response.ok) return await refusalIn(response, surroundings.now());
    return isStream(request) ? response : await whole(response);
  } catch (error) {
    return new Unanswered(error, request.headers.get(keyHeader) ?? undefined);
  }
}

/** A response whose body has arrived: one that breaks off is no response. */
async function whole(response: Response): Promise<Response> {
  const { status, headers } = response;
  const body = await response.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, { status, headers });
}

/** A change may answer 303, where its result is read. A browser has gone there already. */
async function elsewhere(response: Response): Promise<Response> {
  await response.body?.cancel();
  const headers = new Headers(response.headers);
  if (response.redirected) headers.set("Location", response.url);
  headers.set("Content-Length", "0");
  headers.delete("Content-Type");
  return new Response(null, { status: 303, headers });
}

/**
 * Whether another attempt cannot change anything twice. A read changes nothing; a POST or PUT has its
 * key. A DELETE has none: it is repeated only if the service turned it away before it looked at it,
 * since what it removed may have been made again meanwhile.
 */
function mayRepeat(request: Request, failure: Refused | Unanswered): boolean {
  if (failure instanceof Refused && failure.status === 429) return true;
  if (request.method === "DELETE" && !isDryRun(request)) return false;
  if (failure instanceof Unanswered) return true;
  return passing.has(failure.status) || failure.has("idempotency.key.in.use");
}

/** Statuses that proxies and a stopping service answer for a while. */
const passing: ReadonlySet<number> = new Set([502, 503, 504]);

/** Grows with each attempt, at least what the service asks for; spread by chance, so that callers that were
 * turned away together do not come back together. */
function waitBefore(
  attempt: number,
  failure: Refused | Unanswered,
  { patience, surroundings }: Pick<Sender, "patience" | "surroundings">,
): number {
  const { firstWaitMs, longestWaitMs } = patience;
  const grown = Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
  const [byte = 0] = surroundings.random(1);
  const asked = failure instanceof Refused ? failure.retryAfterMs : undefined;
  if (asked !== undefined)
    return asked + (Math.min(grown, Math.max(0, longestWaitMs - asked)) * byte) / 256;
  return halved(grown, byte);
}

/** Between half of a wait and the whole of it, as a random byte says. */
export function halved(ms: number, byte: number): number {
  return (ms * (256 + byte)) / 512;
}

const isDryRun = ({ headers }: Request) => headers.get("x-dry-run") === "true";
const takesKey = (request: Request) => /^(POST|PUT)$/.test(request.method) && !isDryRun(request);
const isStream = ({ headers }: Request) => headers.get("accept") === "text/event-stream";

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
