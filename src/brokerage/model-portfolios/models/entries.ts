// The content of the audit entries of models.

import { entryId, entryShape, ofModel } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";

const text = Type.String();
const fields = {
  folioName: text,
  longName: text,
  description: nullable(text),
  URL: nullable(text),
  benchmarkItem: nullable(text),
  cashSecurity: text,
  programOid: Type.Array(entryId),
  style: text,
  tradePctThreshold: text,
  publishedStatus: text,
  targetWeights: Type.Array(
    Type.Object({ ticker: text, targetWeight: text, currentWeight: nullable(text) }),
  ),
};

/** A model that was written. */
export const createModelEntry = entryShape("createModel", {
  subject: ofModel,
  after: Type.Object({
    model: Type.Object({
      modelOid: entryId,
      folioOid: entryId,
      firmOid: entryId,
      folioNumber: text,
      iaMemberOid: nullable(entryId),
      ...fields,
    }),
  }),
});

const changed = Type.Partial(Type.Object(fields));

/** The changes of a model, before and after. */
export const updateModelEntry = entryShape("updateModel", {
  subject: ofModel,
  before: changed,
  after: changed,
});
