// Reading every status that a transfer has had. (interface 4.6)

import { encodeInstant } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { isAcatId } from "./acat-id.ts";
import { transferErrors } from "./errors.ts";
import { selectSteps } from "./history-queries.ts";
import type { TransferStep } from "./schema.ts";

/** The history of a transfer, oldest first; 404 when the account has none with this id. */
export async function listTransferHistory(
  { db }: Context,
  accountNumber: string,
  acatId: string,
): Promise<TransferStep[]> {
  const steps = isAcatId(acatId) ? await selectSteps(db, accountNumber, acatId) : [];
  if (steps.length === 0) throw notFound(transferErrors.notFound);
  return steps.map(({ changedAt, ...step }) => ({ ...step, timestamp: encodeInstant(changedAt) }));
}
