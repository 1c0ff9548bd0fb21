// Refusals of requests, as the contract names them: each status and each kind of problem once.
// (interface 7)
import type { ErrorCode } from "@bursar/values/error-code";
import { requestErrors } from "../../refusals/errors.ts";
import { dryRunContent } from "./contract-dry-run.ts";
import { type HeaderName, headersNamed, usualHeaders } from "./contract-headers.ts";

const problemTypes = {
  SyntaxProblem: {
    type: "SYNTAX",
    description: "An unknown field, a value of the wrong JSON kind, or a body that is not JSON.",
    members: ["field", "message"],
    required: ["field", "message"],
  },
  FieldProblem: {
    type: "VALIDATION_FIELD",
    description: "One field, header or query parameter fails.",
    members: ["field", "errorCode", "message"],
    required: ["field", "errorCode"],
  },
  RuleProblem: {
    type: "VALIDATION_RULE",
    description: "A rule over several fields, or over stored facts, fails.",
    members: ["errorCode", "message"],
    required: ["errorCode"],
  },
  UnsupportedProblem: {
    type: "UNSUPPORTED",
    description: "The request is not offered for this kind of subject.",
    members: ["field", "message"],
    required: ["field", "message"],
  },
  RequestProblem: {
    type: "REQUEST",
    description: "The request as a whole is refused.",
    members: ["errorCode", "message"],
    required: ["message"],
  },
} as const;

const memberMeanings: Readonly<Record<string, string>> = {
  field: "The full path in the body, such as `reason.code`, or the header's or parameter's name.",
  errorCode: "One of the operation's codes (`x-error-codes`).",
  message: "A sentence for people to read.",
};

const problemReferences = Object.entries(problemTypes).map(
  ([name, { type }]) => [type, `#/components/schemas/${name}`] as const,
);

/** The response to a refused request. */
export const problemSchemas: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    Object.entries(problemTypes).map(([name, { type, description, members, required }]) => [
      name,
      {
        description,
        type: "object",
        required: ["type", ...required],
        properties: {
          type: { type: "string", enum: [type] },
          ...Object.fromEntries(
            members.map((member) => [
              member,
              { type: "string", description: memberMeanings[member] },
            ]),
          ),
        },
      },
    ]),
  ),
  Problem: {
    description: "One thing that is wrong.",
    oneOf: problemReferences.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: "type", mapping: Object.fromEntries(problemReferences) },
  },
  ProblemList: {
    description: "Every problem found, ordered by type: SYNTAX, VALIDATION_FIELD, VALIDATION_RULE.",
    type: "array",
    items: { $ref: "#/components/schemas/Problem" },
  },
};

/** When a request is refused with a status, and with which of the codes that any request can
 * get. */
interface RefusalPart {
  readonly name: string;
  readonly description: string;
  readonly errors?: readonly ErrorCode[];
  readonly headers?: readonly HeaderName[];
  /** The operations that can be refused so, if not all. */
  readonly when?: "takesBody" | "takesKey" | "mayReturn410" | "isConditional";
}

const {
  malformed,
  tooManyPieces,
  associatedMember,
  unauthorized,
  timeout,
  keyInUse,
  keyReused,
  conditionFailed,
  tooLarge,
  addressTooLong,
  headTooLarge,
  mediaType,
  tooManyFailures,
  tooManyRequests,
  tooManyChanges,
  tooManyClaims,
  tooManyReads,
  draining,
  tooManyBodies,
} = requestErrors;

