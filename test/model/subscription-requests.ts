// Requests about subscriptions, from the first to the booked position.
import fc from "fast-check";
import {
  type OrderStatus,
  orderLifeCycle,
} from "../../src/brokerage/placements/private-placement-orders/life-cycle.ts";
import { mayMove } from "../../src/values/life-cycle.ts";
import {
  type Actor,
  done,
  forbidden,
  lastOf,
  type Model,
  type OfferModel,
  type OrderModel,
  Request,
  refused,
} from "./model.ts";
import {
  accounts,
  amountCodes,
  approvedOf,
  counts,
  ended,
  instantAt,
  isDue,
  isEnded,
  isExecutable,
  minimum,
  money,
  ordersOf,
  owners,
  placingCodes,
  recordOf,
  sees,
  size,
  statusByTime,
} from "./subscription-rules.ts";

const account = fc.constantFrom(...accounts);
/** Mostly the firm of the account; else any caller. */
const other = fc.option(
  fc.constantFrom<Actor>("adviser", "otherAdviser", "client", "client", "issuer", "operator"),
  { freq: 4 },
);
const callerOf = (account: string, other: Actor | null): Actor =>
  other ?? (account.startsWith("RA") ? "adviser" : "otherAdviser");
const amount = fc.constantFrom(
  50_000,
  100_000,
  200_000,
  800_000,
  800_000,
  1_500_000,
  1_500_000,
  3_000_001,
);
const headersOf = (caller: Actor, account: string): Record<string, string> =>
  caller === "client" ? {} : { "X-Associated-Member-Id": owners[account] ?? "" };

/** Whether a caller may change subscriptions of an account. */
const maySubscribe = (caller: Actor, account: string) =>
  caller !== "operator" && caller !== "issuer" && sees(caller, account);

const subscribing = fc
  .record({ other, account, which: fc.nat(2), amount })
  .map(({ other, account, which, amount }) => {
    const caller = callerOf(account, other);
    const offerIn = ({ offers }: Model) => offers[which] as OfferModel;
    return new Request({
      caller,
      name: `subscribes ${money(amount)} of offer ${which} for ${account}`,
      send: (model, service) => {
        const body = {
          privatePlacementOfferOid: offerIn(model).oid,
          requestedDollarAmount: money(amount),
        };
        const path = `/restapi/accounts/${account}/privateplacementorders`;
        return service.call(caller, "POST", path, body, headersOf(caller, account));
      },
      expected: (model) => {
        if (!maySubscribe(caller, account)) return forbidden;
        const offer = offerIn(model);
        const isTwice = ordersOf(model, offer).some(
          (each) => each.account === account && counts.has(each.status),
        );
        const codes = [
          ...amountCodes(model, offer, account, amount),
          ...(isTwice ? ["order.unique.rule"] : []),
        ];
        return codes.length === 0 ? done(201) : refused(...codes);
      },
      become: (model, response) => {
        const offer = offerIn(model);
        offer.status = "P";
        const oid = lastOf(response);
        model.orders.push({ oid, account, offer, status: "INITIAL", amount, fill: null });
      },
    });
  });

/** The last subscriptions, and one that is not there. */
const orderAt = ({ orders }: Model, back: number): OrderModel | undefined => orders.at(-1 - back);
const back = fc.nat(4);
/** Where there is none, one that is not there. */
const accountAt = (model: Model, back: number) => orderAt(model, back)?.account ?? "RA00000001";

const amending = fc
  .record({ other, back, amount: fc.option(amount, { freq: 2 }) })
  .map(({ other, back, amount }) => {
    // Without an amount it is withdrawn.
    const body =
      amount === null ? { orderStatus: "CANCELLED" } : { requestedDollarAmount: money(amount) };
    return new Request({
      caller: other ?? "its firm",
      name: `${amount === null ? "withdraws" : `asks ${money(amount)} for`} subscription ${back}`,
      send: (model, service) => {
        const account = accountAt(model, back);
        const caller = callerOf(account, other);
        const oid = orderAt(model, back)?.oid ?? "999999";
        const path = `/restapi/accounts/${account}/privateplacementorders/${oid}`;
        return service.call(caller, "PUT", path, body, headersOf(caller, account));
      },
      expected: (model) => {
        const order = orderAt(model, back);
        const account = accountAt(model, back);
        const caller = callerOf(account, other);
        if (!maySubscribe(caller, account)) return forbidden;
        if (order === undefined) return done(404);
        const { status, offer } = order;
        if (amount === order.amount) return done(200);
        const by = caller === "client" ? "client" : "institutional";
        const to = amount === null ? "CANCELLED" : "INITIAL";
        const from = amount === null ? statusByTime(model, order) : status;
        const step = { from, to, by, through: "updatePrivatePlacementOrder" } as const;
        if (!mayMove(orderLifeCycle, step)) return refused("order.status.rule");
        const codes = amount === null ? [] : amountCodes(model, offer, order.account, amount);
        return codes.length === 0 ? done(200) : refused(...codes);
      },
      become: (model) => {
        const order = orderAt(model, back);
        if (order === undefined) return;
        if (amount === null) Object.assign(order, { status: "CANCELLED", fill: null });
        else order.amount = amount;
      },
    });
  });

