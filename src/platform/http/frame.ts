// The parts of the frame and the declarations of a route; resources see the service through `App`.

import type { ErrorCode } from "@bursar/values/error-code";
import type { Id } from "@bursar/values/ids";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteOptions,
} from "fastify";
import type { Static, TSchema } from "typebox";
import type { Problem } from "../../values/problem.ts";
import type { Right, RightOfRoute } from "../../values/rights.ts";
import type { ShapeRule } from "../../values/shape-rule.ts";
import type { RememberingStore } from "../auth/authenticate.ts";
import type { RememberedSessions } from "../auth/credential-cache.ts";
import type { Failures } from "../auth/failures.ts";
import type { OpenIdProvider } from "../auth/open-id.ts";
import type { RateLimit } from "../auth/rate-limit.ts";
import type { Actor, Caller, CallerKind, CallerMember, Context } from "../change/context.ts";
import type { Vault } from "../keys/vault.ts";
import type { Database, Statement } from "../store/db.ts";
import type { FairQueue, QueueLimits } from "../store/fair-queue.ts";
import type { Described, Tag } from "./contract/contract-document.ts";
import type { HeaderName } from "./contract/contract-headers.ts";
import type { Metrics } from "./monitoring/metrics.ts";
import type { BodyCounter } from "./pipeline/read-body.ts";
import type { RequestKind } from "./request/request-kind.ts";

/** Whether a caller may use the subject that a path names: a statement that selects a row if so,
 * or, if the store is not needed, the result itself. Of an account it is judged by the right that
 * the route needs. */
export type AccessRule = (
  caller: Caller,
  params: Readonly<Record<string, string>>,
  right?: Right,
) => Statement<unknown> | boolean;

/** The subject that the path of a request names, and who may use it. */
export type AccessName =
  | "account"
  | "member"
  | "trustee"
  | "household"
  | "managedHousehold"
  | "offer"
  | "managedOffer"
  | "issuedOffer"
  | "model"
  | "managedModel"
  | "firm"
  | "wholeFirm"
  | "namedFirm"
  | "ownFirm"
  | "webhook"
  | "load";

/** The parts that the frame must be given; it knows no resource. */
export interface Frame {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: () => Date;
  /** How many days the store's clock of business dates is ahead, where the store may be a sandbox;
   * undefined where it is none. */
  readonly daysAhead?: () => Promise<number | undefined>;
  /** Empties a sandbox and fills it with the sample firm again, for whoever asked; only where the
   * store may be a sandbox. */
  readonly resetSandbox?: (actor: Actor) => Promise<void>;
  readonly random: (bytes: number) => Uint8Array;
  /** Draws an id; no two are equal. */
  readonly drawId: (now: Date) => Id;
  readonly credentials: RememberingStore;
  readonly sessions: RememberedSessions;
  /** When the last daily checkpoint was taken on this machine. */
  readonly lastCheckpoint?: () => Promise<Date | undefined>;
  /** The provider by which people sign in; without it they do by links alone. */
  readonly openId?: OpenIdProvider;
  readonly findMember: (loginId: string) => Promise<CallerMember | undefined>;
  readonly access: Readonly<Record<AccessName, AccessRule>>;
  readonly publicUrls: readonly string[];
  readonly trustProxy: readonly string[];
  /** The origins of pages that may call from a browser. */
  readonly corsOrigins: readonly string[];
  readonly bodyLimit: number;
  /** The limit of a request that carries a signature. */
  readonly signatureBodyLimit: number;
  /** Bytes of signatures and documents of one firm; without it there is no limit. */
  readonly storedBytesOfFirm?: number;
  /** How many bytes of bodies may be in memory at once. */
  readonly bodyMemory: number;
  /** Large reads that run and wait at once; a subject is an API user. */
  readonly largeReads: QueueLimits;
  readonly requestTimeoutMs: number;
  /** How many connections may be open. */
  readonly connections: number;
  /** Processor time of the thread that serves, in milliseconds. */
  readonly threadMs: () => number;
  /** Requests a second of one API user; 0 limits nothing. */
  readonly rateLimit: number;
  /** How many streams of events one API user may have open. */
  readonly eventStreams: number;
  /** Whether the store responds and has every migration. */
  readonly isReady: () => Promise<boolean>;
  readonly logger: FastifyBaseLogger;
  /** Without them nothing is counted and `GET /metrics` does not exist. */
  readonly metrics?: Metrics;
}

/** A read as it was registered, and how its path is recognised. */
export interface RecordRead {
  readonly route: RouteOptions;
  readonly path: RegExp;
}

