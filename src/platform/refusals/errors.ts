// The error codes of the frame itself, which any request can get, in order of precedence.

/** The codes of the frame. */
export const requestErrors = {
  draining: { code: "service.unavailable", sentence: "The service is not available; try again." },
  routeNotFound: { code: "route.not.found", sentence: "There is no such request." },
  methodNotAllowed: { code: "method.not.allowed", sentence: "The method is not allowed here." },
  tooLarge: { code: "body.too.large", sentence: "The body is larger than this request accepts." },
  malformed: { code: "request.malformed", sentence: "The request is not well-formed HTTP." },
  tooManyPieces: {
    code: "too.many.pieces",
    sentence: "The body comes in too many small pieces; send it in larger ones.",
  },
  addressTooLong: {
    code: "address.too.long",
    sentence: "The address of the request is longer than 8,192 bytes.",
  },
  headTooLarge: {
    code: "head.too.large",
    sentence: "The head of the request is larger than 16,384 bytes.",
  },
  timeout: { code: "request.timeout", sentence: "The request did not arrive in time." },
  unauthorized: { code: "unauthorized", sentence: "The credentials are not accepted." },
  tooManyFailures: {
    code: "too.many.failures",
    sentence: "Too many failed credentials from this address; wait before the next attempt.",
  },
  tooManyRequests: {
    code: "too.many.requests",
    sentence: "This API user has exceeded its rate limit; wait before the next request.",
  },
  tooManyClaims: {
    code: "too.many.claims",
    sentence:
      "This API user was refused too many values today that others have; wait before the next one.",
  },
  tooManyChanges: {
    code: "too.many.changes",
    sentence: "Too many changes of this subject or firm are waiting; try again.",
  },
  tooManyReads: {
    code: "too.many.reads",
    sentence: "Too many large reads of this API user or firm are waiting; try again.",
  },
  tooManyBodies: {
    code: "too.many.bodies",
    sentence: "The service is reading too many bodies at once; try again.",
  },
  mediaType: {
    code: "unsupported.media.type",
    sentence:
      "The body must be JSON in UTF-8, {} at least, sent as Content-Type: application/json and " +
      "without a Content-Encoding.",
  },
  associatedMemberMissing: {
    code: "null.associated.member.id",
    sentence: "The request needs X-Associated-Member-Id.",
  },
  associatedMember: {
    code: "associated.member.rule",
    sentence: "FOLIOWS_SELECTED_MEMBER_ID and X-Associated-Member-Id name different members.",
  },
  idempotencyKey: {
    code: "invalid.idempotency.key",
    sentence: "The Idempotency-Key must be 1 to 255 visible characters.",
  },
  dryRun: {
    code: "invalid.dry.run",
    sentence: "X-Dry-Run is true or false, and belongs to changes under /restapi alone.",
  },
  noCondition: {
    code: "unsupported.condition",
    sentence: "The request takes no If-Match or If-None-Match: its record has no ETag.",
  },
  condition: {
    code: "invalid.condition",
    sentence: 'If-Match and If-None-Match are * or entity tags in quotes, such as "abc".',
  },
  conditionFailed: {
    code: "condition.failed",
    sentence: "The record was changed meanwhile: read it again.",
  },
  keyInUse: {
    code: "idempotency.key.in.use",
    sentence: "The first request with this Idempotency-Key is still running.",
  },
  keyReused: {
    code: "idempotency.key.reused",
    sentence: "The Idempotency-Key was already used with a different request.",
  },
} as const;
