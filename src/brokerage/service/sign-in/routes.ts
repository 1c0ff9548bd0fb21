// Signing in to the console, who is signed in, and signing out. They are of the page alone and no
// part of the contract. (docs/console.md)

import { encodeInstant } from "@bursar/values/dates";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pageToken, type RowSecret, sessionEnd } from "../../../platform/auth/session.ts";
import { kindOfCaller } from "../../../platform/change/context.ts";
import { selectSampleMark } from "../../../platform/change/sandbox-queries.ts";
import type { App } from "../../../platform/http/frame.ts";
import { refuseDryRun } from "../../../platform/http/pipeline/dry-run.ts";
import { asPage } from "../../../platform/http/pipeline/page-headers.ts";
import {
  contextOfSession,
  provenSession,
  sessionContext,
} from "../../../platform/http/pipeline/proven-session.ts";
import { sessionCookie } from "../../../platform/http/sessions/session-request.ts";
import { businessTime } from "../../../platform/process/clock.ts";
import { failedCredentials, unauthorized } from "../../../platform/refusals/unauthorized.ts";
import { sentSecret } from "./console-request.ts";
import { endConsoleSession } from "./end-console-session.ts";
import { openIdRoutes } from "./open-id-routes.ts";
import { scopesOf } from "./rules.ts";
import { type Checking, findSession } from "./sessions.ts";
import { findLink, startConsoleSession } from "./start-console-session.ts";

const path = "/console/session";
const config = { open: true, shownAs: "console" };
const schema = { hide: true };

/** The largest body that a sign-in needs, in bytes. */
const bodyLimit = 4_096;

/** Registers the requests of sessions. */
export async function consoleRoutes(app: App, onForged: Checking["onForged"]): Promise<void> {
  const { db, vault, sessions } = app.frame;
  const checking = { db, vault, onForged };
  const { openId } = app.frame;
  if (openId !== undefined) openIdRoutes(app, checking, openId);

  app.get("/console/options", { config, schema }, async (_request, reply) => {
    asPage(reply);
    return { openId: openId !== undefined };
  });

  app.post(
    path,
    { config: { ...config, anonymousBody: true }, schema, bodyLimit },
    async (request, reply) => {
      const secret = await sentSecret(request);
      const link = secret && (await findLink(checking, secret, request.startedAt));
      if (link === undefined) throw await failedCredentials(request);
      refuseDryRun(request);
      const proof = await startConsoleSession(sessionContext(request), link, { link });
      return sendSession(request, reply, checking, proof);
    },
  );

  app.get(path, { config, schema }, async (request, reply) => {
    const { proof } = await provenSession(request, reply);
    return sendSession(request, reply, checking, proof);
  });

  app.delete(path, { config, schema }, async (request, reply) => {
    const { proof, session } = await provenSession(request, reply);
    await endConsoleSession(contextOfSession(request, session), session);
    sessions.forget(proof);
    asPage(reply).header("Set-Cookie", sessionCookie(request, undefined));
    return reply.code(204).send();
  });
}

/** Returns the signed-in person, the kind of caller, the expiry, and the token of changes. */
async function sendSession(
  request: FastifyRequest,
  reply: FastifyReply,
  checking: Checking,
  proof: RowSecret,
): Promise<unknown> {
  const row = await findSession(checking, proof, request.startedAt);
  if (row === undefined) throw unauthorized();
  const { firm, isClient, loginId, memberOid, name, firmName } = row;
  const member = isClient ? { isClient } : undefined;
  asPage(reply).header("Set-Cookie", sessionCookie(request, proof));
  const { db, daysAhead } = request.server.frame;
  const ahead = await daysAhead?.();
  const isSandbox = ahead !== undefined;
  return {
    isSandbox,
    // Until then accounts have neither values nor transactions.
    isSampleLoading: isSandbox && (await selectSampleMark(db)) !== undefined,
    loginId,
    name,
    kind: kindOfCaller({ firm, member }),
    firmId: firm.oid,
    firmName,
    partnerCode: firm.partnerCode,
    memberId: memberOid,
    ...(!isClient && { role: row.staffRole ?? "adviser" }),
    sessionId: row.id,
    apiUserId: row.apiUserId,
    scopes: scopesOf(row.scopes, row.staffRole),
    token: pageToken(checking.vault, proof),
    startedAt: encodeInstant(row.at),
    expiresAt: encodeInstant(sessionEnd(row.at, row.lastUsedAt)),
    now: encodeInstant(businessTime(request.startedAt, ahead ?? 0)),
  };
}
