// Killing the service while its sweep brings something to a status, and letting it arrive there.
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { Site } from "./command-rounds.ts";
import { storeRows } from "./holders.ts";
import { sampleToken } from "./service-process.ts";

/** How often the service is killed on the way to a status. */
export const killsOnTheWay = 3;
const longestMs = 3_000;
const patienceMs = 1_800_000;

/** Kills the service at random moments of something's way to a status, and then lets it arrive. The statement selects
 * the status as `status`. */
export async function driven(site: Site, statement: string, status: string): Promise<void> {
  for (let kill = 0; kill < killsOnTheWay; kill += 1) {
    // Two sweeps by request, in addition to that of the leader.
    const swept = Promise.allSettled([sweep(site), sweep(site)]);
    await delay(site.random() * longestMs);
    await site.service().kill();
    await swept;
    await site.start();
  }
  const end = performance.now() + patienceMs;
  for (;;) {
    const [found] = await storeRows(site.dataDir, statement);
    if (found?.status === status) return;
    assert(performance.now() < end, `it is ${found?.status}, not ${status}: ${statement}`);
    // A long sweep may outlast its caller's patience; it goes on.
    await sweep(site).catch(() => delay(1_000));
  }
}

async function sweep(site: Site): Promise<void> {
  await send(site, "PUT", "/restapi/sweeps", {});
}

/** Sends a request of the operator; returns the `Location` of the response. */
export async function send(
  site: Site,
  method: string,
  path: string,
  body: object,
  token?: string,
): Promise<string> {
  const by = token ?? (await sampleToken(site.dataDir, "operator"));
  const headers = { authorization: `Bearer ${by}`, "content-type": "application/json" };
  const response = await fetch(`${site.service().url}${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  const text = await response.text();
  assert(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return response.headers.get("location") ?? "";
}
