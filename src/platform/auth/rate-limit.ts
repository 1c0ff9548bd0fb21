// Throttles each API user: a bucket of tokens, refilled by the clock. A request
// takes one token, and a large or costly one more. A restart fills the buckets. (interface 7, 8)
import type { Id } from "@bursar/values/ids";
import { type Refusal, refusal } from "../../values/problem.ts";
import { evictOldest } from "../process/evict-oldest.ts";
import { requestErrors } from "../refusals/errors.ts";

/** The name of the rate of an API user in the fields that report it. */
const policyName = "api-user";

/** How many seconds' worth of requests may come at once. */
const burstSeconds = 2;
const maxBuckets = 10_000;

/** A request takes another token for each of these, besides its first. */
const bytesOfToken = 65_536;
const millisecondsOfToken = 1;

/** The cost of a request: the bytes of its body, and the time that it held the event loop. */
export interface Cost {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** The rates of all API users. */
export interface RateLimit {
  /** Takes a token, or returns after how many seconds the user may try again. */
  take(apiUserId: Id, now: Date): number | undefined;
  /** The same without taking one: for a request that has not proved whose it is. */
  wait(apiUserId: Id, now: Date): number | undefined;
  /** The remaining requests, as the value of `RateLimit`; undefined without a limit. */
  left(apiUserId: Id, now: Date): string | undefined;
  /** The limit, as the value of `RateLimit-Policy`; undefined without a limit. */
  readonly policy: string | undefined;
  /** Takes the cost of a request beyond its first token; the user then waits for longer. */
  charge(apiUserId: Id, cost: Cost, now: Date): void;
}

/** Buckets of `perSecond` requests a second with a burst of twice as many; 0 limits nothing. */
export function limitRate(perSecond: number): RateLimit {
  if (perSecond === 0) return unlimited;
  const burst = burstSeconds * perSecond;
  const buckets = new Map<Id, Bucket>();
  const refilled = (apiUserId: Id, now: Date): Bucket => {
    const known = buckets.get(apiUserId);
    if (known === undefined) evictOldest(buckets, maxBuckets - 1);
    const bucket = known ?? { tokens: burst, at: +now };
    // A clock that was set back refills nothing, and must not stop the refilling either.
    const elapsed = Math.max(0, +now - bucket.at) / 1_000;
    bucket.tokens = Math.min(burst, bucket.tokens + elapsed * perSecond);
    bucket.at = +now;
    buckets.delete(apiUserId);
    buckets.set(apiUserId, bucket);
    return bucket;
  };
  const secondsUntilOne = ({ tokens }: Pick<Bucket, "tokens">): number | undefined =>
    tokens < 1 ? Math.max(1, Math.ceil((1 - tokens) / perSecond)) : undefined;
  return {
    take(apiUserId, now) {
      const bucket = refilled(apiUserId, now);
      const wait = secondsUntilOne(bucket);
      if (wait === undefined) bucket.tokens -= 1;
      return wait;
    },
    wait: (apiUserId, now) => secondsUntilOne(refilled(apiUserId, now)),
    left(apiUserId, now) {
      // Without changing the bucket: a response may be sent long after its request has taken its
      // token.
      const bucket = buckets.get(apiUserId) ?? { tokens: burst, at: +now };
      const elapsed = Math.max(0, +now - bucket.at) / 1_000;
      const tokens = Math.min(burst, bucket.tokens + elapsed * perSecond);
      return rateLimitField(Math.max(0, Math.floor(tokens)), secondsUntilOne({ tokens }) ?? 1);
    },
    policy: `"${policyName}";q=${burst};w=${burstSeconds}`,
    charge(apiUserId, { bytes, milliseconds }, now) {
      const tokens =
        Math.floor(bytes / bytesOfToken) + Math.floor(milliseconds / millisecondsOfToken);
      if (tokens === 0) return;
      const bucket = refilled(apiUserId, now);
      // However much one request has cost, its user waits a few seconds at most.
      bucket.tokens = Math.max(-burst, bucket.tokens - tokens);
    },
  };
}

const unlimited: RateLimit = {
  take: () => undefined,
  wait: () => undefined,
  left: () => undefined,
  policy: undefined,
  charge: () => {},
};

interface Bucket {
  tokens: number;
  at: number;
}

/** How many requests are left, and in how many seconds there are more.
 * (draft-ietf-httpapi-ratelimit-headers-10) */
function rateLimitField(left: number, seconds: number): string {
  return `"${policyName}";r=${left};t=${seconds}`;
}

/** 429 for an API user that has to wait the given seconds. */
export function tooManyRequests(seconds: number): Refusal {
  return refusal(429, requestErrors.tooManyRequests, {
    "Retry-After": String(seconds),
    RateLimit: rateLimitField(0, seconds),
  });
}
