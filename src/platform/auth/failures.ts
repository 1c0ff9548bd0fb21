// Counts failed credentials by address, so that guessing gets slower and is answered more cheaply.

/** How many failures of one address in a minute are answered 401 before 429 takes its place. */
export const failuresPerMinute = 20;

const windowMs = 60_000;
const maxAddresses = 10_000;

/** The failed credentials of each address; those of a worker are counted by its supervisor. */
export interface Failures {
  /** Notes a failure and returns whether the address has had too many. */
  note(address: string, now: Date): boolean | Promise<boolean>;
  /** Whether the address has had too many. */
  areTooMany(address: string, now: Date): boolean;
}

/** A counter in memory. */
export interface FailureCounter extends Failures {
  note(address: string, now: Date): boolean;
  /** The addresses that have had too many. */
  withTooMany(now: Date): string[];
}

/** The failures of a worker: `note` asks the supervisor, which tells all workers of an address once it
 * has too many. */
export function failuresElsewhere(note: (address: string) => Promise<boolean>): {
  readonly failures: Failures;
  readonly tell: (address: string, now: Date) => void;
} {
  const toldAt = new Map<string, number>();
  const areTooMany = (address: string, now: Date) =>
    +now - (toldAt.get(address) ?? -Infinity) < windowMs;
  return {
    // Whoever goes on after that costs the supervisor nothing.
    failures: { note: (address, now) => areTooMany(address, now) || note(address), areTooMany },
    tell(address, now) {
      toldAt.delete(address);
      toldAt.set(address, +now);
      if (toldAt.size > maxAddresses) forgetOldest(toldAt);
    },
  };
}

/** A counter that forgets an address a minute after its first failure. */
export function countFailedCredentials(): FailureCounter {
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
    withTooMany: (now) => [...byAddress.keys()].filter((address) => areTooMany(address, now)),
    note(address, now) {
      const entry = current(address, now) ?? { since: +now, count: 0 };
      entry.count += 1;
      byAddress.delete(address);
      byAddress.set(address, entry);
      if (byAddress.size > maxAddresses) forgetOldest(byAddress);
      return entry.count > failuresPerMinute;
    },
  };
}

function forgetOldest(byAddress: Map<string, unknown>): void {
  const [oldest] = byAddress.keys();
  if (oldest !== undefined) byAddress.delete(oldest);
}
