// Adding a trustee.
import { claimed, writeClaim } from "../../../platform/change/claims.ts";
import type { Context } from "../../../platform/change/context.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { foldedLoginId, isLoginIdTaken } from "../members/reads.ts";
import { createTrusteeEntry } from "./entries.ts";
import { trusteeErrors } from "./errors.ts";
import { trusteeCreated } from "./events.ts";
import { encodeTrustee } from "./get-trustee.ts";
import { insertTrustee, type TrusteeRow } from "./queries.ts";
import type { NewTrustee } from "./schema.ts";

/** Adds a trustee of the caller's firm and returns its login id. */
export async function createTrustee(ctx: Context, request: NewTrustee): Promise<string> {
  const taken = ruleProblem(trusteeErrors.uniqueLoginId);
  const loginId = claimed(ctx, trusteeErrors.uniqueLoginId, request.loginId);
  return writeClaim(
    ctx,
    createTrusteeEntry,
    async (tx) => {
      const folded = foldedLoginId(loginId);
      refuseFor((await isLoginIdTaken(tx, folded)) ? [taken] : []);

      const row: TrusteeRow = {
        ...request,
        loginId,
        memberOid: ctx.newId(),
        title: request.title ?? null,
        middleName: request.middleName ?? null,
        suffix: request.suffix ?? null,
        dateOfBirth: request.dateOfBirth ?? null,
      };
      insertTrustee(tx, { ...row, firmOid: ctx.caller.firm.oid, folded, createdAt: ctx.now });
      const events = [trusteeCreated({ loginId, fields: Object.keys(request).toSorted() })];
      const audit = [{ subject: `member:${loginId}`, after: encodeTrustee(row), events }];
      return { value: loginId, audit };
    },
    {
      claims: [trusteeErrors.uniqueLoginId],
      refusals: { member_pkey: taken, member_login_id_folded_key: taken },
    },
  );
}
