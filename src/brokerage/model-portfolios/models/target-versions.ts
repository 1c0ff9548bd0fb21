// The versions of models' target weights: each change adds one. (interface 2.8)

import { type Decimal, fixed } from "@bursar/values/decimal";
import type { Tx } from "../../../platform/store/db.ts";
import { type ModelRow, selectLoadedModels, type WeightRow } from "./queries.ts";
import { insertVersions, type Target } from "./version-queries.ts";

/** Stores the target weights of some models as their next versions where these have changed. */
export async function storeVersions(tx: Tx, models: readonly ModelRow[]): Promise<void> {
  await insertVersions(
    tx,
    models.map(({ modelOid, targetWeights }) => ({ modelOid, targets: targetsOf(targetWeights) })),
  );
}

/** Does so for each loaded model, even if only its weights have changed. */
export async function storeLoadedVersions(tx: Tx): Promise<void> {
  let models = await selectLoadedModels(tx, null);
  while (models.length > 0) {
    await storeVersions(tx, models);
    models = await selectLoadedModels(tx, models.at(-1)?.modelOid ?? null);
  }
}

/** The targets as a version has them, by ticker. */
function targetsOf(weights: readonly WeightRow[]): Target[] {
  return weights
    .map(({ ticker, targetWeight }) => ({
      ticker,
      targetWeight: fixed(targetWeight, 2) as Decimal,
    }))
    .toSorted((one, other) => (one.ticker < other.ticker ? -1 : 1));
}
