// The requests for subscriptions to private placement offers. (interface 2.3)

import type { App } from "../../../platform/http/frame.ts";
import { created, Located, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { Type } from "../../../values/type.ts";
import { AccountPath, readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { restrictedError } from "../../clients-and-accounts/restrictions/reads.ts";
import { createPrivatePlacementOrder } from "./create-private-placement-order.ts";
import { decideOrder } from "./decide-order.ts";
import { rulesOfDecision } from "./decision-rules.ts";
import { OrderDecision } from "./decision-schema.ts";
import { orderErrors } from "./errors.ts";
import { getOrderOfOffer } from "./get-order-of-offer.ts";
import { getPrivatePlacementOrder } from "./get-private-placement-order.ts";
import { listOrdersOfOffer } from "./list-orders-of-offer.ts";
import { listPrivatePlacementOrders } from "./list-private-placement-orders.ts";
import { amountErrors, eligibilityErrors, rulesOfNewOrder, rulesOfOrderUpdate } from "./rules.ts";
import { NewOrder, Order, OrderOfOffer, OrdersQuery, OrderUpdate } from "./schema.ts";
import { updatePrivatePlacementOrder } from "./update-private-placement-order.ts";

const OrderPath = Type.Object({
  accountnumber: Type.String({ examples: ["RA00000001"] }),
  privateplacementorderoid: Type.String({ examples: ["88102"] }),
});
const OfferPath = Type.Object({ privateplacementofferoid: Type.String({ examples: ["801"] }) });
const OrderOfOfferPath = Type.Object({
  privateplacementofferoid: Type.String({ examples: ["801"] }),
  privateplacementorderoid: Type.String({ examples: ["88102"] }),
});
const DecidedPath = Type.Object({
  privateplacementofferoid: Type.String({ examples: ["801"] }),
  privateplacementorderoid: Type.String({ examples: ["88103"] }),
});
const ofAccount = "/restapi/accounts/:accountnumber/privateplacementorders";
const addressOf = (accountNumber: string, orderOid: string) =>
  `/restapi/accounts/${accountNumber}/privateplacementorders/${orderOid}`;
const ofOffer = "/restapi/privateplacementoffers/:privateplacementofferoid/privateplacementorders";
const tags = [
  {
    name: "Private placement orders",
    description: "Subscriptions of accounts to private placement offers.",
  },
];
const readers = ["institutional", "issuing", "operator", "client"] as const;

/** Registers the requests for subscriptions. */
export async function privatePlacementOrderRoutes(app: App): Promise<void> {
  readsOfAccount(app);
  newOrders(app);
  updatesOfOrders(app);
  readsOfOffer(app);
  decisions(app);
}

function readsOfAccount(app: App): void {
  app.get(
    ofAccount,
    {
      config: readBy("detail"),
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
      config: {
        ...readBy("detail"),
        errors: [orderErrors.notFound],
      },
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

function newOrders(app: App): void {
  app.post(
    ofAccount,
    {
      config: {
        access: "account",
        right: "owner",
        callers: ["institutional", "client"],
        needsAssociatedMember: "institutional",
        rules: rulesOfNewOrder,
        errors: [valueErrors.uriMatching, ...eligibilityErrors],
      },
      schema: {
        operationId: "createPrivatePlacementOrder",
        summary: "Subscribe to a private placement offer",
        tags,
        params: AccountPath,
        body: NewOrder,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const { accountnumber } = request.params;
      const oid = await createPrivatePlacementOrder(request.context, accountnumber, request.body);
      return created(reply, addressOf(accountnumber, oid));
    },
  );
}

function updatesOfOrders(app: App): void {
  app.put(
    `${ofAccount}/:privateplacementorderoid`,
    {
      config: {
        access: "account",
        right: "owner",
        callers: ["institutional", "client"],
        needsAssociatedMember: "institutional",
        rules: rulesOfOrderUpdate,
        errors: [valueErrors.uriMatching, orderErrors.notFound, orderErrors.step, ...amountErrors],
      },
      schema: {
        operationId: "updatePrivatePlacementOrder",
        summary: "Change a subscription, or withdraw it",
        tags,
        params: OrderPath,
        body: OrderUpdate,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { accountnumber: accountNumber, privateplacementorderoid: orderOid } = request.params;
      await updatePrivatePlacementOrder(request.context, { accountNumber, orderOid }, request.body);
      return updated(reply, addressOf(accountNumber, orderOid));
    },
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

const ofDecision = [
  orderErrors.notFound,
  orderErrors.commentMissing,
  orderErrors.operator,
  orderErrors.step,
  orderErrors.signature,
  orderErrors.blueSky,
  orderErrors.fill,
  orderErrors.capacity,
  orderErrors.investorCount,
  orderErrors.accreditationVerification,
  orderErrors.cash,
  orderErrors.booking,
  orderErrors.offerClosed,
  restrictedError,
  valueErrors.uriMatching,
];

function decisions(app: App): void {
  app.put(
    `${ofOffer}/:privateplacementorderoid`,
    {
      config: {
        access: "issuedOffer",
        callers: ["issuing", "operator"],
        rules: rulesOfDecision,
        errors: ofDecision,
      },
      schema: {
        operationId: "decideOrder",
        summary: "Decide on a subscription, or process it",
        tags,
        params: DecidedPath,
        body: OrderDecision,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const { privateplacementofferoid: offerOid, privateplacementorderoid: orderOid } = params;
      await decideOrder(context, { offerOid, orderOid }, body);
      const path = `/restapi/privateplacementoffers/${offerOid}/privateplacementorders/${orderOid}`;
      return updated(reply, path);
    },
  );
}
