// Writing a model. (interface 2.8)
import assert from "node:assert/strict";
import type { Decimal } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockFirm } from "../../clients-and-accounts/firms/changes.ts";
import { insertModel, replaceWeights, selectIsNameTaken, selectWriter } from "./change-queries.ts";
import { problemsWithModel } from "./change-rules.ts";
import { createModelEntry } from "./entries.ts";
import { modelCreated } from "./events.ts";
import type { ModelRow } from "./queries.ts";
import type { NewModel } from "./schema.ts";
import { storeVersions } from "./target-versions.ts";
import { cash, knownSecurities, writtenFields } from "./written-model.ts";

/** Writes a model of the caller's firm, by the member logged in; returns its `folioOid`. */
export async function createModel(ctx: Context, request: NewModel): Promise<string> {
  return write(ctx, createModelEntry, async (tx) => {
    const { firm, member } = ctx.caller;
    const modelOid = ctx.newId();
    const folioOid = ctx.newId();
    const { folioName, programOid = [] } = request;
    lockFirm(tx, firm.oid);
    const [writer, isNameTaken, securities] = await Promise.all([
      selectWriter(tx, firm.oid, member?.loginId ?? null),
      selectIsNameTaken(tx, { firmOid: firm.oid, modelOid, folioName }),
      knownSecurities(tx, request),
    ]);
    const { weights = [], cashSecurity = cash } = securities;
    assert(writer, "the caller's firm is there");
    const facts = {
      folioNumber: undefined,
      isNameTaken,
      ...securities,
      isTakenFromFolios: false,
      programsOfFirm: writer.programOids,
    };
    refuseFor(problemsWithModel({ programOid }, facts));

    const model: ModelRow = {
      modelOid,
      folioOid,
      firmOid: firm.oid,
      firmName: writer.firmName,
      folioNumber: `M${modelOid}`,
      folioName,
      longName: request.longName,
      description: request.description ?? null,
      url: request.URL ?? null,
      benchmarkItem: request.benchmarkItem ?? null,
      cashSecurity,
      iaMemberOid: member?.memberOid ?? null,
      iaFirstName: writer.firstName,
      iaLastName: writer.lastName,
      programOids: [...new Set(programOid)],
      style: request.style,
      tradePctThreshold: request.tradePctThreshold ?? ("0.00" as Decimal),
      publishedStatus: request.publishedStatus ?? "U",
      targetWeights: weights,
    };
    insertModel(tx, model);
    replaceWeights(tx, modelOid, weights);
    await storeVersions(tx, [model]);
    const { folioNumber, iaMemberOid } = model;
    const fields = writtenFields(model);
    const ids = { modelOid, folioOid, firmOid: firm.oid, folioNumber, iaMemberOid };
    const events = [modelCreated({ modelOid, fields: Object.keys(fields).toSorted() })];
    const after = { model: { ...ids, ...fields } };
    return { value: folioOid, audit: [{ subject: `model:${modelOid}`, after, events }] };
  });
}
