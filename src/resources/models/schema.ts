// The wire shapes of models. (interface 2.8)
import Type, { type Static } from "typebox";
import { codeList } from "../../reference/codes.ts";
import { codeFrom } from "../../values/contract-form.ts";
import { anyName } from "../../values/names.ts";
import { choice, decimal, id, text } from "../../values/scalars.ts";
import { list, nullable, object, optional } from "../../values/wire.ts";

const weight = () => decimal({ places: 2, min: "0", max: "100" });

const WeightRecord = object({
  ticker: text(),
  targetWeight: weight(),
  currentWeight: optional(weight()),
});
export type WeightRecord = Static<typeof WeightRecord>;

/** A model as it is loaded. */
export const ModelRecord = object({
  modelOid: id({ description: "Id of the model." }),
  folioOid: id({ description: "Id of the model's folio, by which the model is read." }),
  firmOid: id({ description: "The firm that manages it." }),
  folioNumber: text({ max: 40, description: "Number of the model's folio, in free text." }),
  folioName: text({ max: 25, pattern: anyName, description: "Name of the model's folio." }),
  longName: text({ max: 64, pattern: anyName, description: "Long name of the model." }),
  description: optional(text({ description: "What the model aims at." })),
  URL: optional(
    text({ max: 2000, pattern: /^https?:\/\/\S+$/, description: "More about its manager." }),
  ),
  benchmarkItem: optional(text({ max: 40, description: "Ticker or symbol of an index." })),
  cashSecurity: text({ max: 40, description: "Ticker of the security that stands for cash." }),
  iaFirstName: optional(text({ description: "First name of the adviser who made it." })),
  iaLastName: optional(text({ description: "Last name of the adviser who made it." })),
  programOid: list(id(), { description: "Ids of the programs whose firms see it." }),
  style: choice(codeList("model-style"), { description: "Style of the model." }),
  targetWeights: list(WeightRecord, {
    description:
      "The securities: a list of {ticker, targetWeight, currentWeight} in percent with at most " +
      "2 places; the target weights add to 100.00.",
  }),
});

const TargetWeight = Type.Object(
  {
    currentWeight: nullable(Type.String({ description: "Percent, with 2 places." })),
    targetWeight: Type.String({ description: "Percent, with 2 places." }),
    ticker: Type.String(),
  },
  { title: "TargetWeight" },
);

/** A model as it is answered. */
export const Model = Type.Object(
  {
    URL: nullable(Type.String({ format: "uri" })),
    benchmarkItem: nullable(Type.String()),
    cashSecurity: Type.String(),
    description: nullable(Type.String()),
    firmName: Type.String(),
    folioName: Type.String(),
    folioNumber: Type.String(),
    folioOid: Type.String(),
    iaFirstName: nullable(Type.String()),
    iaLastName: nullable(Type.String()),
    longName: Type.String(),
    modelOid: Type.String(),
    programOid: Type.Array(Type.String()),
    style: codeFrom(codeList("model-style")),
    targetWeights: Type.Array(TargetWeight),
  },
  { title: "Model" },
);
export type Model = Static<typeof Model>;
