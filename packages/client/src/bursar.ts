// The client of a Bursar service: every request of its contract, typed, and sent until it is answered.
import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type MaybeOptionalInit,
  type ParseAs,
  type ParseAsResponse,
} from "openapi-fetch";
import type { components, paths } from "./contract.ts";
import type { Credential } from "./credentials.ts";
import { type EventChoice, followEvents, type ServiceEvent } from "./events.ts";
import { type Ask, itemsOf, nextIn, type Sent } from "./pages.ts";
import { ownPatience, type Patience, sendBy } from "./sending.ts";
import { ownSurroundings, type Surroundings } from "./surroundings.ts";

export { bearer, type Credential, type SigningKey, session, signed } from "./credentials.ts";
export type { EventChoice, ServiceEvent } from "./events.ts";
export { type Problem, Refused, Unanswered } from "./problems.ts";
export type { Patience } from "./sending.ts";
export type { Surroundings } from "./surroundings.ts";

/** The shapes of the contract by name: `Shapes["Account"]`. */
export type Shapes = components["schemas"];

/** The effects that a change would have: its address, the record as it would stand, and the events
 * that would be emitted. */
export type DryRun = Shapes["DryRun"];

/** The place of the service, and who calls it. */
export interface BursarOptions extends Partial<Surroundings> {
  /** The service's public address, with its path prefix if it has one; by default that of the page. */
  readonly url?: string;
  readonly credential: Credential;
  readonly patience?: Partial<Patience>;
}

type Method = "get" | "post" | "put" | "delete";
type Path<M extends Method> = ClientPathsWithMethod<Client<paths>, M>;
type Init<P extends keyof paths, M extends Method> = M extends keyof paths[P]
  ? MaybeOptionalInit<paths[P], M>
  : never;
type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P]
  ? paths[P][M]
  : never;
/** Optional where nothing in it is required. */
type Given<I> = undefined extends I ? [init?: I] : [init: I];

type Unparsed<I> = I extends undefined ? undefined : Omit<I, "parseAs">;

type ContentOf<O> = O extends { responses: { 200: { content: infer Content } } } ? Content : never;
/** JSON where the request returns it, else text or bytes. */
type Plain<Content> = "application/json" extends keyof Content
  ? Content["application/json" & keyof Content]
  : keyof Content extends infer Type
    ? Type extends `text/${string}`
      ? string
      : Blob
    : never;
type Answer<P extends Path<"get">> = Plain<ContentOf<paths[P]["get"]>>;

/** Paths whose POST is read-only: none takes a key. */
type AskPath = {
  [P in Path<"post">]: paths[P]["post"] extends { parameters: { header?: infer Header } }
    ? "Idempotency-Key" extends keyof NonNullable<Header>
      ? never
      : P
    : never;
}[Path<"post">];

/** The response to the creation of a record; most changes have no response body. */
type Created<O> = O extends { responses: { 201: { content: { "application/json": infer Body } } } }
  ? Body
  : undefined;

/** Paths whose response is a list in parts. */
type ListPath = {
  [P in Path<"get">]: paths[P]["get"] extends { parameters: { query?: infer Query } }
    ? "limit" extends keyof NonNullable<Query>
      ? Answer<P> extends readonly unknown[]
        ? P
        : never
      : never
    : never;
}[Path<"get">];
type ItemOf<P extends ListPath> = Answer<P> extends readonly (infer Item)[] ? Item : never;

/** A change that was made. */
export interface Changed<Body = undefined> {
  /** The absolute address of what was created, changed or removed. */
  readonly location: string;
  /** The last part of the address: the id of what was created. */
  readonly id: string;
  readonly body: Body;
  /** The id of the request in the audit log and in events. */
  readonly requestId: string;
  /** Whether an earlier attempt with the same key had made the change. */
  readonly isRepeat: boolean;
}

interface Change<M extends "post" | "put" | "delete"> {
  /** Says what would happen, and stores nothing. Throws if the service did not take it for a dry run. */
  <P extends Path<M>>(
    path: P,
    init: NonNullable<Init<P, M>> & { readonly dryRun: true },
  ): Promise<DryRun>;
  <P extends Path<M>>(
    path: P,
    ...init: Given<Init<P, M>>
  ): Promise<Changed<Created<Operation<P, M>>>>;
}

