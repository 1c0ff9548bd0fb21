// `bursar console`: makes links by which people sign in, lists their sessions and ends them.

import {
  createConsoleLink,
  linkAddress,
} from "../brokerage/service/sign-in/create-console-link.ts";
import { selectSessions } from "../brokerage/service/sign-in/queries.ts";
import { revokeConsoleSessions } from "../brokerage/service/sign-in/revoke-console-sessions.ts";
import { readConfig } from "../config/config.ts";
import { openSince, sessionEnd } from "../platform/auth/session.ts";
import { addressAt } from "../platform/process/listening.ts";
import { counted, tableLines } from "../values/readable.ts";
import { commandContext, withStore } from "./command-context.ts";
import { printJson, printLines } from "./output.ts";

/** Makes a link and prints it, this once. */
export async function linkCommand(
  loginId: string,
  { apiUser: apiUserId, json = false }: { readonly apiUser?: string; readonly json?: boolean },
): Promise<void> {
  const config = readConfig(process.env);
  const made = await withStore("console", (opened) =>
    createConsoleLink(commandContext(opened), { loginId, apiUserId }),
  );
  const { linkId, apiUserName, expiresAt } = made;
  const link = linkAddress(addressAt(config.port, config), made);
  const shown = { linkId, loginId, apiUserId: made.apiUserId, expiresAt: expiresAt.toISOString() };
  if (json) return printJson({ ...shown, link });
  printLines(
    link,
    `${loginId} signs in as the API user ${made.apiUserId}, ${apiUserName}: once, until ${shown.expiresAt}.`,
  );
}

/** Lists the sessions that have not ended for their age. */
export async function listSessionsCommand({ json = false }: { json?: boolean }): Promise<void> {
  const now = new Date();
  const sessions = await withStore("console", ({ db }) => selectSessions(db, openSince(now)));
  if (json) return printJson(sessions);
  const rows = sessions.map((session) => {
    const isOver = sessionEnd(session.startedAt, session.lastUsedAt) <= now;
    const state = session.endedAt ? "ended" : isOver ? "idle" : "open";
    const [started, used] = [session.startedAt, session.lastUsedAt].map((at) => at.toISOString());
    return [
      session.sessionId,
      state,
      session.loginId,
      session.apiUserId,
      started ?? "",
      used ?? "",
    ];
  });
  const headings = ["session", "state", "person", "API user", "started", "last used"];
  printLines(...tableLines(headings, rows), counted(sessions.length, "session"));
}

/** Ends sessions. */
export async function revokeSessionsCommand(
  given: string,
  { json = false }: { json?: boolean },
): Promise<void> {
  const revoked = await withStore("console", (opened) =>
    revokeConsoleSessions(commandContext(opened), given),
  );
  if (json) return printJson(revoked);
  const { sessions, links, identities } = revoked;
  const withdrawn = [counted(links, "link"), counted(identities, "identity", "identities")];
  printLines(`ended ${counted(sessions, "session")}, withdrew ${withdrawn.join(" and ")}`);
}
