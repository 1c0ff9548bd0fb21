// Rewrites the stored answers for models when something that they show has changed, and records each
// version of their target weights. (interface 2.8)
import type { Tx } from "../../platform/store/db.ts";
import { type Decimal, fixed } from "../../values/decimal.ts";
import type { Id } from "../../values/ids.ts";
import { bodyOf } from "./get-model.ts";
import {
  type ModelRow,
  selectLoadedModels,
  selectModelsOfLoadedFirms,
  updateAnswers,
  type WeightRow,
} from "./queries.ts";
import { insertVersions, type Target } from "./version-queries.ts";

/** Rewrites the answer of each loaded model, even if only its weights have changed. */
export async function refreshLoadedAnswers(tx: Tx): Promise<void> {
  await refreshAll(tx, selectLoadedModels);
}

/** Rewrites the answers of models whose managing firm was loaded, since they show its name. */
export async function refreshAnswersOfManagers(tx: Tx): Promise<void> {
  await refreshAll(tx, selectModelsOfLoadedFirms);
}

/** Stores the answers for some models, and their target weights as the next version where these have
 * changed. */
export async function storeAnswers(tx: Tx, models: readonly ModelRow[]): Promise<void> {
  await updateAnswers(
    tx,
    models.map((model) => ({ modelOid: model.modelOid, body: bodyOf(model) })),
  );
  await insertVersions(
    tx,
    models.map(({ modelOid, targetWeights }) => ({ modelOid, targets: targetsOf(targetWeights) })),
  );
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

type Next = (tx: Tx, after: Id | null) => Promise<ModelRow[]>;

async function refreshAll(tx: Tx, selectNext: Next): Promise<void> {
  let models = await selectNext(tx, null);
  while (models.length > 0) {
    await storeAnswers(tx, models);
    models = await selectNext(tx, models.at(-1)?.modelOid ?? null);
  }
}
