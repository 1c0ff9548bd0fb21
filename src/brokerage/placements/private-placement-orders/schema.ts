// The wire shapes of subscriptions to private placement offers. (interface 2.3)
import type { Static } from "typebox";
import { codeList, orderStatuses } from "../../../reference/codes.ts";
import { only } from "../../../values/choices.ts";
import { type Choices, codeFrom } from "../../../values/contract-form.ts";
import { bool, choice, decimal, id, instant, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { emptiable, list, nullable, object, optional } from "../../../values/wire.ts";
import { orderErrors } from "./errors.ts";

const amount = (description: string) => decimal({ places: 2, min: "0.01", description });

/** A subscription as it is loaded. */
export const OrderRecord = object({
  accountNumber: text({ description: "The account that invests." }),
  privatePlacementOrderOid: id({ description: "Id of the subscription." }),
  privatePlacementOfferOid: id({ description: "The offer." }),
  loginId: text({ description: "The member who subscribed." }),
  orderStatus: choice(codeList("order-status"), { description: "Status of the subscription." }),
  requestedDollarAmount: amount("The amount requested."),
  fillDollarAmount: optional(
    amount("The amount approved by the issuer, or paid; only while it counts towards the offer."),
  ),
  shareQuantity: optional(
    decimal({ places: 5, above: "0", description: "The shares bought; only with `COMPLETE`." }),
  ),
  folioOrderOid: optional(id({ description: "Id of the order once it was placed." })),
  discretionary: optional(bool({ description: "Whether the adviser decided." })),
  solicited: optional(bool({ description: "Whether the adviser proposed it." })),
  reasonForTrade: optional(
    choice(codeList("reason-for-trade"), { description: "Why; `NS` where it is not said." }),
  ),
  investmentLimitCertified: optional(
    bool({ description: "The investor's word for the limit of Regulation A." }),
  ),
  blueSkyException: optional(
    bool({ description: "Whether an owner lives outside the states of the offer." }),
  ),
  deMinimisAccepted: optional(bool({ description: "Whether the issuer took such an owner." })),
  physicalSignatureReceived: optional(bool({ description: "Whether the paper was received." })),
  accredited: optional(
    bool({ description: "Whether each owner was accredited when the issuer accepted." }),
  ),
  comment: optional(text({ description: "The last remark." })),
  signedDocuments: optional(
    list(object({ id: text({ max: 40 }), version: text({ max: 21 }) }), {
      nullIsAbsent: true,
      description: "A list of {id, version} of the documents that were signed.",
    }),
  ),
  creationTimestamp: instant({ description: "When it was made." }),
  modificationTimestamp: instant({ description: "When it last changed." }),
});

const statusWords: Choices["rows"] = [
  ...orderStatuses.rows.map(({ query, code }) => ({ code: query, name: code })),
  { code: "all", name: "all subscriptions" },
];

/** The query of the lists: which status to list; all if left out. */
export const OrdersQuery = Type.Object({
  orderstatus: optional(
    choice(
      {
        name: "order-status-word",
        rows: statusWords,
        takesNames: false,
        codeOf: (word) => statusWords.find(({ code }) => code === word)?.code,
      },
      { error: orderErrors.status, examples: ["all"] },
    ),
  ),
});

const flags = {
  discretionary: optional(bool({ description: "Whether the adviser decided; false if left out." })),
  solicited: optional(bool({ description: "Whether the adviser proposed it; false if left out." })),
  reasonForTrade: optional(
    choice(codeList("reason-for-trade"), { description: "Why; `NS` if left out." }),
  ),
};

/** A request to subscribe to an offer. */
export const NewOrder = object(
  {
    accountNumber: optional(text({ description: "The account of the path." })),
    privatePlacementOfferOid: id({ description: "The offer." }),
    requestedDollarAmount: amount("The amount to invest."),
    ...flags,
    investmentLimitCertified: optional(
      bool({
        description:
          "The investor's word, for an offer under Regulation A, that the amount is at most ten " +
          "percent of the larger of income and worth.",
      }),
    ),
  },
  {
    title: "NewPrivatePlacementOrder",
    examples: [{ privatePlacementOfferOid: "808", requestedDollarAmount: "2500.00" }],
  },
);
export type NewOrder = Static<typeof NewOrder>;

/** A request to change a subscription, or to withdraw it. */
export const OrderUpdate = object(
  {
    accountNumber: optional(text({ description: "The account of the path." })),
    privatePlacementOrderOid: optional(id({ description: "The subscription of the path." })),
    privatePlacementOfferOid: optional(id({ description: "The offer, as it is stored." })),
    requestedDollarAmount: optional(amount("Until the issuer has decided.")),
    ...flags,
    comment: optional(emptiable(text())),
    orderStatus: optional(
      choice(
        only(
          "withdrawn-order-status",
          codeList("order-status"),
          ({ code }) => code === "CANCELLED",
        ),
        { description: "`CANCELLED` withdraws it." },
      ),
    ),
  },
  {
    title: "PrivatePlacementOrderUpdate",
    examples: [{ requestedDollarAmount: "30000.00", reasonForTrade: "CR" }],
  },
);
export type OrderUpdate = Static<typeof OrderUpdate>;

const truth = Type.Boolean();
const textual = Type.String();
const unknown = nullable(textual);
const stamp = Type.String({ format: "date-time" });

const fields = {
  accountNumber: textual,
  blueSkyException: truth,
  comment: unknown,
  creationTimestamp: stamp,
  discretionary: truth,
  fillDollarAmount: unknown,
  folioNumber: textual,
  folioOrderOid: unknown,
  loginId: textual,
  modificationTimestamp: stamp,
  orderStatus: codeFrom(codeList("order-status")),
  physicalSignatureReceived: truth,
  privatePlacementOfferOid: textual,
  privatePlacementOrderOid: textual,
  reasonForTrade: codeFrom(codeList("reason-for-trade")),
  requestedDollarAmount: textual,
  shareQuantity: unknown,
  signedDocuments: Type.Array(
    Type.Object({ id: textual, version: textual }, { title: "SignedDocument" }),
  ),
  solicited: truth,
};

/** A subscription as it is returned under its account. */
export const Order = Type.Object(fields, { title: "PrivatePlacementOrder" });
export type Order = Static<typeof Order>;

/** A subscription as it is returned under its offer: also who invests. */
export const OrderOfOffer = Type.Object(
  {
    ...fields,
    accredited: nullable(truth),
    investorName: textual,
    investorState: unknown,
    mayWithdraw: Type.Boolean({ description: "Whether the caller may withdraw it now." }),
  },
  { title: "PrivatePlacementOrderOfOffer" },
);
export type OrderOfOffer = Static<typeof OrderOfOffer>;
