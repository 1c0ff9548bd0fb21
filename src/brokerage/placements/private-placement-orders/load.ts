// How subscriptions are loaded.

import { compare, type Decimal, subtract } from "@bursar/values/decimal";
import type { Static } from "typebox";
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { orderStatuses } from "../../../reference/codes.ts";
import { rowRules } from "../../../values/row-rule.ts";
import { firmOfAccount } from "../../clients-and-accounts/accounts/reads.ts";
import { addToApprovedTotals } from "../offers/changes.ts";
import { selectApprovedOfLoaded, selectMisplacedLines } from "./load-queries.ts";
import { OrderRecord } from "./schema.ts";

const rule = rowRules<Static<typeof OrderRecord>>();
const placed = new Set(["ORDER_CREATED", "PROCESSING", "COMPLETE"]);
const unplaced = new Set(["INITIAL", "ACCEPTED", "REJECTED"]);

function isCounted(status: string): boolean {
  return orderStatuses.find(status)?.counted === true;
}

/** The file `private-placement-orders`. */
export const privatePlacementOrderKind = loadKind({
  name: "private-placement-orders",
  about: "Subscriptions of accounts to private placement offers.",
  columns: OrderRecord,
  table: "private_placement_order",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "privatePlacementOrderOid"],
  fields: {
    privatePlacementOrderOid: "order_oid",
    privatePlacementOfferOid: "offer_oid",
    requestedDollarAmount: "requested_amount",
    fillDollarAmount: "fill_amount",
    creationTimestamp: "created_at",
    modificationTimestamp: "modified_at",
  },
  lists: [
    {
      field: "signedDocuments",
      table: "private_placement_order_document",
      parent: ["account_number", "order_oid"],
      columns: ["position", "document_id", "version"],
      rows: ({ signedDocuments = [] }) =>
        signedDocuments.map(({ id, version }, index) => ({
          position: index + 1,
          document_id: id,
          version,
        })),
    },
  ],
  references: [
    { fields: ["accountNumber"], table: "account", columns: ["account_number"] },
    // An offer is another firm's more often than not.
    { fields: ["privatePlacementOfferOid"], table: "offer", columns: ["offer_oid"] },
    { fields: ["loginId"], table: "member", columns: ["login_id"], ofFirm: "firm_oid" },
  ],
  rules: [
    rule(["orderStatus", "fillDollarAmount"], ({ orderStatus, fillDollarAmount }) =>
      isCounted(orderStatus) === (fillDollarAmount !== undefined)
        ? []
        : [
            {
              column: "fillDollarAmount",
              reason: "It belongs to a status that counts, and only there.",
            },
          ],
    ),
    rule(["requestedDollarAmount", "fillDollarAmount"], (row) =>
      row.fillDollarAmount === undefined ||
      compare(row.fillDollarAmount, row.requestedDollarAmount) <= 0
        ? []
        : [{ column: "fillDollarAmount", reason: "It is above requestedDollarAmount." }],
    ),
    rule(["orderStatus", "accredited"], ({ orderStatus, accredited }) =>
      accredited !== undefined || !isCounted(orderStatus)
        ? []
        : [{ column: "accredited", reason: "It is known once the issuer has accepted." }],
    ),
    rule(["orderStatus", "folioOrderOid"], ({ orderStatus, folioOrderOid }) =>
      (folioOrderOid === undefined ? placed : unplaced).has(orderStatus)
        ? [{ column: "folioOrderOid", reason: "It belongs to an order that was placed." }]
        : [],
    ),
    rule(["orderStatus", "shareQuantity"], ({ orderStatus, shareQuantity }) =>
      (orderStatus === "COMPLETE") === (shareQuantity !== undefined)
        ? []
        : [{ column: "shareQuantity", reason: "It belongs to COMPLETE, and only there." }],
    ),
    rule(["creationTimestamp", "modificationTimestamp"], (row) =>
      row.creationTimestamp <= row.modificationTimestamp
        ? []
        : [{ column: "modificationTimestamp", reason: "It is before creationTimestamp." }],
    ),
  ],
  constraints: {
    private_placement_order_once: {
      column: "privatePlacementOfferOid",
      reason: "The account has another subscription to the offer.",
    },
    private_placement_order_document_once: {
      column: "signedDocuments",
      reason: "A document appears twice.",
    },
    offer_approved_total: {
      column: "fillDollarAmount",
      reason: "More than the size of the offer would be approved.",
    },
  },
  beforeApply: async (tx) => {
    const misplaced = await selectMisplacedLines(tx);
    if (misplaced.length === 0) await withoutStaged();
    return misplaced.map(({ line, isOfOther }) =>
      isOfOther
        ? { line, column: "privatePlacementOfferOid", reason: "It is stored with another offer." }
        : { line, column: "orderStatus", reason: "The offer's status does not allow it." },
    );

    // Takes off the amounts that the stored rows count for now; `afterApply` adds those that they
    // count for then.
    async function withoutStaged(): Promise<void> {
      const counted = await selectApprovedOfLoaded(tx);
      await addToApprovedTotals(
        tx,
        counted.map((each) => ({ ...each, change: subtract("0" as Decimal, each.change) })),
      );
    }
  },
  afterApply: async (tx) => addToApprovedTotals(tx, await selectApprovedOfLoaded(tx)),
  subject: ({ accountNumber }) => accountNumber,
  example: [
    "accountNumber,privatePlacementOrderOid,privatePlacementOfferOid,loginId,orderStatus," +
      "requestedDollarAmount,discretionary,solicited,reasonForTrade,investmentLimitCertified," +
      "blueSkyException,deMinimisAccepted,physicalSignatureReceived,signedDocuments," +
      "creationTimestamp,modificationTimestamp",
    "RA1234ABCD,88102,801,ann.whitfield,CANCELLED,25000.00,false,false,NS,false,false,false,false," +
      '"[{""id"":""rwn-subscription"",""version"":""2.0""}]",' +
      "2026-02-24T11:30:00-05:00,2026-02-24T11:30:00-05:00",
  ].join("\n"),
});
