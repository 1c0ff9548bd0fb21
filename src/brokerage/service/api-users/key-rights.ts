// The keys that a person may make in a session: none by which anybody may do more. Pure.
import type { SessionCredential } from "../../../platform/auth/authenticate.ts";
import { isJustSignedIn } from "../../../platform/auth/key-times.ts";
import { brokenIf, forbidden, type Problem, refusal } from "../../../values/problem.ts";
import { apiUserErrors } from "./errors.ts";
import type { NamedUserRow } from "./key-queries.ts";

type Session = Pick<
  SessionCredential,
  "isAdministrator" | "firm" | "scopes" | "authenticatedAt" | "loginId" | "boundLoginId"
>;

/** Refuses whoever is no administrator of the firm. */
export function refuseOthers({ isAdministrator }: Session): void {
  if (!isAdministrator) throw forbidden();
}

/** Refuses a change of keys to whoever may change nothing, or has not just signed in. */
export function refuseChange(session: Session, now: Date): void {
  refuseOthers(session);
  const needed = session.firm.kind === "operator" ? "operate" : "write";
  if (!session.scopes.has(needed)) throw forbidden();
  if (!isJustSignedIn(session.authenticatedAt, now)) throw refusal(403, apiUserErrors.age);
}

/** Problems of a key of an API user, which will act as the person of the session alone: it may not
 * have a scope that the session lacks, nor be somebody else's. */
export function problemsWithUser(
  { scopes, loginId, boundLoginId }: Session,
  user: Pick<NamedUserRow, "scopes" | "boundLoginId">,
): Problem[] {
  const isWider = user.scopes.some((scope) => !scopes.has(scope));
  const actsAsOther = [user.boundLoginId ?? loginId, boundLoginId ?? loginId].some(
    (each) => each !== loginId,
  );
  return brokenIf(isWider || actsAsOther, apiUserErrors.rights);
}
