// Who is signed in: a link is exchanged for a session, which the browser keeps as a cookie that no
// script sees; the page keeps the token that its changes carry.
import { consolePath } from "./place.ts";

/** The person who is signed in, as the service says. */
export interface Session {
  readonly loginId: string;
  readonly name: string;
  /** What the person may call: a firm's staff, an issuer's, the operator's, or a client. */
  readonly kind: "institutional" | "issuing" | "operator" | "client";
  readonly firmName: string;
  readonly firmId: string;
  /** By what an offer names the firm as one that takes part. */
  readonly partnerCode: string;
  readonly memberId: string;
  /** What one of a firm's staff is there; clients have none. */
  readonly role?: "viewer" | "adviser" | "administrator";
  readonly scopes: readonly ("read" | "write" | "operate")[];
  /** Whether the store is a sandbox, in which nothing is in earnest. */
  readonly isSandbox: boolean;
  readonly token: string;
  readonly expiresAt: string;
}

/** The session could not be begun or asked for; the message is a sentence. */
class SessionFault extends Error {}

const address = `${consolePath}/session`;
const json = { "Content-Type": "application/json" };

/** The session of this browser; undefined where there is none. */
export async function currentSession(): Promise<Session | undefined> {
  const answer = await fetch(address);
  if (answer.status === 401) return undefined;
  if (!answer.ok) throw new SessionFault("The service is unavailable. Try again in a moment.");
  return answer.json();
}

/** Begins a session with the secret of a link, which is good once. */
export async function beginSession(secret: string): Promise<Session> {
  const body = JSON.stringify({ secret });
  const answer = await fetch(address, { method: "POST", headers: json, body });
  if (answer.ok) return answer.json();
  throw new SessionFault(
    answer.status >= 500
      ? "The service is unavailable. Try again in a moment."
      : "This link was already used or has expired. Request a new one.",
  );
}

/** Ends the session, here and at the service. */
export async function endSession({ token }: Session): Promise<void> {
  await fetch(address, { method: "DELETE", headers: { "X-Session-Token": token } });
}

/** The secret in the text of a link, or the text itself. */
export function secretIn(link: string): string {
  const [, secret] = /#link=([^&\s]+)/.exec(link) ?? [];
  return decodeURIComponent(secret ?? link.trim());
}

/** Takes the secret out of the page's address, so that neither history nor a screenshot has it. */
export function takeLink(): string | undefined {
  if (!location.hash.startsWith("#link=")) return undefined;
  const secret = secretIn(location.hash);
  history.replaceState(null, "", location.pathname + location.search);
  return secret;
}
