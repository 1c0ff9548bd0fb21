// The keys of a firm, for its administrators in the console: they are of the page alone and no part
// of the contract, so that no key can make another. (docs/console.md)

import { encodeInstant } from "@bursar/values/dates";
import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { SessionCredential } from "../../../platform/auth/authenticate.ts";
import { daysAfter } from "../../../platform/auth/key-times.ts";
import type { App } from "../../../platform/http/frame.ts";
import { asPage } from "../../../platform/http/pipeline/page-headers.ts";
import { contextOfSession, provenSession } from "../../../platform/http/pipeline/proven-session.ts";
import { isJson } from "../../../platform/http/request/media-type.ts";
import { requestErrors } from "../../../platform/refusals/errors.ts";
import { JsonFault, parseJson } from "../../../values/json.ts";
import { type Problem, refusal, refuseFor, ruleProblem, syntax } from "../../../values/problem.ts";
import { id, text } from "../../../values/scalars.ts";
import { decode, object } from "../../../values/wire.ts";
import { createKey } from "./create-key.ts";
import { apiUserErrors } from "./errors.ts";
import { type NamedUserRow, selectKeys, selectUsersOfFirm } from "./key-queries.ts";
import { problemsWithUser, refuseOthers } from "./key-rights.ts";
import { type ForgedRow, forgedUserRows } from "./reads.ts";
import { revokeKey } from "./revoke-key.ts";
import { sessionForChange } from "./session-for-change.ts";

const path = "/console/keys";
const config = { open: true, shownAs: "console" };
const schema = { hide: true };
const bodyLimit = 4_096;

const NewKey = object({
  apiUserId: id(),
  kind: text({ oneOf: ["token", "signing"] }),
  days: text({ pattern: /^([1-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-6])$/ }),
});

/** Registers the requests for keys. */
export async function keyRoutes(app: App, onForged: (row: ForgedRow) => void): Promise<void> {
  const { db, vault } = app.frame;
  const usersOf = async ({ firm }: SessionCredential) => {
    const users = await selectUsersOfFirm(db, firm.oid);
    return users.filter((user) => {
      const forged = forgedUserRows(vault, user);
      forged.forEach(onForged);
      return forged.length === 0;
    });
  };

  app.get(path, { config, schema }, async (request, reply) => {
    const { session } = await provenSession(request, reply);
    refuseOthers(session);
    const users = await usersOf(session);
    const keys = await selectKeys(db, session.firm.oid);
    asPage(reply);
    return {
      users: users.map((user) => encodeUser(user, session)),
      keys: keys.map(({ keyId, kind, apiUserId, boundLoginId, ...at }) => ({
        keyId,
        kind,
        apiUserId,
        loginId: boundLoginId,
        createdTS: encodeInstant(at.createdAt),
        expiresTS: at.expiresAt && encodeInstant(at.expiresAt),
        revokedTS: at.revokedAt && encodeInstant(at.revokedAt),
      })),
    };
  });

  const anonymousBody = { ...config, anonymousBody: true };
  app.post(path, { config: anonymousBody, schema, bodyLimit }, async (request, reply) => {
    const session = await sessionForChange(request, reply);
    const { apiUserId, kind, days } = bodyOf(request);
    const user = (await usersOf(session)).find((each) => each.apiUserId === apiUserId);
    if (user === undefined) refuseFor([ruleProblem(apiUserErrors.apiUser)]);
    else refuseFor(problemsWithUser(session, user));
    const expiresAt = daysAfter(request.startedAt, days);
    // Without a member a key could name any of the firm's clients, which the session may not.
    const bound = { boundLoginId: session.loginId };
    const wanted = { apiUserId, kind: kind === "token" ? "token" : "signing", expiresAt } as const;
    const drawn = await createKey(contextOfSession(request, session), { ...wanted, ...bound });
    return asPage(reply)
      .code(201)
      .send({ ...drawn, expiresTS: encodeInstant(expiresAt) });
  });

  app.delete(`${path}/:keyid`, { config, schema }, async (request, reply) => {
    const session = await sessionForChange(request, reply);
    const { keyid } = request.params as { readonly keyid: string };
    await revokeKey(contextOfSession(request, session), keyid, session.firm.oid);
    return asPage(reply).code(204).send();
  });
}

function encodeUser(user: NamedUserRow, session: SessionCredential) {
  const { apiUserId, name, scopes, boundLoginId: loginId } = user;
  const mayHaveKey = problemsWithUser(session, user).length === 0;
  return { apiUserId, name, scopes, loginId, mayHaveKey };
}

function bodyOf({ body, sentType }: FastifyRequest): Static<typeof NewKey> {
  if (!isJson(sentType)) throw refusal(415, requestErrors.mediaType);
  const problems: Problem[] = [];
  const given = decoded(Buffer.isBuffer(body) ? body : Buffer.alloc(0), problems);
  refuseFor(problems);
  return given as Static<typeof NewKey>;
}

function decoded(body: Buffer, problems: Problem[]) {
  try {
    return decode(NewKey, parseJson(body), problems);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    problems.push(syntax("body", error.message));
    return undefined;
  }
}