/** Decisions of the issuer: the status and the fields that come with it. */
const decisions = {
  accepts: { orderStatus: "ACCEPTED", deMinimisAccepted: true },
  rejects: { orderStatus: "REJECTED", comment: "No capacity" },
  "rejects without a comment": { orderStatus: "REJECTED" },
  places: { orderStatus: "ORDER_CREATED" },
  books: { orderStatus: "COMPLETE" },
  fails: { orderStatus: "CANCELLED", comment: "No shares came" },
} as const;
type Decision = keyof typeof decisions;
const operators: readonly Decision[] = ["places", "books", "fails"];

const decider = fc.constantFrom<Actor>(
  ...(["issuer", "issuer", "issuer", "operator", "operator", "operator", "operator"] as const),
  ...(["adviser", "client"] as const),
);

const deciding = fc
  .record({
    caller: decider,
    back,
    does: fc.constantFrom<Decision>(
      ...(["accepts", "accepts", "accepts", "rejects", "rejects without a comment"] as const),
      ...(["places", "books", "books", "fails"] as const),
    ),
    fill: fc.option(fc.constantFrom(50_000, 100_000, 200_000, 900_000, 1_500_000)),
  })
  .map(({ caller, back, does, fill }) => {
    const isFilled = does === "accepts" && fill !== null;
    const body = { ...decisions[does], ...(isFilled && { fillDollarAmount: money(fill) }) };
    const fillOf = (order: OrderModel) => (isFilled ? fill : (order.fill ?? order.amount));
    const isNothing = (order: OrderModel) =>
      does === "accepts" && order.status === "ACCEPTED" && fillOf(order) === order.fill;
    return new Request({
      caller,
      name: `${does} subscription ${back}${isFilled ? ` with ${money(fill)}` : ""}`,
      send: (model, service) => {
        const order = orderAt(model, back);
        const offer = order?.offer ?? model.offers[0];
        const path = `/restapi/privateplacementoffers/${offer?.oid}/privateplacementorders`;
        return service.call(caller, "PUT", `${path}/${order?.oid ?? "999999"}`, body);
      },
      expected: (model) => {
        if (caller !== "issuer" && caller !== "operator") return forbidden;
        const shape = [
          ...(does === "rejects without a comment" ? ["null.comment"] : []),
          ...(operators.includes(does) && caller === "issuer" ? ["order.operator.rule"] : []),
        ];
        if (shape.length > 0) return refused(...shape);
        const order = orderAt(model, back);
        if (order === undefined) return done(404);
        if (isNothing(order)) return done(200);
        const { orderStatus: to } = decisions[does];
        const by = caller === "issuer" ? "issuing" : "operator";
        const from = does === "accepts" ? order.status : statusByTime(model, order);
        const step = { from, to, by, through: "decideOrder" } as const;
        const isEarly = does === "places" && order.offer.status !== "P";
        if (!mayMove(orderLifeCycle, step) || isEarly) return refused("order.status.rule");
        const codes = codesOfStep(model, order, does, fillOf(order));
        return codes.length === 0 ? done(200) : refused(...codes);
      },
      become: (model) => {
        const order = orderAt(model, back);
        if (order === undefined || isNothing(order)) return;
        if (does === "accepts") order.fill = fillOf(order);
        order.status = decisions[does].orderStatus;
        if (ended.has(order.status)) order.fill = null;
        if (does === "books") pay(model, order);
      },
    });
  });

function codesOfStep(model: Model, order: OrderModel, does: Decision, fill: number): string[] {
  const { offer } = order;
  if (does === "accepts") {
    const others = approvedOf(model, offer) - (order.fill ?? 0);
    return [
      ...(offer.status === "P" && !isDue(model, offer) ? [] : ["order.offer.closed.rule"]),
      ...(fill < minimum || fill > order.amount ? ["order.fill.rule"] : []),
      ...(others + fill > size ? ["order.capacity.rule"] : []),
    ];
  }
  return does === "places" ? placingCodes(model, order) : [];
}