/** A caller who may make the request. */
export interface Admitted {
  readonly caller: Caller;
  /** The statement that has granted the caller access to the subject, where one was needed. */
  readonly access: Statement<unknown> | undefined;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The kind of the path's subject, which selects the rule in `access.ts` of its resource. */
    access?: AccessName;
    /** The right that a client member needs on the account of the path; each route of an account
     * states it. */
    right?: RightOfRoute;
    /** The kinds of callers that may send the request at all. */
    callers?: readonly CallerKind[];
    /** In a session it needs an administrator of the firm. */
    adminOnly?: boolean;
    /** Rules over the request, the clock and the code lists, in addition to the body's shape. */
    rules?: readonly ShapeRule[];
    /** The request needs `X-Associated-Member-Id`, of all callers or of institutional firms alone. */
    needsAssociatedMember?: boolean | "institutional";
    /** The response carries an entity tag and honours `If-None-Match`; never that of what writes.
     * The tag of a record is the one that changes of it are judged by. */
    etag?: boolean | "record";
    /** Of a change that may be conditional: the path of its record, whose read is tagged as one.
     * Its operation calls `ctx.condition.judge` under the lock. */
    changes?: string;
    /** The address names its content by a digest: whoever has the response need not ask again. */
    immutable?: boolean;
    /** A GET that records its own use by `write()`, for callers who may change something; others,
     * who need only `read`, are served without that (`context.recordsUse`). */
    writes?: boolean;
    /** A POST that changes nothing: a read whose parameters are too large for an address. */
    readOnlyPost?: boolean;
    /** The most members and entries of its body, where that may have more than others. */
    mostValues?: number;
    /** The hint of a 413: what to do if a body is larger than the route takes. */
    tooLargeHint?: string;
    /** The codes that the operation gives in addition to those of its shape, for the contract. */
    errors?: readonly ErrorCode[];
    /** Headers of its response in addition to those of every response. */
    responseHeaders?: readonly HeaderName[];
    /** Whether a read with this query may have a response of megabytes that is made for it. */
    isLarge?: (query: Readonly<Record<string, unknown>>) => boolean;
    /** The request reads on from a position that may no longer be stored: 410. */
    mayReturn410?: boolean;
    /** Served without credentials. */
    open?: boolean;
    /** Of an open one: it reads a body, whoever sends it. */
    anonymousBody?: boolean;
    /** The kind of its requests by their method; the frame sets it where the route is served. */
    kind?: RequestKind;
    /** The name under which a request that is no operation of the contract is logged and counted. */
    shownAs?: string;
  }
  interface FastifySchema {
    operationId?: string;
    summary?: string;
    /** Its group in the contract: by name, or described by the routes of its resource. */
    tags?: readonly (string | Tag)[];
    /** Left out of the contract. */
    hide?: boolean;
  }
  interface FastifyRequest {
    /** The public address before the path; the first of `PUBLIC_URL`. */
    readonly baseUrl: string;
    /** The path and query as they were sent, which signatures and tags are made of. */
    readonly target: string;
    context: Context;
    /** The kind of the request by its method and its route. */
    kind: RequestKind;
    startedAt: Date;
    /** Whether its body may be read, by its head. */
    mayRead: boolean;
    /** Its caller, if it has a body and its head has proved who that is. */
    admitted: Admitted | undefined;
    /** The API user whose credential it has shown; undefined until one is proven. */
    provenBy: Id | undefined;
    /** How many bytes of its body are counted. */
    bodyBytes: number;
    /** Ends a large read; undefined of another. */
    leaveLargeReads: (() => void) | undefined;
    /** The problems reported to the caller, once they are. */
    problems: readonly Problem[] | undefined;
    /** The error that made it fail, once the response is sent. */
    thrown: unknown;
    /** The Content-Type as it was sent; empty when there was none. */
    sentType: string;
  }
  interface FastifyInstance {
    readonly frame: Frame & {
      failures: Failures;
      rates: RateLimit;
      readonly bodies: BodyCounter;
      readonly largeReadQueue: FairQueue;
    };
    /** The store for requests that only read. */
    readonly reads: Database;
    /** The reads, as dry runs and conditions use them. */
    readonly recordReads: RecordRead[];
    /** The routes that the contract is made from. */
    readonly described: Described;
    /** Aborted once no new requests are taken: what goes on for ever ends then. */
    readonly draining: AbortSignal;
    /** Refuses new requests from now on and settles once the accepted ones are completed. */
    drain(): Promise<void>;
  }
}

/** Bodies and responses are typed by the wire types of a route's schema. */
export interface WireTypes extends FastifyTypeProvider {
  readonly validator: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
  readonly serializer: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
}

/** The service as resources register their routes on it. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  WireTypes
>;
