// Reading one restriction of an account.

import { encodeInstant } from "@bursar/values/dates";
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { codeList, restrictionReasons } from "../../../reference/codes.ts";
import { notFound } from "../../../values/problem.ts";
import { restrictionErrors } from "./errors.ts";
import { type RestrictionRow, selectRestriction } from "./queries.ts";
import type { Restriction } from "./schema.ts";

/** Returns a restriction in force; 404 when the account has none with this id. */
export async function getRestriction(
  ctx: Context,
  accountNumber: string,
  id: string,
): Promise<Restriction> {
  const row = isId(id) ? await selectRestriction(ctx.db, accountNumber, id) : undefined;
  if (row === undefined) throw notFound(restrictionErrors.notFound);
  return encodeRestriction(accountNumber, row);
}

/** A restriction in the interface's terms. */
export function encodeRestriction(accountNumber: string, row: RestrictionRow): Restriction {
  const reason = restrictionReasons.find(row.reasonCode);
  const type = codeList("restriction-type").find(row.typeCode);
  return {
    accountNumber,
    accountRestrictionId: row.id,
    creationTs: encodeInstant(row.createdAt),
    inceptionInfo: row.inceptionInfo,
    reason: {
      code: row.reasonCode,
      name: reason?.name ?? "",
      comments: reason?.description ?? "",
    },
    type: {
      code: row.typeCode,
      title: type?.name ?? "",
      description: type?.description ?? "",
    },
  };
}
