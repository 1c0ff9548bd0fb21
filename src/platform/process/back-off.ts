// How long to wait before something that has ended begins again.

/** What ended this soon may end again, in milliseconds. */
const soonMs = 10_000;
const shortestMs = 100;
const longestMs = 5_000;

/** Answers how long to wait once it has lasted so long: twice as long each time that it ended soon. */
export function openBackOff(): (lastedMs: number) => number {
  let nextMs = shortestMs;
  return (lastedMs) => {
    const pauseMs = lastedMs < soonMs ? nextMs : shortestMs;
    nextMs = Math.min(2 * pauseMs, longestMs);
    return pauseMs;
  };
}
