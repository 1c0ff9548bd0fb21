// Authenticates the caller of a stream again while it is open: its credential may be revoked
// meanwhile, and its firm's rights may change.
import type { FastifyRequest } from "fastify";
import {
  type Authenticated,
  type Credential,
  tokenDigest,
  tokenHash,
} from "../../auth/authenticate.ts";
import { decodeAuthorization } from "../../auth/authorization.ts";
import type { Caller } from "../../change/context.ts";
import { currentSession, sendsSession } from "../sessions/session-request.ts";
import { identify, mayRequest } from "./caller.ts";

/** The caller of a request as of now; undefined once it may no longer make it. */
export type RenewedCaller = () => Promise<Caller | undefined>;

/** Asks who an admitted request is from, as often as it is called: the store is asked every few
 * seconds at most, as for new requests. */
export function renewedCaller(request: FastifyRequest): RenewedCaller {
  if (sendsSession(request)) return renewedSession(request);
  const given = decodeAuthorization(request.headers.authorization);
  let known: { readonly credential: Credential; readonly caller: Caller } | undefined;
  return async () => {
    const credential = await findCredential(request, given);
    if (credential === undefined) return undefined;
    if (known?.credential !== credential) {
      const caller = await callerOf(request, given, credential);
      known = caller && { credential, caller };
    }
    return known?.caller;
  };
}

/** An open response is no use of its session: one that is left open ends with it. */
function renewedSession(request: FastifyRequest): RenewedCaller {
  let known: { readonly proof: Authenticated; readonly caller: Caller | undefined } | undefined;
  return async () => {
    const proof = await currentSession(request);
    if (proof === undefined) return undefined;
    if (known?.proof.session !== proof.session) {
      known = { proof, caller: await mayGoOn(request, proof) };
    }
    return known?.caller;
  };
}

type Given = ReturnType<typeof decodeAuthorization>;

async function findCredential(
  { server }: FastifyRequest,
  given: Given,
): Promise<Credential | undefined> {
  const { credentials, vault, clock } = server.frame;
  const now = clock();
  if (given === undefined) return undefined;
  if (given.scheme === "bearer") {
    const digest = tokenDigest(given.token);
    return credentials.byToken(digest, () => tokenHash(vault, given.token), now);
  }
  return credentials.cachedKey(given.apiKey, now) ?? credentials.byApiKey(given.apiKey, now);
}

async function callerOf(
  request: FastifyRequest,
  given: Given,
  credential: Credential,
): Promise<Caller | undefined> {
  const { memberId = undefined, selectedMemberId = undefined } =
    given?.scheme === "signed" ? given : {};
  const proof = { credential, memberId, selectedMemberId, signature: undefined };
  return mayGoOn(request, proof);
}

async function mayGoOn(request: FastifyRequest, proof: Authenticated): Promise<Caller | undefined> {
  const caller = await identify(request, proof).catch(() => undefined);
  const may = caller && mayRequest(caller, request.routeOptions.config, request.kind);
  return may ? caller : undefined;
}
