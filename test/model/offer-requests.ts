// Requests about the offers of a sequence next to their subscriptions: changes of fields, lists of
// subscriptions by status and by caller, lists of offers, and contra firms.
import fc from "fast-check";
import { expect } from "vitest";
import { outcomes } from "./met-outcomes.ts";
import {
  type Actor,
  caller,
  done,
  forbidden,
  type Model,
  type OfferModel,
  type OrderModel,
  Request,
  refused,
} from "./model.ts";
import { isEnded, ordersOf, recordOf, sees } from "./subscription-rules.ts";
import { firmViewers } from "./visibility.ts";

const offers = "/restapi/privateplacementoffers";
const offerIn = ({ offers }: Model, which: number) => offers[which] as OfferModel;

const asChange = outcomes(
  "change of an offer",
  200,
  403,
  "offer.in.progress.rule",
  "offer.status.rule",
  "offer.not.updateable",
  "offer.status.alone.rule",
  "offer.operator.rule",
);

type Change = Readonly<Record<string, string | boolean>>;
const nameOf = ({ renamed }: Model, { oid }: OfferModel) => renamed.get(oid) ?? "Loaded";

/** The codes of faults of the body alone. */
function shapeCodes(caller: Actor, change: Change): string[] {
  if ("exemption" in change) return ["offer.not.updateable"];
  if ("offerStatus" in change) return ["offer.status.alone.rule"];
  return "iraApproved" in change && caller !== "operator" ? ["offer.operator.rule"] : [];
}

/** Whether it is what the offer has. */
const isSame = (model: Model, offer: OfferModel, change: Change) =>
  "iraApproved" in change
    ? model.forIras.has(offer.oid)
    : change.offerName === nameOf(model, offer);

const changing = fc
  .record({
    caller,
    which: fc.nat(2),
    change: fc.constantFrom<Change>(
      { offerName: "Loaded" },
      { offerName: "Renamed" },
      { offerName: "Renamed" },
      { iraApproved: true },
      { exemption: "RULE_506_C" },
      { offerStatus: "X", offerName: "Ended" },
    ),
  })
  .map(({ caller, which, change }) => {
    return new Request({
      caller,
      name: `changes offer ${which}: ${JSON.stringify(change)}`,
      send: (model, service) =>
        service.call(caller, "PUT", `${offers}/${offerIn(model, which).oid}`, change),
      expected: (model) => {
        if (!firmViewers.includes(caller)) return asChange(forbidden);
        const shape = shapeCodes(caller, change);
        if (shape.length > 0) return asChange(refused(...shape));
        const offer = offerIn(model, which);
        if (isSame(model, offer, change)) return asChange(done(200));
        const isOpen = ["I", "P"].includes(offer.status) && !isEnded(model, offer);
        if (!isOpen) return asChange(refused("offer.status.rule"));
        const isFixed = offer.status === "P" && "offerName" in change;
        return asChange(isFixed ? refused("offer.in.progress.rule") : done(200));
      },
      become: (model) => {
        const { oid } = offerIn(model, which);
        if ("iraApproved" in change) model.forIras.add(oid);
        else model.renamed.set(oid, String(change.offerName));
      },
    });
  });

const looking = fc.record({ caller, which: fc.nat(2) }).map(({ caller, which }) => {
  return new Request({
    caller,
    name: `reads the name of offer ${which}`,
    send: (model, service) => service.call(caller, "GET", `${offers}/${offerIn(model, which).oid}`),
    expected: (model) => {
      const offer = offerIn(model, which);
      return done(200, { offerName: nameOf(model, offer), offerStatus: offer.status });
    },
    become: () => {},
  });
});

const words: Readonly<Record<string, string>> = {
  initial: "INITIAL",
  accepted: "ACCEPTED",
  ordercreated: "ORDER_CREATED",
  rejected: "REJECTED",
  cancelled: "CANCELLED",
  processing: "PROCESSING",
  complete: "COMPLETE",
};
const word = fc.constantFrom("all", "all", "everything", ...Object.keys(words));

/** The client owns two of the accounts. */
const isOfSight = (caller: Actor, isOfOffer: boolean, { account }: OrderModel) =>
  (isOfOffer && (caller === "adviser" || caller === "issuer")) || sees(caller, account);

const asList = outcomes("list of subscriptions", 200, 403, "invalid.orderstatus");
const accounts = ["RA00000001", "RA00000009", "RB00000001", "RB00000004"];
const byId = (one: { privatePlacementOrderOid: string }, other: typeof one) =>
  Number(BigInt(one.privatePlacementOrderOid) - BigInt(other.privatePlacementOrderOid));

const listing = fc
  .record({ caller, of: fc.oneof(fc.nat(2), fc.constantFrom(...accounts)), word })
  .map(({ caller, of, word }) => {
    const isOfOffer = typeof of === "number";
    return new Request({
      caller,
      name: `lists ${word} subscriptions of ${isOfOffer ? "offer " : ""}${of}`,
      send: async (model, service) => {
        const under = isOfOffer ? `${offers}/${offerIn(model, of).oid}` : `/restapi/accounts/${of}`;
        const path = `${under}/privateplacementorders?orderstatus=${word}`;
        const response = await service.call(caller, "GET", path);
        if (response.status !== 200) return response;
        const made = response.body.map((order: { creationTimestamp: string }) =>
          Date.parse(order.creationTimestamp),
        );
        expect(made).toEqual(made.toSorted((one: number, other: number) => other - one));
        return { ...response, body: response.body.toSorted(byId) };
      },
      expected: (model) => {
        if (!isOfOffer && !sees(caller, of)) return asList(forbidden);
        if (word === "everything") return asList(refused("invalid.orderstatus"));
        const orders = isOfOffer
          ? ordersOf(model, offerIn(model, of)).filter((each) => isOfSight(caller, true, each))
          : model.orders.filter(({ account }) => account === of);
        const listed = orders.filter(({ status }) => word === "all" || status === words[word]);
        // The sample has subscriptions to other offers.
        const body = listed.map(recordOf).toSorted(byId);
        return asList(done(200, isOfOffer ? body : undefined));
      },
      become: () => {},
    });
  });

const asContra = outcomes("list of contra firms", 200, "invalid.acateligible");
const contraFirms = fc
  .record({ caller, eligible: fc.constantFrom("Y", "N", "maybe") })
  .map(({ caller, eligible }) => {
    return new Request({
      caller,
      name: `lists contra firms, eligible ${eligible}`,
      send: (_, service) =>
        service.call(caller, "GET", `/restapi/utils/contrafirms?acateligible=${eligible}`),
      expected: () => asContra(eligible === "maybe" ? refused("invalid.acateligible") : done(200)),
      become: () => {},
    });
  });

/** Requests about offers. */
export const offerRequests = [changing, changing, looking, listing, listing, contraFirms];
