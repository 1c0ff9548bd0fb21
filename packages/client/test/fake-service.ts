// A service that responds as a test says: requests in, responses in their order out.

import { type BursarOptions, openBursar } from "../src/bursar.ts";
import { bearer } from "../src/credentials.ts";

/** A response, or the fault with which the connection ends. */
export type Scripted = Response | Error | (() => Response | Promise<Response>);

/** A client of a service that gives these responses; time does not pass, and chance gives zeros. */
export function openFake(script: readonly Scripted[], options: Partial<BursarOptions> = {}) {
  const requests: Request[] = [];
  const waits: number[] = [];
  const left = [...script];
  const bursar = openBursar({
    url: "http://bursar.test/base",
    credential: bearer("t"),
    fetch: async (request) => {
      requests.push(request);
      const next = left.shift();
      if (next === undefined) throw new Error("the test has no further response");
      if (next instanceof Error) throw next;
      return next instanceof Response ? next : next();
    },
    now: () => new Date("2026-03-02T15:00:00.000Z"),
    random: (bytes) => new Uint8Array(bytes),
    wait: async (ms) => {
      waits.push(ms);
      // Bytes that have already come are read before a silence is over.
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
    ...options,
  });
  return { bursar, requests, waits };
}

/** A response with a JSON body. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });
}

/** A change that was made. */
export function made(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { headers: { "content-length": "0", location, ...headers } });
}
