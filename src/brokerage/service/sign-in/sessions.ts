// Where sessions are found, and whether a person may still use one.
import type { SessionCredential } from "../../../platform/auth/authenticate.ts";
import type { SessionStore } from "../../../platform/auth/credential-cache.ts";
import { isValidSecret, type RowSecret, sessionEnd } from "../../../platform/auth/session.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { Database, Reader } from "../../../platform/store/db.ts";
import { type ForgedRow, forgedUserRows, type UserRow } from "../api-users/reads.ts";
import { type PersonRow, type SessionRow, selectSession, updateSessionUse } from "./queries.ts";
import { mayApprove, scopesOf } from "./rules.ts";

/** The needs of checks: the store, the keys, and whom to notify of rows that the service did not
 * write. */
export interface Checking {
  readonly db: Reader;
  readonly vault: Vault;
  readonly onForged: (row: ForgedRow) => void;
}

/** The sessions of the store. */
export function sessionStore(
  db: Database,
  vault: Vault,
  onForged: (row: ForgedRow) => void,
): SessionStore {
  return {
    async bySession(proof, now) {
      const row = await findSession({ db, vault, onForged }, proof, now);
      return row && sessionOf(row);
    },
    noteUse: ({ id }, now) => db.transaction((tx) => updateSessionUse(tx, id, now)),
  };
}

/** The session that a secret proves, unless it is over or its person may no longer act. */
export async function findSession(
  checking: Checking,
  { id, secret }: RowSecret,
  now: Date,
): Promise<SessionRow | undefined> {
  const { db, vault } = checking;
  const row = await selectSession(db, id);
  if (row === undefined || !isValidSecret(vault, "console-session", row, secret)) return undefined;
  const isOpen = row.endedAt === null && now < sessionEnd(row.at, row.lastUsedAt);
  return isOpen && mayAct(checking, row) ? row : undefined;
}

/** Whether the rows of an API user and its firm are as the service wrote them. */
export function isSoundUser({ vault, onForged }: Omit<Checking, "db">, user: UserRow): boolean {
  const forged = forgedUserRows(vault, user);
  forged.forEach(onForged);
  return forged.length === 0;
}

/** Whether a person may act as the API user: its rows are sound, and it may read and is nobody
 * else's. A colleague's link serves only whom a colleague may make one for. */
export function mayAct(checking: Checking, row: PersonRow): boolean {
  const isSound = isSoundUser(checking, row);
  const isTheirs = (row.boundLoginId ?? row.loginId) === row.loginId;
  const isApproverByColleague = row.isByColleague && mayApprove(row.firm, row.staffRole);
  return isSound && isTheirs && row.scopes.includes("read") && !isApproverByColleague;
}

/** The credential of a session: that of the API user, as far as the person's role goes. */
function sessionOf(row: SessionRow): SessionCredential {
  return {
    apiUserId: row.apiUserId,
    firm: row.firm,
    scopes: new Set(scopesOf(row.scopes, row.staffRole)),
    isAdministrator: row.staffRole === "administrator",
    boundLoginId: row.boundLoginId ?? undefined,
    sessionId: row.id,
    loginId: row.loginId,
    linkedBy: row.linkedBy ?? undefined,
    startedAt: row.at,
    authenticatedAt: row.authenticatedAt ?? undefined,
    lastUsedAt: row.lastUsedAt,
    expiresAt: sessionEnd(row.at, row.lastUsedAt),
  };
}
