// Reading the record of a signed customer agreement, without its bytes. (interface 4.1)

import { encodeInstant } from "@bursar/values/dates";
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { signersInView } from "./access.ts";
import { agreementErrors } from "./errors.ts";
import { mediaTypeOf } from "./media-type.ts";
import { type ShownAgreement, selectAgreement } from "./queries.ts";
import type { CustomerAgreement } from "./schema.ts";

/** Returns a signed agreement; 404 where the account has none with this id that the caller sees. */
export async function getCustomerAgreement(
  { db, caller }: Context,
  accountNumber: string,
  id: string,
): Promise<CustomerAgreement> {
  const signers = signersInView(caller);
  const row = isId(id) ? await selectAgreement(db, { accountNumber, id, signers }) : undefined;
  if (row === undefined) throw notFound(agreementErrors.notFound);
  return encodeAgreement(accountNumber, row);
}

function encodeAgreement(accountNumber: string, row: ShownAgreement): CustomerAgreement {
  return {
    accountNumber,
    agreementId: row.id,
    loginId: row.loginId,
    signatureMethod: row.method,
    signatureImageEncoding: row.imageEncoding,
    w9Withhold: row.w9Withhold,
    creationTs: encodeInstant(row.signedAt),
    contentType: mediaTypeOf(row.imageEncoding),
    size: row.size,
    sha256: row.sha256.toString("hex"),
  };
}
