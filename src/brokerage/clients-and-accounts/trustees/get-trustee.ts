// Reading one trustee.
import assert from "node:assert/strict";
import { encodeDay } from "@bursar/values/dates";
import { type Context, viewingFirm } from "../../../platform/change/context.ts";
import { type TrusteeRow, trusteeInView } from "./queries.ts";
import type { Trustee } from "./schema.ts";

/** Returns a trustee. */
export async function getTrustee({ db, caller }: Context, loginId: string): Promise<Trustee> {
  const row = await db.first(trusteeInView(loginId, viewingFirm(caller)));
  assert(row, "access has found the trustee");
  return encodeTrustee(row);
}

/** A trustee in the interface's terms. */
export function encodeTrustee({ dateOfBirth, ...row }: TrusteeRow): Trustee {
  return { ...row, dateOfBirth: dateOfBirth && encodeDay(dateOfBirth) };
}
