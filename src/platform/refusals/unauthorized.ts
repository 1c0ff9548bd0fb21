// The response to a request without accepted credentials. (interface 5, 7)
import type { FastifyRequest } from "fastify";
import { networkOf } from "../../values/network.ts";
import { type Refusal, refusal } from "../../values/problem.ts";
import { requestErrors } from "./errors.ts";

/** 401, which does not say what was wrong; `schemes` are those that are accepted here. */
export function unauthorized(schemes = "FOLIOWS, Bearer"): Refusal {
  return refusal(401, requestErrors.unauthorized, { "WWW-Authenticate": schemes });
}

/** Notes the failure of the request's address, or its network of IPv6: 401, or 429 once there were
 * too many. */
export async function failedCredentials(
  request: FastifyRequest,
  schemes?: string,
): Promise<Refusal> {
  const { failures } = request.server.frame;
  const hasTooMany = await failures.note(networkOf(request.ip), request.startedAt);
  return hasTooMany ? tooManyFailures() : unauthorized(schemes);
}

/** 429 for an address with too many failures. */
export function tooManyFailures(): Refusal {
  return refusal(429, requestErrors.tooManyFailures, { "Retry-After": "60" });
}
