// The life of a subscription to a private placement offer. (interface 2.3)
import { lifeCycle, none } from "../../values/life-cycle.ts";

/** The life cycle of a subscription. */
export const orderLifeCycle = lifeCycle({
  name: "subscription",
  states: [
    "INITIAL",
    "ACCEPTED",
    "ORDER_CREATED",
    "PROCESSING",
    "COMPLETE",
    "REJECTED",
    "CANCELLED",
  ],
  transitions: [
    {
      from: [none],
      to: [
        "INITIAL",
        "ACCEPTED",
        "ORDER_CREATED",
        "PROCESSING",
        "COMPLETE",
        "REJECTED",
        "CANCELLED",
      ],
      by: ["operator"],
      through: ["loadFolder"],
      needs: "as the record says",
    },
  ],
});

/** The status of a subscription. */
export type OrderStatus = (typeof orderLifeCycle.states)[number];
