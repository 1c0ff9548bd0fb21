// Rewrites the stored answers for models when something that they show has changed. (interface 2.8)
import type { Tx } from "../../platform/store/db.ts";
import type { Id } from "../../values/ids.ts";
import { bodyOf } from "./get-model.ts";
import {
  type ModelRow,
  selectLoadedModels,
  selectModelsOfLoadedFirms,
  updateAnswers,
} from "./queries.ts";

/** Rewrites the answer of each loaded model, even if only its weights have changed. */
export async function refreshLoadedAnswers(tx: Tx): Promise<void> {
  await refreshAll(tx, selectLoadedModels);
}

/** Rewrites the answers of models whose managing firm was loaded, since they show its name. */
export async function refreshAnswersOfManagers(tx: Tx): Promise<void> {
  await refreshAll(tx, selectModelsOfLoadedFirms);
}

type Next = (tx: Tx, after: Id | null) => Promise<ModelRow[]>;

async function refreshAll(tx: Tx, selectNext: Next): Promise<void> {
  let models = await selectNext(tx, null);
  while (models.length > 0) {
    await updateAnswers(
      tx,
      models.map((model) => ({ modelOid: model.modelOid, body: bodyOf(model) })),
    );
    models = await selectNext(tx, models.at(-1)?.modelOid ?? null);
  }
}
