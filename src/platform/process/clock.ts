// The clock of the process: everything else is given the time.

/** The business time of a store whose own clock is so many days ahead. */
export function businessTime(realNow: Date, daysAhead: number): Date {
  return daysAhead === 0 ? realNow : new Date(+realNow + daysAhead * 86_400_000);
}

/** The time now. */
export function clock(): Date {
  return new Date();
}
