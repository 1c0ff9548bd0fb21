// The answer to an API user that sends more than its rate.
import { refusal } from "../../values/problem.ts";
import { requestErrors } from "./errors.ts";

/** Refuses with 429 where there are seconds to wait. */
export function refuseToWait(seconds: number | undefined): void {
  if (seconds === undefined) return;
  throw refusal(429, requestErrors.tooManyRequests, { "Retry-After": String(seconds) });
}
