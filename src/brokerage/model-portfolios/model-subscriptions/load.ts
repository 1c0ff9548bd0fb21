// How subscriptions of folios to models are loaded.
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { firmOfAccount } from "../../clients-and-accounts/accounts/reads.ts";
import { modelSubscriptionErrors } from "./errors.ts";
import { completeSubscriptions, type RefusedLine, selectRefusedLines } from "./load-queries.ts";
import { ModelSubscriptionRecord } from "./schema.ts";

const reasons: Readonly<Record<RefusedLine["column"], string>> = {
  folioNumber: "Only an open folio from number 03 up is subscribed to a model.",
  modelOid: "The model is not published.",
  programOid: modelSubscriptionErrors.program.sentence,
};

const unseen = "The account's firm does not see the model.";

/** The file `model-subscriptions`. */
export const modelSubscriptionKind = loadKind({
  name: "model-subscriptions",
  about:
    "Subscriptions of folios to models. A new one has the target weights that the model has then; " +
    "one that is there keeps those that it has.",
  columns: ModelSubscriptionRecord,
  table: "model_subscription",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "folioNumber"],
  derived: { columns: ["version", "status"], of: () => ({}) },
  references: [
    { fields: ["accountNumber"], table: "account", columns: ["account_number"] },
    {
      fields: ["accountNumber", "folioNumber"],
      table: "folio",
      columns: ["account_number", "folio_number"],
    },
    // A model is another firm's more often than not.
    { fields: ["modelOid"], table: "model", columns: ["model_oid"] },
  ],
  beforeApply: async (tx) => {
    await completeSubscriptions(tx);
    const refused = await selectRefusedLines(tx);
    return refused.map(({ line, column, isSeen }) => {
      const isUnseen = column === "modelOid" && !isSeen;
      return { line, column, reason: isUnseen ? unseen : reasons[column] };
    });
  },
  subject: ({ accountNumber }) => accountNumber,
  example: [
    "accountNumber,folioNumber,modelOid,programOid,subscriptionType,exclusionRule",
    "RA1234ABCD,RA1234ABCD03,701,501,A,A",
  ].join("\n"),
});
