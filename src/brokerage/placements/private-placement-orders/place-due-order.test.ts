// Placing approved subscriptions once their cash is required. (interface 2.3)
import { beforeAll, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { deposit, loadOffer, stateOf } from "../../../../test/subscriptions.ts";
import { runScheduledJobs } from "../../service/scheduled-jobs/run-scheduled-jobs.ts";
import { placingOfOrders } from "./scheduled-job.ts";

const service = useTestService();
beforeAll(async () => {
  await deposit(service, { RA00000001: "30000.00", RA00000004: "1999.99", RA00000006: "5000.00" });
});

const run = (instant = "2026-03-02T15:00:00Z") =>
  runScheduledJobs(testContext(service.db, new Date(instant)), () => false, [placingOfOrders]);
const atOnce = { daysFromClosingCashIsRequired: "999" };
const older = { creationTimestamp: "2026-02-17T15:10:00-05:00" };

test("places by age what is paid for, without a restriction, and notifies once of missing cash", async () => {
  const { oid, orders } = await loadOffer(
    service,
    atOnce,
    ["RA00000001", "ACCEPTED", "20000.00"],
    ["RA00000004", "ACCEPTED", "2000.00"],
    ["RA00000006", "ACCEPTED", "2000.00"],
    ["RB00000001", "INITIAL", "2000.00"],
  );
  // The account's other subscription is older, and leaves too little cash.
  const other = await loadOffer(service, atOnce, ["RA00000001", "ACCEPTED", "10000.01", older]);
  const all = await Promise.all([run(), run()]);
  expect(all.map((done) => done.placeDueOrder ?? 0).reduce((sum, each) => sum + each, 0)).toBe(3);
  const state = await stateOf(service, oid);
  expect([state.approved, ...orders.map((order) => state.orders[order])]).toEqual([
    "24000.00",
    "ACCEPTED 20000.00",
    "ACCEPTED 2000.00",
    "ACCEPTED 2000.00",
    "INITIAL null",
  ]);
  expect((await stateOf(service, other.oid)).orders).toEqual({
    [other.orders[0] ?? ""]: "ORDER_CREATED 10000.01",
  });
  const { body: items } = await service.call(
    ...(["adviser", "GET", "/restapi/members/ben.whitfield/ifas"] as const),
  );
  expect(items[0]).toMatchObject({
    accountNumber: "RA00000004",
    ifaType: "NO",
    ifaStatus: "I",
    title: "Cash is required for a private placement",
  });
  expect((await service.eventsOf("RA00000004")).at(-1)).toEqual({
    type: "item.created",
    data: { id: items[0].id, loginId: "ben.whitfield", ifaType: "NO", ifaStatus: "I" },
  });
  const placed = (await service.eventsOf("RA00000001")).filter(
    ({ type }) => type === "order.placed",
  );
  expect(placed).toHaveLength(1);
  expect(await run()).toEqual({ placeDueOrder: 0 });

  await deposit(service, { RA00000004: "0.01" });
  expect(await run()).toEqual({ placeDueOrder: 1 });
  const entry = (await service.auditOf("RA00000004")).at(-1);
  expect(entry).toMatchObject({
    operation: "placeDueOrder",
    caller: { command: "sweep" },
    detail: {
      before: { order: { orderStatus: "ACCEPTED", folioOrderOid: null } },
      after: { order: { orderStatus: "ORDER_CREATED", fillDollarAmount: "2000.00" } },
    },
  });
});

test("waits for the day on which cash is required", async () => {
  const { oid, orders } = await loadOffer(service, {}, ["RA00000006", "ACCEPTED", "1000.00"]);
  await service.admin(
    "update restriction set lifted_at = now() where account_number = 'RA00000006'",
  );
  await run("2031-06-30T03:59:59Z");
  expect((await stateOf(service, oid)).orders[orders[0] ?? ""]).toBe("ACCEPTED 1000.00");
  await run("2031-06-30T04:00:00Z");
  expect((await stateOf(service, oid)).orders[orders[0] ?? ""]).toBe("ORDER_CREATED 1000.00");
});
