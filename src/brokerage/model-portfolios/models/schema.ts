// The wire shapes of models. (interface 2.8)
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { anyName } from "../../../values/names.ts";
import { choice, decimal, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { emptiable, list, nullable, nullableText, object, optional } from "../../../values/wire.ts";

const weight = () => decimal({ places: 2, min: "0", max: "100" });

const WeightRecord = object({
  ticker: text(),
  targetWeight: weight(),
  currentWeight: optional(weight()),
});
export type WeightRecord = Static<typeof WeightRecord>;

const webAddress = text({
  max: 2000,
  pattern: /^https?:\/\/\S+$/,
  description: "More about its manager.",
});

/** A program as it is loaded. */
export const ProgramRecord = object({
  programOid: id({ description: "Id of the program." }),
  programName: text({ max: 100, pattern: anyName }),
  programDescription: optional(text()),
});

/** A model as it is loaded. */
export const ModelRecord = object({
  modelOid: id({ description: "Id of the model." }),
  folioOid: id({ description: "Id of the model's folio, by which the model is read." }),
  firmOid: id({ description: "The firm that manages it." }),
  folioNumber: text({ max: 40, description: "Number of the model's folio, in free text." }),
  folioName: text({ max: 25, pattern: anyName, description: "Name of the model's folio." }),
  longName: text({ max: 64, pattern: anyName, description: "Long name of the model." }),
  description: optional(text({ description: "The aim of the model." })),
  URL: optional(webAddress),
  benchmarkItem: optional(text({ max: 40, description: "Ticker or symbol of an index." })),
  cashSecurity: text({
    max: 40,
    description: "Ticker of the security that stands for cash, or `0` for cash.",
  }),
  iaMemberOid: optional(id({ description: "The adviser who made it, by memberOid." })),
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

const NewWeight = object(
  {
    ticker: text({ max: 40, description: "Of a security, which appears once." }),
    targetWeight: decimal({ places: 2, above: "0", max: "100", description: "Percent." }),
  },
  { title: "NewWeight" },
);
export type NewWeight = Static<typeof NewWeight>;

const written = {
  folioName: text({ max: 25, pattern: anyName, description: "No two models of a firm share it." }),
  longName: text({ max: 64, pattern: anyName }),
  style: choice(codeList("model-style")),
  description: text(),
  benchmarkItem: text({ max: 40, description: "Ticker or symbol of an index." }),
  tradePctThreshold: decimal({
    places: 2,
    min: "0",
    max: "100",
    description: "Percent by which a weight may differ before it is traded; 0.00 if left out.",
  }),
  publishedStatus: text<"P" | "U">({
    oneOf: ["P", "U"],
    description: "Published, or seen by the managing firm alone; `U` if left out.",
  }),
  cashSecurity: text({ max: 40, description: "A ticker, or `0` for cash, also if left out." }),
  programOid: list(id(), { description: "Programs of the firm; none if left out." }),
  targetWeights: list(NewWeight, {
    description: "Together 100.00 percent.",
  }),
};

/** A firm's request to write a model. */
export const NewModel = object(
  {
    folioName: written.folioName,
    longName: written.longName,
    style: written.style,
    description: optional(written.description),
    URL: optional(webAddress),
    benchmarkItem: optional(written.benchmarkItem),
    tradePctThreshold: optional(written.tradePctThreshold),
    publishedStatus: optional(written.publishedStatus),
    cashSecurity: optional(written.cashSecurity),
    programOid: optional(written.programOid),
    targetWeights: written.targetWeights,
  },
  {
    title: "NewModel",
    examples: [
      {
        folioName: "Harbor Value",
        longName: "Harbor Value, two companies",
        style: "V",
        publishedStatus: "P",
        programOid: ["501"],
        targetWeights: [
          { ticker: "ACME", targetWeight: "60.00" },
          { ticker: "BOLT", targetWeight: "40.00" },
        ],
      },
    ],
  },
);
export type NewModel = Static<typeof NewModel>;

/** The managing firm's request to change a model; what is absent stays. */
export const ModelUpdate = object(
  {
    modelOid: optional(id({ description: "The model of the path." })),
    folioNumber: text({ max: 40, description: "The model's." }),
    folioName: optional(written.folioName),
    longName: optional(written.longName),
    style: optional(written.style),
    description: optional(emptiable(written.description)),
    URL: optional(emptiable(webAddress)),
    benchmarkItem: optional(emptiable(written.benchmarkItem)),
    tradePctThreshold: optional(written.tradePctThreshold),
    publishedStatus: optional(written.publishedStatus),
    cashSecurity: optional(written.cashSecurity),
    programOid: optional(written.programOid),
    targetWeights: optional(written.targetWeights),
  },
  {
    title: "ModelUpdate",
    examples: [
      {
        folioNumber: "HARBOR-M1",
        longName: "Harbor Balanced, five companies",
        targetWeights: [
          { ticker: "ACME", targetWeight: "70.00" },
          { ticker: "BOLT", targetWeight: "30.00" },
        ],
      },
    ],
  },
);
export type ModelUpdate = Static<typeof ModelUpdate>;

const TargetWeight = Type.Object(
  {
    currentWeight: nullableText("Percent, with 2 places."),
    targetWeight: Type.String({ description: "Percent, with 2 places." }),
    ticker: Type.String(),
  },
  { title: "TargetWeight" },
);

/** A model as it is returned. */
export const Model = Type.Object(
  {
    URL: nullable(Type.String({ format: "uri" })),
    benchmarkItem: nullableText(),
    cashSecurity: Type.String(),
    description: nullableText(),
    firmName: Type.String(),
    folioName: Type.String(),
    folioNumber: Type.String(),
    folioOid: Type.String(),
    iaFirstName: nullableText(),
    iaLastName: nullableText(),
    longName: Type.String(),
    modelOid: Type.String(),
    programOid: Type.Array(Type.String()),
    style: codeFrom(codeList("model-style")),
    targetWeights: Type.Array(TargetWeight, { maxItems: 1_000 }),
  },
  { title: "Model" },
);
export type Model = Static<typeof Model>;

const listed = Type.Object(
  {
    ...Type.Omit(Model, ["folioNumber", "targetWeights"]).properties,
    iaMemberOid: nullableText(),
  },
  { title: "ListedModel" },
);

/** The models of a program that a caller sees, as they are returned. */
export const ProgramModels = Type.Object(
  {
    programOid: nullableText("Null for own models outside any program."),
    programName: nullableText(),
    programDescription: nullableText(),
    models: Type.Array(listed),
  },
  { title: "ProgramModels" },
);
export type ProgramModels = Static<typeof ProgramModels>;
