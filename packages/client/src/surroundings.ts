// The parts that the client takes from where it runs: requests, time and randomness. Tests give
// their own.

/** The functions of the machine that the client needs. */
export interface Surroundings {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly now: () => Date;
  /** So many random bytes. */
  readonly random: (bytes: number) => Uint8Array;
  /** Resolves after the given milliseconds; rejects with the signal's reason once that is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The surroundings of Node and of browsers. */
export const ownSurroundings: Surroundings = {
  fetch: (request) => globalThis.fetch(request),
  now: () => new Date(),
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const give = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", give);
        resolve();
      }, ms);
      signal?.addEventListener("abort", give, { once: true });
    }),
};
