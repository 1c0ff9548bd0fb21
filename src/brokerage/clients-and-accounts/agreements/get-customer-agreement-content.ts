// Reading the bytes of a signed customer agreement, as they were sent. (interface 4.1)

import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { signersInView } from "./access.ts";
import { agreementErrors } from "./errors.ts";
import { mediaTypeOf } from "./media-type.ts";
import { selectAgreementContent } from "./queries.ts";

/** The bytes of a signature, and the value that represents them in an entity tag. */
export interface SignedContent {
  readonly contentType: string;
  readonly fileName: string;
  readonly version: Buffer;
  readonly bytes: Buffer;
}

/** Returns the stored bytes; 404 where the account has no such agreement that the caller sees. */
export async function getCustomerAgreementContent(
  { db, caller }: Context,
  accountNumber: string,
  id: string,
): Promise<SignedContent> {
  const key = { accountNumber, signers: signersInView(caller) };
  const row = isId(id) ? await selectAgreementContent(db, { ...key, id }) : undefined;
  if (row === undefined) throw notFound(agreementErrors.notFound);
  return {
    contentType: mediaTypeOf(row.imageEncoding),
    fileName: `customer-agreement-${id}.${(row.imageEncoding ?? "PDF").toLowerCase()}`,
    version: row.sha256,
    bytes: row.content,
  };
}
