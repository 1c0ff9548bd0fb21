// Throttles addresses by their failed credentials, so that guessing gets slower and its refusal cheaper.
import { evictOldest } from "../process/evict-oldest.ts";

/** How many failures of one address in a minute get a 401 before 429 takes its place. */
export const failuresPerMinute = 20;

const windowMs = 60_000;
const maxAddresses = 10_000;

/** The failed credentials of each address. */
export interface Failures {
  /** Notes a failure and returns whether the address has had too many. */
  note(address: string, now: Date): boolean;
  /** Whether the address has had too many. */
  areTooMany(address: string, now: Date): boolean;
}

/** A counter that forgets an address a minute after its first failure. */
export function countFailedCredentials(): Failures {
  const byAddress = new Map<string, { since: number; count: number }>();
  const current = (address: string, now: Date) => {
    const known = byAddress.get(address);
    const isCurrent = known !== undefined && +now - known.since < windowMs && +now >= known.since;
    return isCurrent ? known : undefined;
  };
  const areTooMany = (address: string, now: Date) =>
    (current(address, now)?.count ?? 0) > failuresPerMinute;
  return {
    areTooMany,
    note(address, now) {
      const entry = current(address, now) ?? { since: +now, count: 0 };
      entry.count += 1;
      byAddress.delete(address);
      byAddress.set(address, entry);
      evictOldest(byAddress, maxAddresses);
      return entry.count > failuresPerMinute;
    },
  };
}
