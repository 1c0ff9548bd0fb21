// The signed-in user. A link is exchanged for a session, stored as a cookie that no script can
// read. The page stores the token that its changes carry.
import { setClock } from "./clock.ts";
import { consolePath } from "./place.ts";

/** The signed-in user, from the service. */
export interface Session {
  readonly loginId: string;
  readonly name: string;
  /** The kind of caller: an advisory firm's staff, an issuer's, the operator's, or a client. */
  readonly kind: "institutional" | "issuing" | "operator" | "client";
  readonly firmName: string;
  readonly firmId: string;
  /** The code by which an offering names the firm as a participant. */
  readonly partnerCode: string;
  readonly memberId: string;
  /** The staff role; clients have none. */
  readonly role?: "viewer" | "adviser" | "administrator";
  readonly scopes: readonly ("read" | "write" | "operate")[];
  /** Whether the database is a sandbox. */
  readonly isSandbox: boolean;
  /** Whether the sample firm's prices and transactions are still being loaded. */
  readonly isSampleLoading: boolean;
  readonly token: string;
  readonly expiresAt: string;
  /** The service's clock when it responded; a sandbox is ahead. */
  readonly now: string;
}

/** A session could not be started or read; the message is a sentence. */
class SessionFault extends Error {}

const address = `${consolePath}/session`;
const json = { "Content-Type": "application/json" };

/** The session of this browser; undefined if there is none. */
export async function currentSession(): Promise<Session | undefined> {
  const response = await fetch(address);
  if (response.status === 401) return undefined;
  if (!response.ok) throw new SessionFault("The service is unavailable. Try again in a moment.");
  return sessionIn(response);
}

/** Starts a session with the secret of a sign-in link, which works once. */
export async function beginSession(secret: string): Promise<Session> {
  const body = JSON.stringify({ secret });
  const response = await fetch(address, { method: "POST", headers: json, body });
  if (response.ok) return sessionIn(response);
  throw new SessionFault(
    response.status >= 500
      ? "The service is unavailable. Try again in a moment."
      : "This link was already used or has expired. Request a new one.",
  );
}

async function sessionIn(response: Response): Promise<Session> {
  const session: Session = await response.json();
  setClock(session.now);
  return session;
}

/** Ends the session, in the page and at the service. */
export async function endSession({ token }: Session): Promise<void> {
  await fetch(address, { method: "DELETE", headers: { "X-Session-Token": token } });
}

/** The secret in a link, or the text itself. */
export function secretIn(link: string): string {
  const [, secret] = /#link=([^&\s]+)/.exec(link) ?? [];
  return decodeURIComponent(secret ?? link.trim());
}

/** Removes the secret from the page's address, so that neither history nor a screenshot shows it. */
export function takeLink(): string | undefined {
  if (!location.hash.startsWith("#link=")) return undefined;
  const secret = secretIn(location.hash);
  history.replaceState(null, "", location.pathname + location.search);
  return secret;
}