/** Every request of the contract. Each throws `Refused` or `Unanswered` unless it succeeds. */
export interface Bursar {
  /** Reads a record or a list. */
  get<P extends Path<"get">>(path: P, ...init: Given<Unparsed<Init<P, "get">>>): Promise<Answer<P>>;
  /** Reads a body in a form of its own, such as a list as CSV with `parseAs: "text"`. */
  get<P extends Path<"get">, As extends ParseAs>(
    path: P,
    init: NonNullable<Init<P, "get">> & { readonly parseAs: As },
  ): Promise<ParseAsResponse<unknown, { parseAs: As }>>;
  /** The `ETag` with which a record was read, for the `If-Match` of a change; undefined for what is not itself the
   * answer of a read, or has no tag. */
  tagOf(record: object): string | undefined;
  /** The position at which the page after a list begins: its `after`. Undefined for the last page,
   * and for an object that is not itself the answer of a read. Undefined for the last page, and
   * for what is not itself the answer of a read. */
  nextOf(list: object): string | undefined;
  /** Asks what is too large for an address, by a POST that changes nothing. */
  ask<P extends AskPath>(
    path: P,
    ...init: Given<Unparsed<Init<P, "post">>>
  ): Promise<Plain<ContentOf<paths[P]["post"]>>>;
  /** Creates; `dryRun: true` returns what would happen, and stores nothing. */
  readonly post: Change<"post">;
  readonly put: Change<"put">;
  readonly delete: Change<"delete">;
  /** The items of a list, read in parts as they are needed. */
  each<P extends ListPath>(
    path: P,
    ...init: Given<Unparsed<Init<P, "get">>>
  ): AsyncGenerator<ItemOf<P>>;
  /** Events as they happen, until the loop is left or the signal aborted. */
  events(choice?: EventChoice): AsyncGenerator<ServiceEvent>;
}

/** A client of the service at an address. */
export function openBursar({ url = "", credential, patience, ...own }: BursarOptions): Bursar {
  const surroundings = { ...ownSurroundings, ...own };
  const sender = { credential, surroundings, patience: { ...ownPatience, ...patience } };
  type Untyped = Record<string, Record<Method, object>>;
  const client = createClient<Untyped>({ baseUrl: url, fetch: sendBy(sender) });
  const ask: Ask = async (method, path, init = {}) => {
    const sent = { parseAs: "stream" as const, ...withHeaderBytes(init) };
    const { data, response } = await client.request(method, path, sent);
    return { data: "parseAs" in init ? data : await bodyOf(response), response };
  };
  const tags = new WeakMap<object, string | null>();
  const next = new WeakMap<object, string | undefined>();
  const get = async (path: string, init?: Sent) => {
    const { data, response } = await ask("get", path, init);
    if (typeof data === "object" && data !== null) {
      tags.set(data, response.headers.get("etag"));
      next.set(data, nextIn(response.headers.get("link"))?.after);
    }
    return data;
  };
  const change =
    (method: Method) => async (path: string, init?: Sent & { readonly dryRun?: boolean }) => {
      const { dryRun = false, ...rest } = init ?? {};
      const { data, response } = await ask(method, path, dryRun ? rehearsed(rest) : rest);
      return dryRun ? rehearsedBy(response, data) : changedBy(response, data);
    };
  const each = (path: string, init?: Sent) =>
    itemsOf((query) => ask("get", path, withQuery(init, query)));
  const bursar = {
    get,
    tagOf: (record: object) => tags.get(record) ?? undefined,
    nextOf: (list: object) => next.get(list),
    ask: async (path: string, init?: Sent) => (await ask("post", path, init)).data,
    post: change("post"),
    put: change("put"),
    delete: change("delete"),
    each,
    events: (choice: EventChoice = {}) => followEvents(ask, { ...sender, choice }),
  };
  // Here paths are texts; `Bursar` knows what each of them takes and answers.
  return bursar as unknown as Bursar;
}

async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (response.body === null) return undefined;
  if (!/^(application\/json|text\/)/.test(type)) return response.blob();
  const text = await response.text();
  return type.startsWith("text/") ? text : JSON.parse(text);
}

function rehearsed(init: Sent): Sent {
  const header = { ...init.params?.header, "X-Dry-Run": "true" };
  return { ...init, params: { ...init.params, header } };
}

/** The effects of a dry run; throws where its header was lost on its way, since the change was then
 * made. */
function rehearsedBy(response: Response, data: unknown): unknown {
  if (response.headers.get("x-dry-run") === "true") return data;
  throw new Error(
    "The service took a dry run for a change: something on the way removes X-Dry-Run.",
  );
}

/** A header has bytes: texts are sent as UTF-8, each byte of which `fetch` takes as a character. */
function withHeaderBytes(init: Sent): Sent {
  if (init.params?.header === undefined) return init;
  const header = Object.entries(init.params.header).map(([name, value]) => [name, bytesOf(value)]);
  return { ...init, params: { ...init.params, header: Object.fromEntries(header) } };
}

function bytesOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return String.fromCharCode(...new TextEncoder().encode(value));
}

function withQuery(init: Sent | undefined, query: object): Sent {
  return { ...init, params: { ...init?.params, query: { ...init?.params?.query, ...query } } };
}

function changedBy({ headers }: Response, body: unknown): Changed<unknown> {
  const location = headers.get("location") ?? "";
  return {
    location,
    id: decodeURIComponent(location.slice(location.lastIndexOf("/") + 1)),
    body,
    requestId: headers.get("x-request-id") ?? "",
    isRepeat: headers.get("idempotency-replayed") === "true",
  };
}
