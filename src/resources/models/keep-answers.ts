// The answers for models as they are sent, kept by whatever changes them. (interface 2.8)
import type { Tx } from "../../platform/store/db.ts";
import type { Id } from "../../values/ids.ts";
import { bodyOf } from "./get-model.ts";
import {
  type ModelRow,
  selectLoadedModels,
  selectModelsOfLoadedFirms,
  updateAnswers,
} from "./queries.ts";

/** Keeps the answer of each model that was loaded: its weights may have changed alone. */
export async function keepLoadedAnswers(tx: Tx): Promise<void> {
  await keepThose(tx, selectLoadedModels);
}

/** Keeps the answers of models whose managing firm was loaded, since they show its name. */
export async function keepAnswersOfManagers(tx: Tx): Promise<void> {
  await keepThose(tx, selectModelsOfLoadedFirms);
}

type Next = (tx: Tx, after: Id | null) => Promise<ModelRow[]>;

async function keepThose(tx: Tx, selectNext: Next): Promise<void> {
  let models = await selectNext(tx, null);
  while (models.length > 0) {
    await updateAnswers(
      tx,
      models.map((model) => ({ modelOid: model.modelOid, body: bodyOf(model) })),
    );
    models = await selectNext(tx, models.at(-1)?.modelOid ?? null);
  }
}
