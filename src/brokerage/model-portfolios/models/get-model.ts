// Reading a model. (interface 4.9)
import assert from "node:assert/strict";
import { fixed } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import { type ModelRow, selectModel, type WeightRow } from "./queries.ts";
import type { Model } from "./schema.ts";

/** The model of a folio; it is the same for every caller. */
export async function getModel({ db }: Context, folioOid: string): Promise<Model> {
  const model = await selectModel(db, folioOid);
  assert(model, "access has found the model");
  return encodeModel(model);
}

/** A model in the interface's terms. */
export function encodeModel(row: ModelRow): Model {
  return {
    URL: row.url,
    benchmarkItem: row.benchmarkItem,
    cashSecurity: row.cashSecurity,
    description: row.description,
    firmName: row.firmName,
    folioName: row.folioName,
    folioNumber: row.folioNumber,
    folioOid: row.folioOid,
    iaFirstName: row.iaFirstName,
    iaLastName: row.iaLastName,
    longName: row.longName,
    modelOid: row.modelOid,
    programOid: [...row.programOids],
    style: row.style,
    targetWeights: row.targetWeights.map(encodeWeight),
  };
}

function encodeWeight({ ticker, targetWeight, currentWeight }: WeightRow) {
  return {
    currentWeight: currentWeight === null ? null : fixed(currentWeight, 2),
    targetWeight: fixed(targetWeight, 2),
    ticker,
  };
}
