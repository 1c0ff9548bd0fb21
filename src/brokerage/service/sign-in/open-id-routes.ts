// Signing in by a provider of OpenID Connect: there, and back. (docs/console.md)
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  type OpenIdProvider,
  openState,
  returnsBy,
  type SignInState,
  sealState,
  secondsAtProvider,
} from "../../../platform/auth/open-id.ts";
import { drawSecret, encodeSecret } from "../../../platform/auth/session.ts";
import type { App } from "../../../platform/http/frame.ts";
import { refuseDryRun } from "../../../platform/http/pipeline/dry-run.ts";
import { asPage } from "../../../platform/http/pipeline/page-headers.ts";
import { sessionContext } from "../../../platform/http/pipeline/proven-session.ts";
import { namedInLog } from "../../../platform/http/request/request-ids.ts";
import {
  cookieText,
  ownBase,
  prefixedName,
  selectCookies,
  sessionCookie,
} from "../../../platform/http/sessions/session-request.ts";
import { requestErrors } from "../../../platform/refusals/errors.ts";
import { failedCredentials } from "../../../platform/refusals/unauthorized.ts";
import { refusal } from "../../../values/problem.ts";
import { sentSecret } from "./console-request.ts";
import { identityOf } from "./open-id-sign-in.ts";
import type { Checking } from "./sessions.ts";
import { findLink, startConsoleSession } from "./start-console-session.ts";

const config = { open: true, shownAs: "console" };
const schema = { hide: true };
const bodyLimit = 4_096;
const callback = "/console/oidc/callback";

/** Registers the requests of a sign-in at a provider. */
export function openIdRoutes(app: App, checking: Checking, provider: OpenIdProvider): void {
  app.get("/console/oidc", { config, schema }, async (request, reply) => {
    const location = await begin(request, reply, provider, null);
    return reply.code(302).header("Location", location).send();
  });

  const anonymousBody = { ...config, anonymousBody: true };
  app.post(
    "/console/oidc",
    { config: anonymousBody, schema, bodyLimit },
    async (request, reply) => {
      const secret = await sentSecret(request);
      const link = secret && (await findLink(checking, secret, request.startedAt));
      if (secret === undefined || link === undefined) throw await failedCredentials(request);
      refuseDryRun(request);
      return { location: await begin(request, reply, provider, encodeSecret(secret)) };
    },
  );

  app.get(callback, { config, schema }, async (request, reply) => {
    const cookies = [cookieText(request, { ...stateCookie(request), value: "", seconds: 0 })];
    const proof = await finish(request, checking, provider);
    // Counted like any credential that fails; our own page informs the person.
    if (proof === undefined) await failedCredentials(request);
    else cookies.push(sessionCookie(request, proof));
    const page = `${ownBase(request)}/console/${proof ? "" : "#sign-in=refused"}`;
    return asPage(reply).code(302).header("Set-Cookie", cookies).header("Location", page).send();
  });
}

function stateCookie(request: FastifyRequest) {
  return { name: prefixedName(request, "bursar-oidc"), sameSite: "Lax" } as const;
}

/** The address at the provider; the cookie remembers what it was asked for. */
async function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: OpenIdProvider,
  link: string | null,
): Promise<string> {
  const { vault, random, logger } = request.server.frame;
  const base = ownBase(request);
  if (base === undefined) throw await failedCredentials(request);
  const draw = () => drawSecret(random);
  const endsAt = returnsBy(request.startedAt);
  const ofState: SignInState = {
    state: draw(),
    nonce: draw(),
    verifier: draw(),
    link,
    endsAt,
    redirectUri: base + callback,
  };
  const location = await provider.addressFor(ofState).catch((err: unknown) => {
    logger.warn({ ...namedInLog(request), err }, "the provider of OpenID Connect does not respond");
    throw refusal(503, requestErrors.draining, { "Retry-After": "10" });
  });
  const seconds = secondsAtProvider;
  const value = sealState(vault, ofState);
  asPage(reply).header(
    "Set-Cookie",
    cookieText(request, { ...stateCookie(request), value, seconds }),
  );
  return location;
}

/** The session of whom the provider has sent back; undefined for nobody. */
async function finish(request: FastifyRequest, checking: Checking, provider: OpenIdProvider) {
  const [cookie, ...more] = selectCookies(request, stateCookie(request).name);
  const base = ownBase(request);
  if (cookie === undefined || more.length > 0 || base === undefined) return undefined;
  const state = openState(checking.vault, cookie, request.startedAt);
  if (state === undefined || state.redirectUri !== base + callback) return undefined;
  const context = sessionContext(request);
  const claims = await provider
    .claimsOf(new URL(base + request.target), state, request.startedAt)
    .catch((err: unknown) => {
      const { logger } = request.server.frame;
      logger.info({ ...namedInLog(request), reason: reasonOf(err) }, "a sign-in was not accepted");
      return undefined;
    });
  if (claims === undefined) return undefined;
  const { link } = state;
  const { firmOid } = provider;
  const identity = await identityOf(checking, context, { claims, link, firmOid });
  return identity && startConsoleSession(context, identity, { identity: claims });
}

/** The reason of the failure, without what the provider or the browser has sent. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  return code ?? name ?? "unknown";
}
