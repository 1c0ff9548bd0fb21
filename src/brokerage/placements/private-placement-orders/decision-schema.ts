// The wire shape of what an issuer decides on a subscription, and the operator processes.
// (interface 2.3)
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { bool, choice, day, decimal, id, text } from "../../../values/scalars.ts";
import { object, optional } from "../../../values/wire.ts";

/** The request of the issuing firm or the operator about a subscription. */
export const OrderDecision = object(
  {
    privatePlacementOfferOid: optional(id({ description: "The id in the path." })),
    privatePlacementOrderOid: optional(id({ description: "The id in the path." })),
    orderStatus: optional(
      choice(codeList("order-status"), {
        description:
          "The next status: ACCEPTED or REJECTED; by the operator also ORDER_CREATED, COMPLETE " +
          "and, instead of it, CANCELLED.",
      }),
    ),
    fillDollarAmount: optional(
      decimal({
        places: 2,
        min: "0.01",
        description: "With ACCEPTED: what is approved; what was requested, if it is left out.",
      }),
    ),
    comment: optional(text({ max: 255, description: "Required with REJECTED and CANCELLED." })),
    deMinimisAccepted: optional(
      bool({
        description:
          "With the first ACCEPTED: required as true where an owner lives in none of the offer's " +
          "states, unless the subscription was loaded with it.",
      }),
    ),
    physicalSignatureReceived: optional(bool({ description: "The signature on paper is there." })),
    price: optional(
      decimal({
        places: 6,
        above: "0",
        description: "With COMPLETE: that of the offer less its discount, if it is left out.",
      }),
    ),
    tradeDate: optional(day({ description: "With COMPLETE: today, if it is left out." })),
    settlementDate: optional(
      day({ description: "With COMPLETE: the trade date, if it is left out." }),
    ),
  },
  {
    title: "OrderDecision",
    examples: [{ orderStatus: "ACCEPTED", fillDollarAmount: "55000.00" }],
  },
);
export type OrderDecision = Static<typeof OrderDecision>;
