// The status of subscriptions by their dates, before the sweep has written it. (interface 2.3)
import { describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { codesOf, decide, loadOffer, stateOf } from "../../../../test/subscriptions.ts";

const service = useTestService();

const initial = ["RA00000001", "INITIAL", "20000.00"] as const;
const accepted = ["RA00000003", "ACCEPTED", "20000.00"] as const;
const placed = ["RA00000004", "ORDER_CREATED", "20000.00"] as const;
const closed = "2031-07-01T15:00:00Z";

const change = (account: string, order: string | undefined, body: object) =>
  service.call(
    ...(["adviser", "PUT"] as const),
    `/restapi/accounts/${account}/privateplacementorders/${order}`,
    body,
    { "X-Associated-Member-Id": account === "RA00000004" ? "ben.whitfield" : "ada.whitfield" },
  );

describe("once the time of an offer is over", () => {
  const rule = ["order.status.rule"];

  test("nothing is withdrawn, remarked, rejected or placed of one that cannot be executed", async () => {
    const { oid, orders } = await loadOffer(service, {}, initial, accepted, placed);
    const [first, second, third] = orders as [string, string, string];
    service.setNow(closed);
    const before = await stateOf(service, oid);
    const withdraw = { orderStatus: "CANCELLED" };
    expect(codesOf(await change("RA00000001", first, withdraw))).toEqual(rule);
    expect(codesOf(await change("RA00000001", first, { comment: "Late" }))).toEqual(rule);
    expect(codesOf(await change("RA00000001", first, {}))).toEqual([]);
    expect(codesOf(await change("RA00000003", second, withdraw))).toEqual(rule);
    expect(codesOf(await change("RA00000004", third, withdraw))).toEqual(rule);
    const reject = { orderStatus: "REJECTED", comment: "Late" };
    expect(codesOf(await decide(service, [oid, first], reject))).toEqual(rule);
    const paper = { physicalSignatureReceived: true };
    expect(codesOf(await decide(service, [oid, first], paper))).toEqual(rule);
    expect(codesOf(await decide(service, [oid, second], reject))).toEqual(rule);
    const place = { orderStatus: "ORDER_CREATED" };
    expect(codesOf(await decide(service, [oid, second], place, "operator"))).toEqual(rule);
    expect(await stateOf(service, oid)).toEqual(before);
    service.setNow("2026-03-02T15:00:00Z");
  });

  test("another amount, and an acceptance, are refused: the offer is closed", async () => {
    const { oid, orders } = await loadOffer(service, {}, initial, accepted);
    service.setNow(closed);
    const amount = { requestedDollarAmount: "19000.00" };
    expect(codesOf(await change("RA00000001", orders[0], amount))).toEqual([
      "order.offer.closed.rule",
    ]);
    const fill = { orderStatus: "ACCEPTED", fillDollarAmount: "19000.00" };
    for (const order of orders) {
      expect(codesOf(await decide(service, [oid, order], fill))).toEqual([
        "order.offer.closed.rule",
      ]);
    }
    service.setNow("2026-03-02T15:00:00Z");
  });

  test("what was accepted may be withdrawn while the offer waits to be executed", async () => {
    const reached = { offerMinimum: "20000.00" };
    const { orders } = await loadOffer(service, reached, initial, accepted);
    service.setNow(closed);
    const withdraw = { orderStatus: "CANCELLED" };
    expect(codesOf(await change("RA00000001", orders[0], withdraw))).toEqual(rule);
    expect(codesOf(await change("RA00000003", orders[1], withdraw))).toEqual([]);
    service.setNow("2026-03-02T15:00:00Z");
  });

  test("under BEST_EFFORTS that is ten days later", async () => {
    const longer = { executionType: "B", offerMinimum: null };
    const { orders } = await loadOffer(service, longer, initial);
    const remark = (comment: string) => change("RA00000001", orders[0], { comment });
    service.setNow("2031-07-10T15:00:00Z");
    expect(codesOf(await remark("In time"))).toEqual([]);
    service.setNow("2031-07-11T15:00:00Z");
    expect(codesOf(await remark("Late"))).toEqual(rule);
    service.setNow("2026-03-02T15:00:00Z");
  });
});

test.each([
  ["INITIAL", [], []],
  ["ACCEPTED", ["order.status.rule"], []],
  ["ORDER_CREATED", ["order.status.rule"], []],
  ["PROCESSING", ["order.status.rule"], ["order.status.rule"]],
  ["COMPLETE", ["order.status.rule"], ["order.status.rule"]],
  ["REJECTED", ["order.status.rule"], ["order.status.rule"]],
  ["CANCELLED", ["order.status.rule"], ["order.status.rule"]],
])("a subscription in %s is amended: %j, and withdrawn: %j", async (status, amended, withdrawn) => {
  const offerStatus = status === "PROCESSING" || status === "COMPLETE" ? "C" : "P";
  const of = status === "COMPLETE" ? { shareQuantity: "1600.00000" } : {};
  const { orders } = await loadOffer(service, { offerStatus }, [
    ...(["RA00000001", status, "20000.00", of] as const),
  ]);
  for (const body of [{ requestedDollarAmount: "100.00" }, { solicited: true }]) {
    const codes = codesOf(await change("RA00000001", orders[0], body));
    const ofAmount = "requestedDollarAmount" in body ? ["order.minimum.investment.rule"] : [];
    // Where there is no such step the amount is not judged.
    expect(codes).toEqual(amended.length > 0 ? amended : ofAmount);
  }
  const withdraw = { orderStatus: "CANCELLED", comment: "Changed my mind" };
  expect(codesOf(await change("RA00000001", orders[0], withdraw))).toEqual(withdrawn);
});
