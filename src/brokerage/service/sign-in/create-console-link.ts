// A link by which a person signs in once, within a quarter of an hour; its secret is shown once.

import type { Id } from "@bursar/values/ids";
import {
  drawSecret,
  encodeSecret,
  keptSince,
  linkEnd,
  secretHash,
} from "../../../platform/auth/session.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { Refusal, refuseFor, ruleProblem } from "../../../values/problem.ts";
import { createConsoleLinkEntry } from "./entries.ts";
import { deleteOldRows, insertLink, selectUsersOfPerson } from "./queries.ts";
import { apiUserFor, problemsWithLink } from "./rules.ts";
import { requireStaff, type StaffManager } from "./staff-access.ts";

/** For whom a link is made; without an API user the usual one of the person. */
export interface LinkRequest {
  readonly loginId: string;
  readonly apiUserId: string | undefined;
  /** The administrator who makes it in a session; a command may make each. */
  readonly madeBy?: StaffManager;
}

/** A link that was made. */
export interface MadeLink {
  readonly linkId: Id;
  readonly apiUserId: Id;
  readonly apiUserName: string;
  readonly secret: string;
  readonly expiresAt: Date;
}

/** Makes a link with a secret of 256 random bits. An administrator makes those of staff alone, of the
 * own firm or, for the operator, of any; others are not found. */
export async function createConsoleLink(
  ctx: WriteContext,
  { loginId, apiUserId: named, madeBy }: LinkRequest,
): Promise<MadeLink> {
  const { realNow: at } = ctx;
  const id = ctx.newId();
  const secret = drawSecret(ctx.random);
  const expiresAt = linkEnd(at);
  const { apiUserId, name } = await write(ctx, createConsoleLinkEntry, async (tx) => {
    const person = madeBy && (await requireStaff(tx, madeBy, loginId));
    const user = apiUserFor(await selectUsersOfPerson(tx, loginId), loginId, named);
    if ("code" in user) throw new Refusal(400, [ruleProblem(user)]);
    if (person) refuseFor(problemsWithLink(madeBy, person, user));
    const linkedBy = madeBy?.loginId ?? null;
    const row = { id, apiUserId: user.apiUserId, loginId, at, linkedBy };
    deleteOldRows(tx, keptSince(at));
    insertLink(tx, { ...row, hash: secretHash(ctx.vault, "console-link", row, secret) });
    const after = { linkId: id, apiUserId: user.apiUserId, expiresAt };
    return {
      value: { apiUserId: user.apiUserId, name: user.name },
      audit: [{ subject: `member:${loginId}`, after }],
    };
  });
  const text = encodeSecret({ id, secret });
  return { linkId: id, apiUserId, apiUserName: name, secret: text, expiresAt };
}

/** The address that a person opens; what follows the # is sent to no server by itself. */
export function linkAddress(base: string, { secret }: Pick<MadeLink, "secret">): string {
  return `${base}/console/#link=${secret}`;
}
