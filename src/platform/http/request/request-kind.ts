// The kind of a request to the frame: a read, a change, or a read that writes, and whether it has a
// body; the only file that knows HTTP methods. A read-only POST is a read. (interface 1)
import type { IncomingMessage } from "node:http";
import type { FastifyContextConfig, FastifyRequest, FastifySchema } from "fastify";
import { http } from "../../process/node-http.ts";

/** The facts of a request that admission, the store and the contract need to know. */
export interface RequestKind {
  /** Needs the scope `write` or `operate`, and its signature is accepted once. */
  readonly isChange: boolean;
  /** A read whose question is its body. */
  readonly readOnlyPost: boolean;
  /** May go through `write()`: a change, or a read that records its use, by a caller who may change
   * something. Its caller's access is then decided before its handler runs, or by
   * `write()` itself. */
  readonly writes: boolean;
  /** Gives a repeat of its `Idempotency-Key` the response of the first request. */
  readonly takesKey: boolean;
  /** May carry a body; one that its route does not declare is refused. */
  readonly takesBody: boolean;
}

/** A route's declarations on the kind of its requests. */
export interface KindOfRoute {
  readonly config?: FastifyContextConfig;
  readonly schema?: FastifySchema;
}

/** Every method that a request may have; CONNECT opens a tunnel and is not a request to a path. */
export const methods: readonly string[] = http.METHODS.filter((method) => method !== "CONNECT");

// HEAD is a read like GET.
const reading = new Set(["GET", "HEAD"]);

// A repeated removal gets a 404, with a key or without.
const withoutKey = new Set(["DELETE"]);

/** The kind of a route's requests of one method, in capitals or not. */
export function requestKind(method: string, { config, schema }: KindOfRoute): RequestKind {
  const name = method.toUpperCase();
  const readOnlyPost = name === "POST" && config?.readOnlyPost === true;
  const isChange = !reading.has(name) && !readOnlyPost;
  return {
    isChange,
    readOnlyPost,
    writes: isChange || config?.writes === true,
    takesKey: isChange && !withoutKey.has(name),
    takesBody: schema?.body !== undefined,
  };
}

type WithHeaders = Pick<IncomingMessage, "headers">;

/** Whether a request has a body, by its head. */
export function hasBody({ headers }: WithHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** The length that a request declares for its body; undefined where it declares none. */
export function declaredLength({ headers }: WithHeaders): number | undefined {
  const declared = headers["content-length"];
  return declared === undefined ? undefined : Number(declared);
}

/** Whether a request is a change that demands something of its record. */
export function isConditional({ kind, headers }: FastifyRequest): boolean {
  return kind.isChange && (headers["if-match"] ?? headers["if-none-match"]) !== undefined;
}

/** The name under which a request is logged and counted; `none` where the path or its method is
 * unknown. */
export function operationName({ schema, config }: KindOfRoute): string {
  return schema?.operationId ?? config?.shownAs ?? "none";
}

/** The method of a follow-up request, by what it does: what a `Link` says. */
export const methodOf = { read: "GET", creation: "POST", update: "PUT" } as const;
