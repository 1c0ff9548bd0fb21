// How transfers are loaded.
import type { Static } from "typebox";
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { rowRules } from "../../../values/row-rule.ts";
import { firmOfAccount } from "../../clients-and-accounts/accounts/reads.ts";
import { noteLoadedSteps } from "./loaded-steps.ts";
import { TransferRecord } from "./schema.ts";

const rule = rowRules<Static<typeof TransferRecord>>();

/** The file `transfers`. */
export const transferKind = loadKind({
  name: "transfers",
  about: "Transfers of an account from other institutions, ACAT and non-ACAT.",
  columns: TransferRecord,
  table: "transfer",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "acatid"],
  fields: { acatid: "acat_id", creationTS: "created_at", lastModifiedTS: "last_modified_at" },
  references: [{ fields: ["accountNumber"], table: "account", columns: ["account_number"] }],
  rules: [
    rule(["creationTS", "lastModifiedTS"], ({ creationTS, lastModifiedTS }) =>
      creationTS <= lastModifiedTS
        ? []
        : [{ column: "lastModifiedTS", reason: "It is before creationTS." }],
    ),
  ],
  afterApply: noteLoadedSteps,
  subject: ({ accountNumber }) => accountNumber,
  example: [
    "accountNumber,acatid,transferType,status,creationTS,lastModifiedTS",
    "RA1234ABCD,ACAT-1,full,Submitted,2026-02-20T10:15:00-05:00,2026-02-20T16:40:00-05:00",
  ].join("\n"),
});
