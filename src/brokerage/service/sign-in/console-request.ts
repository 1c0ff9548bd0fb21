// The body of a sign-in.
import type { FastifyRequest } from "fastify";
import { decodeSecret, type RowSecret } from "../../../platform/auth/session.ts";
import { isJson } from "../../../platform/http/request/media-type.ts";
import { isAtOwnHost, isFromOwnPage } from "../../../platform/http/sessions/session-request.ts";
import { requestErrors } from "../../../platform/refusals/errors.ts";
import { failedCredentials } from "../../../platform/refusals/unauthorized.ts";
import { JsonFault, type JsonValue, parseJson } from "../../../values/json.ts";
import { refusal } from "../../../values/problem.ts";

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
