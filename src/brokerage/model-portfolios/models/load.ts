// How programs are loaded, and models with their weights.

import type { Id } from "@bursar/values/ids";
import type { SentRule } from "../../../platform/bulk/apply/load-sent.ts";
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { lockFirm } from "../../clients-and-accounts/firms/changes.ts";
import { modelErrors } from "./errors.ts";
import { type RefusedModelLine, selectModelLinesRefused } from "./load-queries.ts";
import { rulesOfModel } from "./rules.ts";
import { ModelRecord, ProgramRecord } from "./schema.ts";
import { storeLoadedVersions } from "./target-versions.ts";
import { cash } from "./written-model.ts";

/** The file `programs`. */
export const programKind = loadKind({
  name: "programs",
  about: "The programs in which firms take part, and whose models they see.",
  columns: ProgramRecord,
  table: "program",
  key: ["programOid"],
  fields: { programName: "name", programDescription: "description" },
  subject: ({ programOid }) => `program:${programOid}`,
  example: ["programOid,programName,programDescription", "501,Core,Models for most clients"].join(
    "\n",
  ),
});

/** The file `models`. */
export const modelKind = loadKind({
  name: "models",
  about: "Models: target weights of securities, and the programs whose firms see the model.",
  columns: ModelRecord,
  table: "model",
  key: ["modelOid"],
  ofFirm: { field: "firmOid", within: { field: "programOid", programs: "program_oids" } },
  fields: { programOid: "program_oids" },
  references: [
    { fields: ["firmOid"], table: "firm", columns: ["firm_oid"] },
    { fields: ["cashSecurity"], table: "security", columns: ["ticker"], none: cash },
  ],
  uniques: [
    {
      field: "folioOid",
      columns: ["folio_oid"],
      reason: "Another model has this folioOid.",
    },
  ],
  lists: [
    {
      field: "targetWeights",
      table: "model_target_weight",
      parent: ["model_oid"],
      columns: ["position", "ticker", "target_weight", "current_weight"],
      rows: ({ targetWeights }) =>
        targetWeights.map(({ ticker, targetWeight, currentWeight }, index) => ({
          position: index + 1,
          ticker,
          target_weight: targetWeight,
          current_weight: currentWeight,
        })),
      references: [
        { field: "targetWeights", columns: ["ticker"], table: "security", to: ["ticker"] },
      ],
    },
  ],
  rules: rulesOfModel,
  afterApply: storeLoadedVersions,
  subject: ({ modelOid }) => `model:${modelOid}`,
  example: [
    "modelOid,folioOid,firmOid,folioNumber,folioName,longName,cashSecurity,programOid,style," +
      "targetWeights",
    '701,711,1002,MODEL-1,Balanced,Balanced growth and income,BCASH,"[""501""]",X,' +
      '"[{""ticker"":""ACME"",""targetWeight"":""60.00""},' +
      '{""ticker"":""BOLT"",""targetWeight"":""40.00""}]"',
  ].join("\n"),
});

const fixed = "By request a firm leaves it as it is.";

const reasons: Readonly<Record<RefusedModelLine["column"], string>> = {
  modelOid: "The firm has no such model; a new one is created by a request of its own.",
  folioOid: fixed,
  folioNumber: fixed,
  iaMemberOid: fixed,
  iaFirstName: fixed,
  iaLastName: fixed,
  folioName: modelErrors.unique.sentence,
  cashSecurity: modelErrors.security.sentence,
  targetWeights: modelErrors.security.sentence,
  benchmarkItem: modelErrors.benchmark.sentence,
};

/** Faults of models that a firm sends: it changes its own, as it may by `updateModel`. */
export const problemsWithSentModels: NonNullable<SentRule["check"]> = async (tx, { firm }) => {
  if (firm === undefined) return [];
  // The lock of the firm keeps others from taking a name.
  lockFirm(tx, firm as Id);
  const refused = await selectModelLinesRefused(tx, firm);
  return refused.map(({ line, column }) => ({ line, column, reason: reasons[column] }));
};
