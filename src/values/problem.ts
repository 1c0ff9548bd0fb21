// Faults of a request, in the wire's words, and the one error that operations throw.
// (interface 7)
import type { ErrorCode } from "@bursar/values/error-code";
import { valueErrors } from "./errors.ts";
import { counted } from "./readable.ts";

/** A field name is unknown, or its value is of the wrong JSON kind. */
export interface SyntaxProblem {
  readonly type: "SYNTAX";
  readonly field: string;
  readonly message: string;
}

/** One field fails: missing, out of range, not in its code list. */
export interface FieldProblem {
  readonly type: "VALIDATION_FIELD";
  readonly field: string;
  readonly errorCode: string;
  readonly message?: string;
}

/** A rule over several fields, or over stored facts, fails. */
export interface RuleProblem {
  readonly type: "VALIDATION_RULE";
  readonly errorCode: string;
  readonly message?: string;
}

/** The request is not offered for this kind of subject. */
export interface UnsupportedProblem {
  readonly type: "UNSUPPORTED";
  readonly field: string;
  readonly message: string;
}

/** The request as a whole is refused with a status other than 400. */
export interface RequestProblem {
  readonly type: "REQUEST";
  readonly errorCode?: string;
  readonly message: string;
}

/** Anything that a response lists as wrong. */
export type Problem =
  | SyntaxProblem
  | FieldProblem
  | RuleProblem
  | UnsupportedProblem
  | RequestProblem;

/** The service says no: a status, every problem found, and headers that belong to the response. */
export class Refusal extends Error {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    problems: readonly Problem[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    // Nobody reads the stack of an ordinary refusal, and capturing it costs more than the rest.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(`refused with ${status}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = status;
    this.problems = problems;
    this.headers = headers;
  }
}

/** A SYNTAX problem of a field; `message` is one sentence without the caller's value. */
export function syntax(field: string, message: string): SyntaxProblem {
  return { type: "SYNTAX", field, message };
}

/** The message of a name that no field has. */
export const unrecognized = "The field is unrecognized.";

/** A VALIDATION_FIELD problem: the code alone, as the interface shows it. */
export function fieldProblem(field: string, error: ErrorCode): FieldProblem {
  return { type: "VALIDATION_FIELD", field, errorCode: error.code };
}

/** A value that is not in its field's code list: the codes that are. */
export function notListed(field: string, codes: Iterable<string>): FieldProblem {
  const listed = [...new Set(codes)].join(", ");
  const message =
    listed === ""
      ? "The field's code list has no code today."
      : `The value is not in the field's code list: ${listed}.`;
  return { ...fieldProblem(field, valueErrors.choice), message };
}

/** A VALIDATION_RULE problem with its sentence. */
export function ruleProblem(error: ErrorCode): RuleProblem {
  return { type: "VALIDATION_RULE", errorCode: error.code, message: error.sentence };
}

/** The problem of a rule in a list of its own, or nothing when the rule is met. */
export function brokenIf(isBroken: boolean, error: ErrorCode): RuleProblem[] {
  return isBroken ? [ruleProblem(error)] : [];
}

/** A VALIDATION_RULE problem over several fields: its sentence names those that break it. */
export function ruleProblemOf(fields: string, error: ErrorCode): RuleProblem {
  return { ...ruleProblem(error), message: `${fields}: ${error.sentence}` };
}

/** A required field is missing: `null.` and the words of the field. */
export function missing(field: string): FieldProblem {
  return { type: "VALIDATION_FIELD", field, errorCode: `null.${fieldWords(field)}` };
}

/** A field with an invalid value and no code of its own: `invalid.` and its words. */
export function invalid(field: string): FieldProblem {
  return { type: "VALIDATION_FIELD", field, errorCode: `invalid.${fieldWords(field)}` };
}

/** A field path as lower-case words joined by dots: `w9Withhold` is `w9.withhold`. */
export function fieldWords(field: string): string {
  return field
    .replace(/^X-/i, "")
    .replace(/\[\d+\]/g, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1.$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1.$2")
    .replace(/-/g, ".")
    .toLowerCase();
}

const rank = { SYNTAX: 0, VALIDATION_FIELD: 1, VALIDATION_RULE: 2, UNSUPPORTED: 3, REQUEST: 4 };

/** Problems in the order of the interface: SYNTAX, VALIDATION_FIELD, VALIDATION_RULE. */
export function ordered(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => rank[a.type] - rank[b.type]);
}

/** The most problems that one response lists. */
export const maxListedProblems = 1_000;

/**
 * Refuses with 400 and every problem in order, or returns when there is none. After the
 * first thousand the list ends by saying how many more were found: a body costs its sender little,
 * while a list of all its faults would be many times as large.
 */
export function refuseFor(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const all = ordered(problems);
  const unlisted = all.length - maxListedProblems;
  if (unlisted <= 0) throw new Refusal(400, all);
  throw new Refusal(400, [...all.slice(0, maxListedProblems), problemsBeyond(unlisted)]);
}

/** Says how many problems were found beyond those that a response lists. */
export function problemsBeyond(count: number): RequestProblem {
  const { code, sentence } = valueErrors.tooMany;
  const more = `There ${count === 1 ? "is" : "are"} ${counted(count, "more problem")}`;
  return {
    type: "REQUEST",
    errorCode: code,
    message: sentence.replace("There are more problems", more),
  };
}

/** Any refusal but 400 and 403: one REQUEST problem with its code and sentence. */
export function refusal(
  status: number,
  error: ErrorCode,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  const problem = { type: "REQUEST", errorCode: error.code, message: error.sentence } as const;
  return new Refusal(status, [problem], headers);
}

/** 403, the same bytes for what is absent and what is another firm's (interface 4.6). */
export function forbidden(): Refusal {
  const message = "The user is not allowed to use this request.";
  return new Refusal(403, [{ type: "REQUEST", message }]);
}

/** 404 for a sub-resource that does not exist inside something the caller may see. */
export function notFound(error: ErrorCode): Refusal {
  return refusal(404, error);
}
