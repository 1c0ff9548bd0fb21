// The life of a subscription to a private placement offer. (interface 2.3)
import { lifeCycle, none } from "../../../values/life-cycle.ts";

const states = [
  "INITIAL",
  "ACCEPTED",
  "ORDER_CREATED",
  "PROCESSING",
  "COMPLETE",
  "REJECTED",
  "CANCELLED",
] as const;

/** The life cycle of a subscription. */
export const orderLifeCycle = lifeCycle({
  name: "subscription",
  states,
  transitions: [
    {
      from: [none],
      to: ["INITIAL"],
      by: ["institutional", "client"],
      through: ["createPrivatePlacementOrder"],
      needs: "it is eligible, as [the interface](interface.md) says in 6.4",
    },
    {
      from: ["INITIAL"],
      to: ["INITIAL"],
      by: ["institutional", "client"],
      through: ["updatePrivatePlacementOrder"],
      needs: "another amount is eligible",
    },
    {
      from: ["INITIAL", "ACCEPTED", "ORDER_CREATED"],
      to: ["CANCELLED"],
      by: ["institutional", "client"],
      through: ["updatePrivatePlacementOrder"],
    },
    {
      from: [none],
      to: states,
      by: ["operator"],
      through: ["loadFolder"],
      needs: "as the record says",
    },
    {
      from: ["INITIAL"],
      to: ["REJECTED"],
      by: ["sweep"],
      through: ["closeDueOffer"],
      needs: "the time to decide is over",
    },
    {
      from: ["INITIAL"],
      to: ["REJECTED"],
      by: ["institutional", "operator"],
      through: ["updateOffer"],
      needs: "the offer is executed",
    },
    {
      from: ["INITIAL", "ACCEPTED", "ORDER_CREATED"],
      to: ["CANCELLED"],
      by: ["institutional", "operator"],
      through: ["updateOffer"],
      needs: "the offer ends, or is executed while an approved one cannot be placed",
    },
    {
      from: ["ACCEPTED", "ORDER_CREATED"],
      to: ["CANCELLED"],
      by: ["sweep"],
      through: ["closeDueOffer"],
      needs: "the offer ends",
    },
    {
      from: ["ACCEPTED"],
      to: ["ORDER_CREATED"],
      by: ["sweep"],
      through: ["placeDueOrder"],
      needs: "cash is required by now, it is there, and the account has no restriction",
    },
    {
      from: ["ACCEPTED"],
      to: ["ORDER_CREATED"],
      by: ["institutional", "operator"],
      through: ["updateOffer"],
      needs: "the offer is executed, cash is there, and the account has no restriction",
    },
    {
      from: ["ORDER_CREATED"],
      to: ["PROCESSING"],
      by: ["institutional", "operator"],
      through: ["updateOffer"],
      needs: "the offer is executed",
    },
    {
      from: ["INITIAL"],
      to: ["INITIAL"],
      by: ["issuing", "operator"],
      through: ["decideOrder"],
      needs: "the signature on paper was received",
    },
    {
      from: ["INITIAL", "ACCEPTED"],
      to: ["ACCEPTED"],
      by: ["issuing", "operator"],
      through: ["decideOrder"],
      needs: "the offer and its exemption admit it, and its size has capacity",
    },
    {
      from: ["INITIAL", "ACCEPTED"],
      to: ["REJECTED"],
      by: ["issuing", "operator"],
      through: ["decideOrder"],
      needs: "a comment",
    },
    {
      from: ["ACCEPTED"],
      to: ["ORDER_CREATED"],
      by: ["operator"],
      through: ["decideOrder"],
      needs: "cash is required by now, it is there, and the account has no restriction",
    },
    {
      from: ["PROCESSING"],
      to: ["COMPLETE"],
      by: ["operator"],
      through: ["decideOrder"],
      needs: "the books accept it",
    },
    {
      from: ["PROCESSING"],
      to: ["CANCELLED"],
      by: ["operator"],
      through: ["decideOrder"],
      needs: "a comment",
    },
  ],
});

/** The status of a subscription. */
export type OrderStatus = (typeof orderLifeCycle.states)[number];
