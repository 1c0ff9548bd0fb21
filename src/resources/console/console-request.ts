// What a sign-in sends, and what a change is made with before anybody is known.
import type { FastifyRequest } from "fastify";
import { decodeSecret, type RowSecret } from "../../platform/auth/session.ts";
import { isJson } from "../../platform/http/media-type.ts";
import { isAtOwnHost, isFromOwnPage } from "../../platform/http/session-request.ts";
import { requestErrors } from "../../platform/refusals/errors.ts";
import { failedCredentials } from "../../platform/refusals/unauthorized.ts";
import { drawId } from "../../values/ids.ts";
import { JsonFault, type JsonValue, parseJson } from "../../values/json.ts";
import { refusal } from "../../values/problem.ts";
import type { SignInContext } from "./start-console-session.ts";

/** The secret of a link that our own page sends; undefined for what is none. */
export async function sentSecret(request: FastifyRequest): Promise<RowSecret | undefined> {
  if (!isAtOwnHost(request) || !isFromOwnPage(request)) throw await failedCredentials(request);
  if (!isJson(request.sentType)) throw refusal(415, requestErrors.mediaType);
  const given = Buffer.isBuffer(request.body) ? readJson(request.body) : undefined;
  const secret = (given as { readonly secret?: JsonValue } | null | undefined)?.secret;
  return typeof secret === "string" ? decodeSecret(secret) : undefined;
}

function readJson(body: Buffer): JsonValue | undefined {
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}

/** What a change by a person who is not known yet is made with. */
export function contextOf({ id, ip, server, startedAt }: FastifyRequest): SignInContext {
  const { db, vault, random } = server.frame;
  return {
    ...{ now: startedAt, realNow: startedAt, requestId: id, address: ip, db, vault, random },
    newId: () => drawId(startedAt, random),
    subject: "console",
    repeat: undefined,
    signature: undefined,
    replayed: false,
  };
}
