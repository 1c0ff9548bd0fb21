// Changing a model. (interface 2.8)
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { type Id, isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import type { EventSight } from "../../../platform/change/event.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { forbidden, refuseFor } from "../../../values/problem.ts";
import { lockFirm } from "../../clients-and-accounts/firms/changes.ts";
import {
  lockModel,
  replaceWeights,
  selectCodesOfViewers,
  selectFolioOid,
  selectIsNameTaken,
  selectIsSubscribed,
  selectWriter,
  updateModelRow,
} from "./change-queries.ts";
import { problemsWithModel } from "./change-rules.ts";
import { updateModelEntry } from "./entries.ts";
import { modelUpdated } from "./events.ts";
import { type ModelRow, modelManaged, selectModel } from "./queries.ts";
import type { ModelUpdate } from "./schema.ts";
import { storeVersions } from "./target-versions.ts";
import {
  type KnownSecurities,
  knownSecurities,
  sameTargets,
  writtenFields,
} from "./written-model.ts";

/** Changes what is sent of a model and returns its `folioOid`; changed weights have no current ones
 * yet. No account is touched. */
export async function updateModel(
  ctx: Context,
  modelOid: string,
  request: ModelUpdate,
): Promise<string> {
  return write(ctx, updateModelEntry, async (tx) => {
    const before = await lockManagedModel(tx, ctx, modelOid);
    // A model is read by its folio and changed by its own id.
    await ctx.condition?.judge(tx, { foliooid: before.folioOid });
    const { firmOid } = before;
    const folioName = request.folioName ?? before.folioName;
    const isTakenBack = before.publishedStatus === "P" && request.publishedStatus === "U";
    const [writer, isNameTaken, securities, isTakenFromFolios] = await Promise.all([
      selectWriter(tx, firmOid, null),
      request.folioName !== undefined &&
        selectIsNameTaken(tx, { firmOid, modelOid: before.modelOid, folioName }),
      knownSecurities(tx, withoutStored(request, before)),
      isTakenBack && selectIsSubscribed(tx, before.modelOid),
    ]);
    assert(writer, "the caller's firm is there");
    const facts = {
      folioNumber: before.folioNumber,
      isNameTaken,
      ...securities,
      isTakenFromFolios,
      programsOfFirm: writer.programOids,
    };
    refuseFor(problemsWithModel(request, facts));

    const after = withSent(before, request, securities);
    const stored = writtenFields(before);
    const sent = writtenFields(after);
    const changed = names.filter((name) => !isDeepStrictEqual(stored[name], sent[name]));
    if (changed.length > 0) {
      updateModelRow(tx, after);
      if (changed.includes("targetWeights")) {
        replaceWeights(tx, after.modelOid, after.targetWeights);
      }
      await storeVersions(tx, [after]);
    }
    const shown = (fields: ReturnType<typeof writtenFields>) =>
      Object.fromEntries(changed.map((name) => [name, fields[name]]));
    const data = { modelOid: after.modelOid, fields: changed.toSorted() };
    const events =
      changed.length === 0 ? [] : [modelUpdated(data, await seenUntil(tx, before, after))];
    const note = {
      subject: `model:${modelOid}`,
      before: shown(stored),
      after: shown(sent),
      events,
    };
    return { value: before.folioOid, audit: [note] };
  });
}

/** Locks the model, and its firm for the names of its models; 403 for who does not manage it. */
async function lockManagedModel(tx: Tx, ctx: Context, modelOid: string): Promise<ModelRow> {
  if (!isId(modelOid)) throw forbidden();
  const firmOid = ctx.caller.firm.oid;
  lockFirm(tx, firmOid);
  lockModel(tx, modelOid);
  if ((await tx.first(modelManaged(modelOid, firmOid))) === undefined) throw forbidden();
  const model = await selectModel(tx, await selectFolioOid(tx, modelOid));
  if (model === undefined) throw forbidden();
  return model;
}

const names = [
  ...(["folioName", "longName", "description", "URL", "benchmarkItem", "cashSecurity"] as const),
  ...(["programOid", "style", "tradePctThreshold", "publishedStatus", "targetWeights"] as const),
] satisfies readonly (keyof ReturnType<typeof writtenFields>)[];

function withSent(
  before: ModelRow,
  request: ModelUpdate,
  { cashSecurity = before.cashSecurity, weights }: KnownSecurities,
): ModelRow {
  const orStored = <T>(sent: T | undefined, stored: T): T => (sent === undefined ? stored : sent);
  const areNew = weights !== undefined && !sameTargets(before.targetWeights, weights);
  return {
    ...before,
    folioName: orStored(request.folioName, before.folioName),
    longName: orStored(request.longName, before.longName),
    style: orStored(request.style, before.style),
    description: orStored(request.description, before.description),
    url: orStored(request.URL, before.url),
    benchmarkItem: orStored(request.benchmarkItem, before.benchmarkItem),
    tradePctThreshold: orStored(request.tradePctThreshold, before.tradePctThreshold),
    publishedStatus: orStored(request.publishedStatus, before.publishedStatus),
    programOids: [...new Set<Id>(orStored(request.programOid, before.programOids))],
    cashSecurity,
    targetWeights: areNew ? weights : before.targetWeights,
  };
}

/** Firms that saw the model until it was taken back, or out of a program of theirs. */
async function seenUntil(
  tx: Tx,
  before: ModelRow,
  after: ModelRow,
): Promise<EventSight | undefined> {
  const isLeft = before.programOids.some((oid) => !after.programOids.includes(oid));
  const isTakenBack = after.publishedStatus === "U";
  if (before.publishedStatus === "U" || !(isLeft || isTakenBack)) return undefined;
  return { formerFirms: await selectCodesOfViewers(tx, before), formerClients: true };
}

/** A request without a benchmark that the model has: it may have come to mean nothing. */
function withoutStored(request: ModelUpdate, { benchmarkItem: stored }: ModelRow) {
  const { benchmarkItem, ...others } = request;
  return benchmarkItem === stored ? others : request;
}