/** Every refusal by its status. */
export const refusals: Readonly<Record<string, RefusalPart>> = {
  "400": {
    name: "BadRequest",
    description: "The request is wrong; nothing was changed.",
    errors: [malformed, tooManyPieces, associatedMember],
  },
  "401": {
    name: "Unauthorized",
    description: "Credentials are missing or bad.",
    errors: [unauthorized],
    headers: ["WWW-Authenticate"],
  },
  "403": {
    name: "Forbidden",
    description:
      "The caller may not make this request or may not see its subject, or there is no " +
      "such subject.",
  },
  "404": { name: "NotFound", description: "A part of the subject does not exist." },
  "408": {
    name: "RequestTimeout",
    description: "The request took too long to arrive.",
    errors: [timeout],
  },
  "409": {
    name: "Conflict",
    description: "The first request with this Idempotency-Key is still running.",
    errors: [keyInUse],
    headers: ["Retry-After"],
    when: "takesKey",
  },
  "410": {
    name: "Gone",
    description: "The position from which to read on is no longer stored.",
    when: "mayReturn410",
  },
  "412": {
    name: "PreconditionFailed",
    description: "The record is not, or no longer, as `If-Match` or `If-None-Match` demands.",
    errors: [conditionFailed],
    when: "isConditional",
  },
  "413": {
    name: "ContentTooLarge",
    description: "The body is too large.",
    errors: [tooLarge],
  },
  "414": {
    name: "UriTooLong",
    description: "The address of the request is too long.",
    errors: [addressTooLong],
  },
  "415": {
    name: "UnsupportedMediaType",
    description: "The body is not JSON in UTF-8, or it is encoded.",
    errors: [mediaType],
    when: "takesBody",
  },
  "422": {
    name: "UnprocessableContent",
    description: "The Idempotency-Key was already used with a different request.",
    errors: [keyReused],
    when: "takesKey",
  },
  "429": {
    name: "TooManyRequests",
    description:
      "Too many requests by this API user, too many failed credentials from this address, too many " +
      "changes of this subject or firm, or large reads of this API user or firm, that wait, or too " +
      "many changes that this API user was refused today for what others have.",
    errors: [tooManyRequests, tooManyFailures, tooManyChanges, tooManyReads, tooManyClaims],
    headers: ["Retry-After"],
  },
  "431": {
    name: "RequestHeaderFieldsTooLarge",
    description: "The head of the request is too large.",
    errors: [headTooLarge],
  },
  "500": {
    name: "InternalServerError",
    description: "The service failed; the message names the request id.",
  },
  "503": {
    name: "ServiceUnavailable",
    description:
      "The store is unavailable, the service is stopping, or it reads too many bodies at once; " +
      "try again.",
    errors: [draining, tooManyBodies],
    headers: ["Retry-After"],
  },
};

const forbiddenExample = {
  type: "REQUEST",
  message: "The user is not allowed to use this request.",
};

/** The responses that operations refer to by name. */
export function sharedResponses(): Readonly<Record<string, object>> {
  const done = (names: readonly HeaderName[]) =>
    headersNamed([...usualHeaders, "Location", ...names]);
  const refused = Object.entries(refusals).map(([status, part]) => [
    part.name,
    {
      description: withCodes(part),
      headers: headersNamed([...usualHeaders, ...(part.headers ?? [])]),
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/ProblemList" },
          ...refusalExample(status, part),
        },
      },
    },
  ]);
  return {
    Changed: {
      description: "Done; the body is empty but for a dry run.",
      headers: done(["Idempotency-Replayed", "X-Dry-Run"]),
      content: dryRunContent,
    },
    Removed: {
      description: "Removed; the body is empty but for a dry run.",
      headers: done(["X-Dry-Run"]),
      content: dryRunContent,
    },
    Rehearsed: {
      description: "The effects that the change would have had.",
      headers: done(["X-Dry-Run"]),
      content: dryRunContent,
    },
    Created: {
      description: "Created; the body is empty.",
      headers: done(["Idempotency-Replayed"]),
    },
    NotModified: {
      description: "The response with this `ETag` is still current.",
      headers: headersNamed([...usualHeaders, "ETag"]),
    },
    ...Object.fromEntries(refused),
  };
}

function withCodes({ description, errors = [] }: RefusalPart): string {
  if (errors.length === 0) return description;
  const codes = errors.map(({ code }) => `\`${code}\``);
  return `${description} Any operation: ${codes.join(", ")}.`;
}

function refusalExample(
  status: string,
  { errors = [] }: RefusalPart,
): { example?: readonly object[] } {
  if (status === "403") return { example: [forbiddenExample] };
  const [error] = errors;
  if (error === undefined) return {};
  return { example: [{ type: "REQUEST", errorCode: error.code, message: error.sentence }] };
}
