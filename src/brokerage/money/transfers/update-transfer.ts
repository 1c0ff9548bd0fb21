// Moving a transfer on, or cancelling it. (interface 4.6)

import { laterOf } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound, refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { isAcatId } from "./acat-id.ts";
import { updateTransferEntry } from "./entries.ts";
import { transferErrors } from "./errors.ts";
import { transferUpdated } from "./events.ts";
import { insertStep, selectLastPosition } from "./history-queries.ts";
import { selectTransfer } from "./queries.ts";
import { updateMovedTransfer } from "./request-queries.ts";
import { problemsWithUpdate } from "./rules.ts";
import type { TransferUpdate } from "./schema.ts";

/** A step that is chosen by where a locked transfer stands. */
export type ChosenStep = (transfer: {
  readonly status: string;
  readonly transferType: string;
}) => TransferUpdate;

/** Gives a transfer its next status, or adds a comment; 404 when the account has none with this
 * id. */
export async function updateTransfer(
  ctx: Context,
  { accountNumber, acatId }: { readonly accountNumber: string; readonly acatId: string },
  asked: TransferUpdate | ChosenStep,
): Promise<void> {
  await write(ctx, updateTransferEntry, async (tx) => {
    const isId = isAcatId(acatId);
    const [account, transfer, steps] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
      isId ? selectTransfer(tx, accountNumber, acatId) : undefined,
      isId ? selectLastPosition(tx, accountNumber, acatId) : 0,
    ]);
    if (transfer === undefined) throw notFound(transferErrors.notFound);
    const request = typeof asked === "function" ? asked(transfer) : asked;
    const firmKind = ctx.caller.firm.kind;
    refuseFor(problemsWithUpdate(request, { ...transfer, firmKind }));

    const { status, comment = transfer.comment, reasonCode = null } = request;
    const { createdAt } = transfer;
    const changed = {
      ...transfer,
      status,
      comment,
      // A transfer may have been loaded with an instant that is still to come.
      lastModifiedAt: laterOf(createdAt, ctx.now),
    };
    updateMovedTransfer(tx, changed);
    insertStep(tx, {
      accountNumber,
      acatId,
      position: steps + 1,
      status,
      reasonCode,
      changedAt: ctx.now,
      comment: request.comment ?? null,
    });
    const before = { acatid: acatId, status: transfer.status, comment: transfer.comment };
    const after = { acatid: acatId, status, comment: changed.comment };
    const events = [transferUpdated({ acatid: acatId, status })];
    const note = { subject: account.number, before, after, detail: { reasonCode }, events };
    return { value: null, audit: [note] };
  });
}
