// When keys may be changed in a session, and until when one lasts that is made there.

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Whether a person proved who it is so recently that it may change keys: five minutes. */
export function isJustSignedIn(authenticatedAt: Date | undefined, now: Date): boolean {
  return authenticatedAt !== undefined && +now - +authenticatedAt <= 5 * minuteMs;
}

/** The instant that is a number of days, written in digits, after another. */
export function daysAfter(at: Date, days: string): Date {
  return new Date(+at + Number(days) * dayMs);
}
