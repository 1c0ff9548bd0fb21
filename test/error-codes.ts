// The error codes of a response, for tests of refusals.
import type { TestResponse } from "./harness.ts";

/** The codes of every problem that a response lists, in its order; none without a response. */
export function errorCodesOf(response: Pick<TestResponse, "body"> | undefined): string[] {
  const problems: { errorCode: string }[] = response?.body ?? [];
  return problems.map(({ errorCode }) => errorCode);
}
