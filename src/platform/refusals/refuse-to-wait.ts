// The answer to an API user that sends more than its rate.
import { type Refusal, refusal } from "../../values/problem.ts";
import { requestErrors } from "./errors.ts";

/** The name of the rate of an API user in the fields that tell it. */
export const policyName = "api-user";

/** How many requests are left, and in how many seconds there are more.
 * (draft-ietf-httpapi-ratelimit-headers-10) */
export function rateLimitField(left: number, seconds: number): string {
  return `"${policyName}";r=${left};t=${seconds}`;
}

/** 429 for an API user that has to wait so many seconds. */
export function tooManyRequests(seconds: number): Refusal {
  return refusal(429, requestErrors.tooManyRequests, {
    "Retry-After": String(seconds),
    RateLimit: rateLimitField(0, seconds),
  });
}
