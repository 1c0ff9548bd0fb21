// Adding a member: a client of a firm, or staff.

import type { Id } from "@bursar/values/ids";
import { claimed, writeClaim } from "../../../platform/change/claims.ts";
import type { Context } from "../../../platform/change/context.ts";
import { memberKinds } from "../../../reference/codes.ts";
import { selectKnownTickers } from "../../../reference/securities/queries.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { createMemberEntry } from "./entries.ts";
import { memberErrors } from "./errors.ts";
import { memberCreated } from "./events.ts";
import { foldedLoginId } from "./folded-login-id.ts";
import { encodeMember, fieldsOfNew, type MemberRow } from "./member-row.ts";
import { insertMember, selectFirmKind, selectMemberClaims, updateAddressSeal } from "./queries.ts";
import { problemsWithNewMember } from "./rules.ts";
import type { NewMember } from "./schema.ts";
import { tidBinding, tidPurpose } from "./sealed-tid.ts";
import { sealAddress, vouchesForAddresses } from "./sign-in-address.ts";

/** Adds a member and returns its login id; a client is to be verified. */
export async function createMember(ctx: Context, request: NewMember): Promise<string> {
  const firmOid = request.firmOid ?? ctx.caller.firm.oid;
  const loginId = claimed(ctx, memberErrors.uniqueLoginId, request.loginId);
  const tid = sealTid(ctx, { ...request, loginId });
  const folded = foldedLoginId(loginId);
  return writeClaim(
    ctx,
    createMemberEntry,
    async (tx) => {
      const companies = request.directorOrTenPercentShareholderCompany ?? [];
      const [firmKind, claims, tickers] = await Promise.all([
        selectFirmKind(tx, firmOid),
        selectMemberClaims(tx, { firmOid, folded, tidHash: tid.tidHash }),
        selectKnownTickers(tx, companies),
      ]);
      const facts = { firmKind, ...claims, hasUnknownTicker: tickers === undefined };
      refuseFor(problemsWithNewMember(request, facts));

      const row = {
        ...rowOf(ctx, { ...request, loginId }, firmOid),
        directorOrTenPercentShareholderCompany: tickers ?? [],
      };
      insertMember(tx, { ...row, ...tid, folded, addedBy: ctx.caller.apiUserId });
      const isSealed = vouchesForAddresses(ctx.caller);
      if (isSealed) {
        updateAddressSeal(tx, row.loginId, sealAddress(ctx.vault, { ...row, email: row.email1 }));
      }
      const { tid: _, ...shown } = encodeMember(row);
      const after = { ...shown, ...(isSealed && { signInAddress: "sealed" as const }) };
      const sent = Object.keys(request).toSorted();
      const events = [memberCreated({ loginId: row.loginId, fields: sent })];
      const audit = [{ subject: `member:${row.loginId}`, after, events }];
      return { value: row.loginId, audit };
    },
    {
      claims: [memberErrors.uniqueLoginId, memberErrors.uniqueSsn],
      refusals: {
        member_pkey: ruleProblem(memberErrors.uniqueLoginId),
        member_login_id_folded_key: ruleProblem(memberErrors.uniqueLoginId),
        member_tid_key: ruleProblem(memberErrors.uniqueSsn),
      },
    },
  );
}

function sealTid(ctx: Context, { loginId, tid }: NewMember) {
  if (tid === undefined) return { tidSealed: null, tidHash: null };
  const digits = tid.replaceAll("-", "");
  return {
    tidSealed: ctx.vault.seal(digits, tidBinding(loginId)),
    tidHash: ctx.vault.hash(tidPurpose, claimed(ctx, memberErrors.uniqueSsn, digits)),
  };
}

function rowOf(ctx: Context, request: NewMember, firmOid: Id): MemberRow {
  const membershipType = memberKinds.find(request.membershipType)?.membershipType ?? "client";
  return {
    ...fieldsOfNew(request),
    loginId: request.loginId,
    memberOid: ctx.newId(),
    firmOid,
    membershipType,
    dateOfBirth: request.dateOfBirth ?? null,
    tidLast4: request.tid === undefined ? null : request.tid.slice(-4),
    createdAt: ctx.now,
    // The identity of staff is their firm's affair.
    cipStatus: membershipType === "client" ? "PENDING_NEW" : "PASSED",
    staffRole: null,
    hasSealedAddress: false,
  };
}