const waiting = fc
  .record({ days: fc.integer({ min: 1, max: 5 }), which: fc.nat(2) })
  .map(({ days, which }) => {
    const offerIn = ({ offers }: Model) => offers[which] as OfferModel;
    return new Request({
      caller: "operator",
      name: `reads offer ${which} after ${days} days`,
      send: (model, service) => {
        model.day += days;
        service.setNow(instantAt(model.day - model.ahead));
        const path = `/restapi/privateplacementoffers/${offerIn(model).oid}`;
        return service.call("operator", "GET", path);
      },
      expected: (model) => done(200, { offerStatus: offerIn(model).status }),
      become: () => {},
    });
  });

/** Shares cost 12.50; every fill is a whole number of them. */
function pay({ cash }: Model, { account, fill }: OrderModel): void {
  cash.set(account, (cash.get(account) ?? 0) - (fill ?? 0));
}

const ending = fc
  .record({
    caller: fc.constantFrom<Actor>("adviser", "adviser", "operator", "otherAdviser", "client"),
    which: fc.nat(2),
    status: fc.constantFrom(...Array<string>(10).fill("C"), "X", "N"),
  })
  .map(({ caller, which, status }) => {
    const offerIn = ({ offers }: Model) => offers[which] as OfferModel;
    const after = (model: Model) => {
      const open = ordersOf(model, offerIn(model)).filter(
        (order) => counts.has(order.status) && order.status !== "COMPLETE",
      );
      return open.map((order): [OrderModel, OrderStatus] => {
        if (status !== "C") return [order, "CANCELLED"];
        if (order.status === "INITIAL") return [order, "REJECTED"];
        const isPlaced =
          order.status === "ORDER_CREATED" || placingCodes(model, order).length === 0;
        return [order, isPlaced ? "PROCESSING" : "CANCELLED"];
      });
    };
    return new Request({
      caller,
      name: `gives offer ${which} the status ${status}`,
      send: (model, service) => {
        const path = `/restapi/privateplacementoffers/${offerIn(model).oid}`;
        return service.call(caller, "PUT", path, { offerStatus: status });
      },
      expected: (model) => {
        if (caller !== "adviser" && caller !== "operator") return forbidden;
        const offer = offerIn(model);
        const from = status === "C" ? ["P"] : ["I", "P"];
        const isOpen = from.includes(offer.status) && !isEnded(model, offer);
        if (!isOpen) return refused("offer.status.rule");
        if (status !== "C") return done(200);
        if (!isExecutable(offer, approvedOf(model, offer))) return refused("offer.execution.rule");
        const processed = after(model)
          .filter(([, to]) => to === "PROCESSING")
          .reduce((total, [{ fill }]) => total + (fill ?? 0), 0);
        return isExecutable(offer, processed) ? done(200) : refused("offer.execution.cash.rule");
      },
      become: (model) => {
        for (const [order, to] of after(model)) {
          order.status = to;
          if (to !== "PROCESSING") order.fill = null;
        }
        offerIn(model).status = status;
      },
    });
  });

const depositing = fc
  .record({
    caller: fc.constantFrom<Actor>("operator", "operator", "operator", "adviser"),
    account,
  })
  .map(({ caller, account }) => {
    const cents = 1_000_000;
    const transaction = {
      transactionType: "DEP",
      folioNumber: `${account}01`,
      tradeDate: "2026-02-03",
      amount: money(cents),
    };
    const path = `/restapi/accounts/${account}/transactions`;
    return new Request({
      caller,
      name: `pays ${money(cents)} into ${account}`,
      send: (_, service) => service.call(caller, "POST", path, { transactions: [transaction] }),
      expected: () => (caller === "operator" ? done(201) : forbidden),
      become: ({ cash }) => {
        cash.set(account, (cash.get(account) ?? 0) + cents);
      },
    });
  });

const reading = fc.record({ other, back }).map(({ other, back }) => {
  return new Request({
    caller: other ?? "its firm",
    name: `reads subscription ${back}`,
    send: (model, service) => {
      const account = accountAt(model, back);
      const path = `/restapi/accounts/${account}/privateplacementorders`;
      const oid = orderAt(model, back)?.oid ?? "999999";
      return service.call(callerOf(account, other), "GET", `${path}/${oid}`);
    },
    expected: (model) => {
      const order = orderAt(model, back);
      const account = accountAt(model, back);
      if (!sees(callerOf(account, other), account)) return forbidden;
      return order === undefined ? done(404) : done(200, recordOf(order));
    },
    become: () => {},
  });
});

/** Requests about subscriptions, as often as it takes to come to booked ones. */
export const subscriptionRequests = [
  subscribing,
  subscribing,
  subscribing,
  amending,
  reading,
  ending,
  depositing,
  depositing,
  waiting,
  ...Array.from({ length: 8 }, () => deciding),
];
