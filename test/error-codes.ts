// The error codes of a response, for tests of refusals.
import type { Answer } from "./harness.ts";

/** The codes of every problem that a response lists, in its order; none without a response. */
export function errorCodesOf(answer: Pick<Answer, "body"> | undefined): string[] {
  const problems: { errorCode: string }[] = answer?.body ?? [];
  return problems.map(({ errorCode }) => errorCode);
}
