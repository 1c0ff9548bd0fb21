// The addresses that changes answer: each can be read by whoever made the change.
import type { Example } from "./examples.ts";
import { type TestResponse, type TestService, testBase } from "./harness.ts";

/** Changes whose address answers something else than 200 to a GET, and why. */
const unreadable: Readonly<Record<string, { readonly status: number; readonly why: string }>> = {
  liftRestriction: { status: 404, why: "it was removed" },
  revokePermission: { status: 404, why: "it was removed" },
  deleteWebhook: { status: 403, why: "it was removed, and nobody sees it any more" },
  runSweep: { status: 405, why: "what time has brought lies in the records of many subjects" },
  createNotices: { status: 405, why: "the notices of several accounts are each read at their own" },
};

/** Faults of the address that a change has answered; undefined if nothing is. */
export async function deadLocation(
  { id, caller, request }: Example,
  { headers }: TestResponse,
  of: TestService,
): Promise<string | undefined> {
  const location = String(headers.location);
  if (!location.startsWith(`${testBase}/`)) return `${location} is no address of the service`;
  const path = location.slice(testBase.length);
  const { status } = await of.call(caller, "GET", path, undefined, request.headers);
  const wanted = unreadable[id]?.status ?? 200;
  return status === wanted ? undefined : `${path} returned ${status}, not ${wanted}`;
}
