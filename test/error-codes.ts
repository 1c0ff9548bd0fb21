// The error codes of an answer, for tests of refusals.
import type { Answer } from "./harness.ts";

/** The codes of every problem that an answer lists, in its order; none without an answer. */
export function errorCodesOf(answer: Pick<Answer, "body"> | undefined): string[] {
  const problems: { errorCode: string }[] = answer?.body ?? [];
  return problems.map(({ errorCode }) => errorCode);
}
