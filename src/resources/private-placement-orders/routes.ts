// The requests for subscriptions to private placement offers. (interface 2.3)
import Type from "typebox";
import type { App } from "../../platform/http/frame.ts";
import { orderErrors } from "./errors.ts";
import { getOrderOfOffer } from "./get-order-of-offer.ts";
import { getPrivatePlacementOrder } from "./get-private-placement-order.ts";
import { listOrdersOfOffer } from "./list-orders-of-offer.ts";
import { listPrivatePlacementOrders } from "./list-private-placement-orders.ts";
import { Order, OrderOfOffer, OrdersQuery } from "./schema.ts";

const AccountPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000001"] }) });
const OrderPath = Type.Object({
  accountnumber: Type.String({ examples: ["RA00000001"] }),
  privateplacementorderoid: Type.String({ examples: ["88102"] }),
});
const OfferPath = Type.Object({ privateplacementofferoid: Type.String({ examples: ["801"] }) });
const OrderOfOfferPath = Type.Object({
  privateplacementofferoid: Type.String({ examples: ["801"] }),
  privateplacementorderoid: Type.String({ examples: ["88102"] }),
});
const ofAccount = "/restapi/accounts/:accountnumber/privateplacementorders";
const ofOffer = "/restapi/privateplacementoffers/:privateplacementofferoid/privateplacementorders";
const tags = ["Private placement orders"];
const readers = ["institutional", "issuing", "operator", "client"] as const;

/** Registers the requests for subscriptions. */
export async function privatePlacementOrderRoutes(app: App): Promise<void> {
  readsOfAccount(app);
  readsOfOffer(app);
}

function readsOfAccount(app: App): void {
  app.get(
    ofAccount,
    {
      config: { access: "account", callers: readers },
      schema: {
        operationId: "listPrivatePlacementOrders",
        summary: "List the subscriptions of an account",
        tags,
        params: AccountPath,
        querystring: OrdersQuery,
        response: { 200: Type.Array(Order) },
      },
    },
    async ({ context, params, query }) =>
      listPrivatePlacementOrders(context, params.accountnumber, query.orderstatus),
  );

  app.get(
    `${ofAccount}/:privateplacementorderoid`,
    {
      config: { access: "account", callers: readers, errors: [orderErrors.notFound] },
      schema: {
        operationId: "getPrivatePlacementOrder",
        summary: "Get a subscription of an account",
        tags,
        params: OrderPath,
        response: { 200: Order },
      },
    },
    async ({ context, params }) =>
      getPrivatePlacementOrder(context, params.accountnumber, params.privateplacementorderoid),
  );
}

function readsOfOffer(app: App): void {
  app.get(
    ofOffer,
    {
      config: { access: "offer", callers: readers },
      schema: {
        operationId: "listOrdersOfOffer",
        summary: "List the subscriptions to an offer",
        tags,
        params: OfferPath,
        querystring: OrdersQuery,
        response: { 200: Type.Array(OrderOfOffer) },
      },
    },
    async ({ context, params, query }) =>
      listOrdersOfOffer(context, params.privateplacementofferoid, query.orderstatus),
  );

  app.get(
    `${ofOffer}/:privateplacementorderoid`,
    {
      config: { access: "offer", callers: readers, errors: [orderErrors.notFound] },
      schema: {
        operationId: "getOrderOfOffer",
        summary: "Get a subscription to an offer",
        tags,
        params: OrderOfOfferPath,
        response: { 200: OrderOfOffer },
      },
    },
    async ({ context, params }) =>
      getOrderOfOffer(context, params.privateplacementofferoid, params.privateplacementorderoid),
  );
}
