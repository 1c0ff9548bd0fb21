// A firm's staff and their sign-in links, for its administrators in the console: like keys they are
// of the page alone, so that no key lets anybody sign in. (docs/console.md)

import { encodeInstant } from "@bursar/values/dates";
import { isId } from "@bursar/values/ids";
import type { App } from "../../../platform/http/frame.ts";
import { asPage } from "../../../platform/http/pipeline/page-headers.ts";
import { contextOfSession, provenSession } from "../../../platform/http/pipeline/proven-session.ts";
import { forbidden } from "../../../values/problem.ts";
import { refuseOthers, sessionForChange } from "../api-users/reads.ts";
import { createConsoleLink, linkAddress } from "./create-console-link.ts";
import { listStaff } from "./list-staff.ts";
import { revokeConsoleSessions } from "./revoke-console-sessions.ts";
import type { Checking } from "./sessions.ts";
import { isManagedFirm } from "./staff-access.ts";

const path = "/console/staff";
const config = { open: true, shownAs: "console" };
const schema = { hide: true };

/** Registers the requests for staff. */
export async function staffRoutes(app: App, onForged: Checking["onForged"]): Promise<void> {
  const { db, vault } = app.frame;

  app.get("/console/firms/:firmid/staff", { config, schema }, async (request, reply) => {
    const { session } = await provenSession(request, reply);
    refuseOthers(session);
    const { firmid } = request.params as { readonly firmid: string };
    if (!isId(firmid) || !isManagedFirm(session, firmid)) throw forbidden();
    const asked = { firmOid: firmid, now: request.startedAt };
    const staff = await listStaff({ db, vault, onForged }, session, asked);
    asPage(reply);
    return { staff };
  });

  app.post(`${path}/:loginid/links`, { config, schema }, async (request, reply) => {
    const session = await sessionForChange(request, reply);
    const { loginid: loginId } = request.params as { readonly loginid: string };
    const wanted = { loginId, apiUserId: undefined, madeBy: session };
    const made = await createConsoleLink(contextOfSession(request, session), wanted);
    return asPage(reply)
      .code(201)
      .send({
        linkId: made.linkId,
        loginId,
        // Without the host, by which the page itself was opened.
        path: linkAddress("", made),
        expiresTS: encodeInstant(made.expiresAt),
      });
  });

  app.delete(`${path}/:loginid/sessions`, { config, schema }, async (request, reply) => {
    const session = await sessionForChange(request, reply);
    const { loginid } = request.params as { readonly loginid: string };
    const context = contextOfSession(request, session);
    const revoked = await revokeConsoleSessions(context, loginid, session);
    asPage(reply);
    return revoked;
  });
}
