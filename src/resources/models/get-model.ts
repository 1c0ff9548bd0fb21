// Reading a model. (interface 4.9)
import type { Context } from "../../platform/context.ts";
import { fixed } from "../../values/decimal.ts";
import { forbidden } from "../../values/problem.ts";
import { selectModelForCaller } from "./access.ts";
import type { ModelRow, WeightRow } from "./queries.ts";
import type { Model } from "./schema.ts";

/** Answers the model of a folio; 403 when there is none that the caller's firm sees. */
export async function getModel(ctx: Context, folioOid: string): Promise<Model> {
  const row = await selectModelForCaller(ctx, folioOid);
  if (row === undefined) throw forbidden();
  return encodeModel(row);
}

function encodeModel({ url, programOids, targetWeights, ...rest }: ModelRow): Model {
  return {
    ...rest,
    URL: url,
    programOid: [...programOids],
    targetWeights: targetWeights.map(encodeWeight),
  };
}

function encodeWeight({ ticker, targetWeight, currentWeight }: WeightRow) {
  return {
    currentWeight: currentWeight === null ? null : fixed(currentWeight, 2),
    targetWeight: fixed(targetWeight, 2),
    ticker,
  };
}
