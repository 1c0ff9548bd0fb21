// Why a request did not succeed: the service refused it, or no response came.

/** One problem of a request. */
export interface Problem {
  /** `SYNTAX`, `VALIDATION_FIELD`, `VALIDATION_RULE`, `UNSUPPORTED` or `REQUEST`. */
  readonly type: string;
  /** The code, as docs/errors.md of the service lists it; a `SYNTAX` problem has none. */
  readonly code?: string;
  /** The path of the field in the body, or the name of the parameter or header. */
  readonly field?: string;
  readonly message?: string;
}

/** The service refused the request; nothing has changed. A 5xx of a proxy is reported in the same way. */
export class Refused extends Error {
  readonly status: number;
  /** Every problem of the request, in the service's order; empty if a proxy answered. */
  readonly problems: readonly Problem[];
  /** The id to name when you ask the operator. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(refused: RefusalParts) {
    super(sentenceOf(refused));
    this.name = "Refused";
    this.status = refused.status;
    this.problems = refused.problems;
    this.requestId = refused.requestId;
    this.retryAfterMs = refused.retryAfterMs;
  }

  /** Whether a problem has the code. */
  has(code: string): boolean {
    return this.problems.some((problem) => problem.code === code);
  }

  /** The problems of a field, and of the fields below it (`reason` also has those of `reason.code`). */
  of(field: string): readonly Problem[] {
    const isBelow = (path: string) => path.startsWith(`${field}.`) || path.startsWith(`${field}[`);
    return this.problems.filter(
      (problem) =>
        problem.field !== undefined && (problem.field === field || isBelow(problem.field)),
    );
  }
}

/** The parts of a refusal. */
type RefusalParts = Pick<Refused, "status" | "problems" | "requestId" | "retryAfterMs">;

/** No response came, after as many attempts as were safe. Whether a change was made is not known; sent
 * again with the same key it is made once. */
export class Unanswered extends Error {
  /** The `Idempotency-Key` of the change. */
  readonly idempotencyKey: string | undefined;

  constructor(cause: unknown, idempotencyKey: string | undefined) {
    super(`no response came: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "Unanswered";
    this.idempotencyKey = idempotencyKey;
  }
}

function sentenceOf({ status, problems, requestId }: RefusalParts): string {
  const sentences = problems.map(({ field, code, message }) =>
    [field, message ?? code].filter((part) => part !== undefined).join(": "),
  );
  const request = requestId === undefined ? "" : ` (request ${requestId})`;
  return `${status} ${sentences.join("; ") || "without a reason"}${request}`;
}

/** Reads the refusal in a response that is no success. */
export async function refusalIn(response: Response, now: Date): Promise<Refused> {
  const text = await response.text();
  return new Refused({
    status: response.status,
    problems: problemsIn(text),
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterMs: waitIn(response.headers.get("retry-after"), now),
  });
}

function problemsIn(text: string): Problem[] {
  const list = parsed(text);
  if (!Array.isArray(list)) return [];
  return list.map(({ type, errorCode, field, message }) => ({
    type,
    ...(errorCode !== undefined && { code: errorCode }),
    ...(field !== undefined && { field }),
    ...(message !== undefined && { message }),
  }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a proxy's page
  }
}

/** `Retry-After` in milliseconds: seconds, or the date that a proxy may send. */
function waitIn(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
