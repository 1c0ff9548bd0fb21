// How items for attention are loaded.
import type { Static } from "typebox";
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { rowRules } from "../../../values/row-rule.ts";
import { firmOfAccount } from "../accounts/reads.ts";
import { ItemForAttentionRecord } from "./item-schema.ts";

const rule = rowRules<Static<typeof ItemForAttentionRecord>>();

/** The file `items-for-attention`. */
export const itemForAttentionKind = loadKind({
  name: "items-for-attention",
  about:
    "Items that need a member's attention, or needed it: above all SA items, which a signed " +
    "customer agreement resolves. A member with an SA item of status A, Y or O has agreed.",
  columns: ItemForAttentionRecord,
  table: "item_for_attention",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "id"],
  fields: { id: "ifa_id", startDate: "start_on", expirationDate: "expires_on" },
  uniques: [
    {
      field: "id",
      columns: ["login_id", "ifa_id"],
      reason: "The member has another item with this id.",
    },
  ],
  references: [
    { fields: ["accountNumber"], table: "account", columns: ["account_number"] },
    { fields: ["loginId"], table: "member", columns: ["login_id"], ofFirm: "firm_oid" },
  ],
  rules: [
    rule(["startDate", "expirationDate"], ({ startDate, expirationDate }) =>
      expirationDate === undefined || startDate <= expirationDate
        ? []
        : [{ column: "expirationDate", reason: "It is before startDate." }],
    ),
  ],
  subject: ({ accountNumber }) => accountNumber,
  example: [
    "accountNumber,id,loginId,ifaType,ifaStatus,targetOid,viewsRemaining,startDate,expirationDate",
    "RA1234ABCD,4501,ann.whitfield,SA,I,,,2026-02-12,2026-05-12",
  ].join("\n"),
});
