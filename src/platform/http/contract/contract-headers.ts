// The headers of requests and responses as the contract names them, each once. (interface 1, 5)
import { requestIdForm } from "../request/request-ids.ts";

const text = { type: "string" };

/** Response headers by name; those of every response are required. */
export const headers = {
  "X-Request-Id": {
    description:
      "The request's id in the log and in the audit entries: that of the request, if it named one.",
    required: true,
    schema: { type: "string", pattern: requestIdForm.source },
    example: "q83vEjRWeJCrze8S",
  },
  traceparent: {
    description: "That of the request, if it is one of W3C Trace Context; log lines have it too.",
    schema: { type: "string", minLength: 55, maxLength: 55 },
    example: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  },
  RateLimit: {
    description:
      "How many requests the API user may send now (`r`), and in how many seconds more will be " +
      "allowed (`t`); absent where nothing is limited.",
    schema: text,
    example: '"api-user";r=999;t=1',
  },
  "RateLimit-Policy": {
    description:
      "How many requests (`q`) an API user may send within a time (`w`, in seconds); large and " +
      "costly ones count for more.",
    schema: text,
    example: '"api-user";q=1000;w=2',
  },
  "X-Content-Type-Options": {
    description: "`nosniff`: the declared media type is the one to use.",
    required: true,
    schema: { type: "string", enum: ["nosniff"] },
  },
  "Cache-Control": {
    description: "Responses are private; one with an `ETag` may be stored and must be revalidated.",
    required: true,
    schema: { type: "string", enum: ["private, no-store", "private, no-cache"] },
  },
  ETag: {
    description:
      "A strong tag; send it back as `If-None-Match`, or of a record as `If-Match` with a change.",
    required: true,
    schema: { type: "string", pattern: '^"[\\w-]{27}"$' },
    example: '"nYyAlQCvRzEyLDkrjEBqkbcA6gY"',
  },
  Location: {
    description: "The absolute address of what was created or changed.",
    required: true,
    schema: { type: "string", format: "uri" },
    example: "http://127.0.0.1:8080/restapi/accounts/RA00000001",
  },
  "Idempotency-Replayed": {
    description: "`true` where this is the stored response of an earlier request.",
    schema: { type: "string", enum: ["true"] },
  },
  "X-Dry-Run": {
    description: "`true` where nothing was changed, because the request asked for that.",
    schema: { type: "string", enum: ["true"] },
  },
  Link: {
    description: "Requests that follow from this response, each named by its `title`.",
    required: true,
    schema: text,
    example:
      "<http://127.0.0.1:8080/restapi/accounts/RA00000001/folios/RA0000000103/positions>; " +
      'rel="GET"; type="application/json"; title="getPositions"',
  },
  "X-As-Of-Version": {
    description: "The version of the account's books that is shown; send it as `asofversion`.",
    required: true,
    schema: { type: "string", pattern: "^\\d+$" },
    example: "12",
  },
  "Content-Language": {
    description: "The language of free text.",
    required: true,
    schema: { type: "string", enum: ["en"] },
  },
  "Content-Disposition": {
    description: "The name of the file.",
    required: true,
    schema: text,
  },
  "WWW-Authenticate": {
    description: "The schemes that are accepted.",
    required: true,
    schema: text,
    example: "FOLIOWS, Bearer",
  },
  "Retry-After": {
    description: "Seconds to wait before the next attempt.",
    required: true,
    schema: { type: "string", pattern: "^\\d+$" },
    example: "1",
  },
} as const;

/** A header that a response may declare. */
export type HeaderName = keyof typeof headers;

/** The headers of every response. */
export const usualHeaders: readonly HeaderName[] = [
  "X-Request-Id",
  "traceparent",
  "RateLimit",
  "RateLimit-Policy",
  "X-Content-Type-Options",
  "Cache-Control",
];

/** References to headers, by name. */
export function headersNamed(names: readonly HeaderName[]): object {
  const reference = (name: string) => [name, { $ref: `#/components/headers/${name}` }];
  return Object.fromEntries(names.map(reference));
}

/** Headers of requests, by the name under which operations refer to them. */
export const parameters = {
  AssociatedMember: {
    name: "X-Associated-Member-Id",
    in: "header",
    description: "Login id of the client on whose behalf a member of a firm's staff acts.",
    schema: text,
  },
  RequiredAssociatedMember: {
    name: "X-Associated-Member-Id",
    in: "header",
    required: true,
    description: "Login id of the client on whose behalf the request is made.",
    schema: text,
    example: "ada.whitfield",
  },
  FirmsAssociatedMember: {
    name: "X-Associated-Member-Id",
    in: "header",
    description:
      "Login id of the client on whose behalf the request is made: required of institutional firms.",
    schema: text,
    example: "ada.whitfield",
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "For 24 hours, a repeat of the request with this key gets the first response.",
    schema: { type: "string", pattern: "^[!-~]{1,255}$" },
  },
  DryRun: {
    name: "X-Dry-Run",
    in: "header",
    description: "With `true` nothing is changed; the response says what would have been.",
    schema: { type: "string", enum: ["true", "false"] },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "The `ETag` of the record as you know it; if it was changed since, the response is 412.",
    schema: text,
  },
  IfNoneMatchOfChange: {
    name: "If-None-Match",
    in: "header",
    description: "If the record has one of these tags, or with `*` any, the response is 412.",
    schema: text,
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description:
      "The `ETag` of an earlier response; if that is still current, the response is 304.",
    schema: text,
  },
} as const;

/** A part of the contract that requests refer to by name. */
export type ParameterName = keyof typeof parameters;
