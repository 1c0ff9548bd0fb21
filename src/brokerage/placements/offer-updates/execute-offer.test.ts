// Executing and ending an offer with its subscriptions, and which firms stay in it. (interface 2.3)

import type { Id } from "@bursar/values/ids";
import { beforeAll, describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import {
  codesOf,
  deposit,
  loadOffer,
  type Subscription,
  stateOf,
} from "../../../../test/subscriptions.ts";
import { sweepActor } from "../../../platform/change/context.ts";
import { closeDueOffer } from "./close-due-offer.ts";
import { selectOffersPastClosing } from "./queries.ts";

const service = useTestService();
beforeAll(async () => {
  await deposit(service, {
    RA00000001: "30000.00",
    RA00000003: "30000.00",
    RA00000004: "29999.99",
    RA00000006: "30000.00",
    RB00000001: "30000.00",
  });
});

const path = (oid: string) => `/restapi/privateplacementoffers/${oid}`;
const put = (oid: string, body: unknown) => service.call("adviser", "PUT", path(oid), body);

const offerWith = (changed: Record<string, unknown>, ...subscriptions: readonly Subscription[]) =>
  loadOffer(service, changed, ...subscriptions);

const statuses = async (oid: string, orders: readonly string[]) => {
  const state = await stateOf(service, oid);
  return [state.offer, state.approved, ...orders.map((order) => state.orders[order])];
};

describe("executing", () => {
  test("processes what is paid for, cancels what is not and rejects what was not decided", async () => {
    const { oid, orders } = await offerWith(
      {},
      ["RA00000001", "ACCEPTED", "30000.00"],
      ["RA00000003", "ORDER_CREATED", "30000.00"],
      // A cent is missing.
      ["RA00000004", "ACCEPTED", "30000.00"],
      // Its account may only sell.
      ["RA00000006", "ACCEPTED", "10000.00"],
      ["RB00000001", "INITIAL", "20000.00"],
    );
    const both = await Promise.all([1, 2].map(() => put(oid, { offerStatus: "C" })));
    expect(both.flatMap(codesOf)).toEqual(["offer.status.rule"]);
    expect(await statuses(oid, orders)).toEqual([
      "C",
      "60000.00",
      "PROCESSING 30000.00",
      "PROCESSING 30000.00",
      "CANCELLED null",
      "CANCELLED null",
      "REJECTED null",
    ]);
    const eventData = (await service.eventsOf("RA00000001")).slice(-2);
    expect(eventData.map(({ type }) => type)).toEqual(["order.placed", "order.processed"]);
    const ofOffer = await service.eventsOf(`offer:${oid}`);
    expect(ofOffer.slice(-7).map(({ type }) => type)).toEqual([
      "order.rejected",
      "order.cancelled",
      "order.cancelled",
      "order.processed",
      "order.placed",
      "order.processed",
      "offer.executed",
    ]);
    expect(ofOffer.at(-1)).toMatchObject({
      type: "offer.executed",
      data: { privatePlacementOfferOid: oid, offerStatus: "C" },
    });
    const entry = (await service.auditOf("RB00000001")).at(-1);
    expect(entry).toMatchObject({
      operation: "updateOffer",
      detail: {
        before: { order: { orderStatus: "INITIAL" } },
        after: { order: { orderStatus: "REJECTED", fillDollarAmount: null } },
        detail: { itemsCreated: [expect.any(String)] },
      },
    });
    const emitted = (await service.eventsOf("RB00000001")).slice(-2);
    expect(emitted.map(({ type }) => type)).toEqual(["order.rejected", "item.created"]);
    // A subscription that is being processed still takes cash of its account.
    const next = await offerWith({ executionType: "B", offerMinimum: null }, [
      "RA00000001",
      "ACCEPTED",
      "1000.00",
    ]);
    expect(codesOf(await put(next.oid, { offerStatus: "C" }))).toEqual([
      "offer.execution.cash.rule",
    ]);
    expect(await statuses(next.oid, next.orders)).toEqual(["P", "1000.00", "ACCEPTED 1000.00"]);
  });

  test.each([
    ["ALL_OR_NONE", { executionType: "A", offerMinimum: "100000.00" }, "99999.99"],
    ["PART_OR_NONE", {}, "49999.99"],
  ])("needs what %s requires", async (_, changed, approved) => {
    const { oid } = await offerWith(changed, ["RB00000004", "ACCEPTED", approved]);
    expect(codesOf(await put(oid, { offerStatus: "C" }))).toEqual(["offer.execution.rule"]);
  });
});

test.each(["X", "N"])("an offer that becomes %s cancels its open subscriptions", async (status) => {
  const { oid, orders } = await offerWith(
    {},
    ["RA00000001", "ACCEPTED", "30000.00"],
    ["RA00000003", "ORDER_CREATED", "20000.00"],
    ["RB00000001", "INITIAL", "20000.00"],
    ["RB00000004", "REJECTED", "20000.00"],
  );
  expect(codesOf(await put(oid, { offerStatus: status }))).toEqual([]);
  expect(await statuses(oid, orders)).toEqual([
    status,
    "0.00",
    "CANCELLED null",
    "CANCELLED null",
    "CANCELLED null",
    "REJECTED null",
  ]);
  expect((await service.eventsOf("RB00000001")).at(-1)).toMatchObject({
    type: "order.cancelled",
    data: { privatePlacementOrderOid: orders[2], orderStatus: "CANCELLED" },
  });
});

describe("time", () => {
  const at = (instant: string) => testContext(service.db, new Date(instant));
  const close = (oid: string, instant: string) =>
    closeDueOffer({ ...at(instant), actor: sweepActor }, oid as Id);
  const after = "2031-07-01T12:00:00Z";

  test("ends an offer that cannot be executed: undecided subscriptions are rejected", async () => {
    const { oid, orders } = await offerWith(
      {},
      ["RA00000001", "ACCEPTED", "30000.00"],
      ["RB00000001", "INITIAL", "20000.00"],
    );
    expect(await close(oid, "2031-07-01T03:59:59Z")).toBe(false);
    expect(await selectOffersPastClosing(service.db, new Date(after), 500)).toContain(oid);
    expect(await close(oid, after)).toBe(true);
    expect(await statuses(oid, orders)).toEqual(["N", "0.00", "CANCELLED null", "REJECTED null"]);
  });

  test("keeps one that can be executed, and does not find it due again", async () => {
    const { oid, orders } = await offerWith(
      {},
      ["RA00000003", "ACCEPTED", "50000.00"],
      ["RB00000001", "INITIAL", "20000.00"],
    );
    expect(await close(oid, after)).toBe(true);
    expect(await statuses(oid, orders)).toEqual([
      "P",
      "50000.00",
      "ACCEPTED 50000.00",
      "REJECTED null",
    ]);
    const entry = (await service.auditOf("RB00000001")).at(-1);
    expect(entry).toMatchObject({ operation: "closeDueOffer", caller: { command: "sweep" } });
    expect(await selectOffersPastClosing(service.db, new Date(after), 500)).not.toContain(oid);
    expect(await close(oid, after)).toBe(false);
  });

  test("gives BEST_EFFORTS ten days more", async () => {
    const changed = { executionType: "B", offerMinimum: null };
    const { oid } = await offerWith(changed, ["RB00000001", "INITIAL", "20000.00"]);
    const last = new Date("2031-07-10T12:00:00Z");
    expect(await selectOffersPastClosing(service.db, last, 500)).not.toContain(oid);
    const next = new Date("2031-07-11T12:00:00Z");
    expect(await selectOffersPastClosing(service.db, next, 500)).toContain(oid);
  });
});

describe("what is approved and subscribed", () => {
  const firm = (id: string, status = "A") => ({
    participatingFirmId: id,
    participatingFirmStatus: status,
  });

  test("bounds the size from below", async () => {
    const { oid } = await offerWith({}, ["RA00000001", "ACCEPTED", "60000.00"]);
    expect(codesOf(await put(oid, { offerSize: "59999.99" }))).toEqual([
      "offer.size.approved.rule",
    ]);
    expect(codesOf(await put(oid, { offerSize: "60000.00" }))).toEqual([]);
  });

  test("keeps the firms whose accounts have open subscriptions", async () => {
    const { oid, orders } = await offerWith(
      { participatingFirms: [firm("SUMMIT"), firm("HARBOR")] },
      ["RB00000001", "INITIAL", "20000.00"],
      ["RA00000001", "INITIAL", "20000.00"],
    );
    const rule = "offer.participating.firm.orders.rule";
    expect(codesOf(await put(oid, { participatingFirms: [firm("DEFAULT")] }))).toEqual([rule]);
    expect(codesOf(await put(oid, { participatingFirms: [] }))).toEqual([rule]);
    // The creating firm takes part without being named.
    expect(codesOf(await put(oid, { participatingFirms: [firm("SUMMIT")] }))).toEqual([]);

    const answer = { participatingFirmStatus: "D" };
    const decline = () => service.call("otherAdviser", "PUT", `${path(oid)}/participation`, answer);
    expect(codesOf(await decline())).toEqual(["offer.participation.orders.rule"]);
    await service.call("otherAdviser", "GET", path(oid));
    expect(orders).toHaveLength(2);
    await put(oid, { offerStatus: "X" });
    expect(codesOf(await decline())).toEqual([]);
  });

  test("a firm that takes part by DEFAULT keeps the offer from losing it", async () => {
    const { oid } = await offerWith({}, ["RB00000001", "INITIAL", "20000.00"]);
    const named = { participatingFirms: [firm("HARBOR")] };
    expect(codesOf(await put(oid, named))).toEqual(["offer.participating.firm.orders.rule"]);
    const institutional = { participatingFirms: [firm("IAFIRM")] };
    expect(codesOf(await put(oid, institutional))).toEqual([]);
  });

  test("IAFIRM does not keep the subscriptions of a firm that is not institutional", async () => {
    const byIssuer = { loginId: "redwood.meyer" };
    const { oid } = await offerWith({}, ["RC00000001", "INITIAL", "20000.00", byIssuer]);
    const among = async (...ids: string[]) =>
      codesOf(await put(oid, { participatingFirms: ids.map((id) => firm(id)) }));
    expect(await among("IAFIRM")).toEqual(["offer.participating.firm.orders.rule"]);
    expect(await among("IAFIRM", "DEFAULT")).toEqual([]);
    expect(await among("IAFIRM", "REDWOOD")).toEqual([]);
  });
});
