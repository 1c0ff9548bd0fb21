// When a delivery that failed is tried again: after growing waits, for three days. (docs/events.md)

const secondMs = 1_000;
const hourMs = 60 * 60 * 1_000;

/** For how long an event is tried, in milliseconds: three days. */
export const triedForMs = 72 * hourMs;

/** After how long without a success a webhook is disabled: five days. */
const failingForMs = 120 * hourMs;

/** For how long an earlier secret signs as well: a day. */
export const earlierSecretMs = 24 * hourMs;

/** For how long deliveries are listed: a week. */
const listedForMs = 7 * 24 * hourMs;

const firstMs = 5 * secondMs;
const longestMs = 8 * hourMs;

/** How long to wait after a number of attempts. Each waits three times as long as the one before,
 * up to eight hours. Up to a fifth is random, so that not all come back at once. */
export function waitAfter(attempts: number, random: (bytes: number) => Uint8Array): number {
  const usual = Math.min(firstMs * 3 ** (attempts - 1), longestMs);
  const [byte = 0] = random(1);
  return Math.round(usual * (1 - byte / 255 / 5));
}

/** The instant the given milliseconds later. */
export function after(at: Date, ms: number): Date {
  return new Date(+at + ms);
}

/** The instant before which deliveries are no longer listed. */
export function listedFrom(now: Date): Date {
  return after(now, -listedForMs);
}

/** Whether a webhook has failed for too long. */
export function hasFailedTooLong(failingSince: Date | null, now: Date): failingSince is Date {
  return failingSince !== null && +now - +failingSince >= failingForMs;
}
