// Requests of the page alone, which are no part of the contract: those for API keys and for staff.
import { sessionToken } from "./service.ts";

/** A rejection by the service, as a sentence. */
class PageFault extends Error {}

/** Sends a request with the token of the page; a rejection is its first sentence. */
export async function askAsPage(method: string, path: string, body?: object): Promise<Response> {
  const token = { "X-Session-Token": sessionToken() };
  const response = await fetch(path, {
    method,
    headers: { ...token, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (response?.ok) return response;
  const [problem] = response === undefined ? [] : await response.json().catch(() => []);
  throw new PageFault(problem?.message ?? "The service cannot be reached. Try again in a moment.");
}
