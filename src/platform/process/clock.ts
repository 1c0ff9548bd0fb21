// The clock of the process: everything else is given the time.

/** The time now. */
export function clock(): Date {
  return new Date();
}
