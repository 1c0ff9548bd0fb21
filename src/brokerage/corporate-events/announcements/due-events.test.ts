// The events that the sweep looks up: those that are due, however many others wait.
import { expect, test } from "vitest";
import { account, dividend, useEventDesk } from "../../../../test/event-desk.ts";
import { testNow } from "../../../../test/sample-template.ts";
import {
  beginOfPostings,
  entitlingOfEvents,
  freezingOfElections,
  remindingOfHolders,
} from "./scheduled-job.ts";

const { service, announced, drafted, moved, swept } = useEventDesk();
const dayMs = 24 * 60 * 60 * 1_000;
const inDays = (days: number) => new Date(testNow.getTime() + days * dayMs);
const dayAfter = (days: number) => inDays(days).toISOString().slice(0, 10);

const tender = {
  kind: "TND",
  securityId: "601",
  effectiveDate: dayAfter(7),
  deadline: inDays(6).toISOString(),
  options: [
    { optionId: "N", name: "Keep", type: "NONE", default: true },
    { optionId: "T", name: "Sell", type: "ACCEPT", price: "60.00" },
  ],
};

/** Stores a thousand events before one, which are like it but for their days, years ahead. */
function storeOthersBefore(id: string) {
  return service.admin(
    `insert into corporate_event (event_id, kind, security_id, status, terms, auto_post,
        auto_post_by, announced_by, entitled_on, pay_on, ex_on, deadline_at, created_at)
     select (select min(event_id) from corporate_event) - number, kind, security_id, status, terms,
       auto_post, auto_post_by, announced_by, '2031-02-20', '2031-02-20', '2031-02-20',
       '2031-02-19', created_at
     from corporate_event, generate_series(1, 1000) as number where event_id = $1`,
    [id],
  );
}

test("an event that is due is found behind a thousand that are not", async () => {
  const paidLater = { ...dividend, payDate: dayAfter(5), autoPost: true };
  const toPost = await drafted(paidLater);
  await moved(toPost, "bursar.desk", { status: "ANNOUNCED" });
  const choice = await announced(tender);
  await swept();
  const exLater = { exDate: dayAfter(3), recordDate: dayAfter(3), payDate: dayAfter(5) };
  const toEntitle = await announced({ ...dividend, ...exLater });
  for (const id of [toPost, choice, toEntitle]) await storeOthersBefore(id);
  const { db } = service;
  expect(await remindingOfHolders.due(db, inDays(4), 10)).toContainEqual({
    accountNumber: account,
    eventId: choice,
  });
  expect(await beginOfPostings.due(db, inDays(4), 10)).toEqual([]);
  expect(await beginOfPostings.due(db, inDays(5), 10)).toEqual([toPost]);
  expect(await freezingOfElections.due(db, inDays(5), 10)).toEqual([]);
  expect(await freezingOfElections.due(db, inDays(8), 10)).toEqual([choice]);
  expect(await entitlingOfEvents.due(db, inDays(2), 10)).toEqual([]);
  expect(await entitlingOfEvents.due(db, inDays(4), 10)).toEqual([toEntitle]);
  expect(await entitlingOfEvents.due(db, inDays(9), 1)).toEqual([choice]);
});

test("a day that no calendar has holds up no other event", async () => {
  const choice = await announced(tender);
  await service.admin("update corporate_event set deadline_at = '9999-12-31' where event_id = $1", [
    choice,
  ]);
  const id = await announced(dividend);
  const { entitleCorporateEvent } = await swept();
  expect([id, entitleCorporateEvent]).toEqual([id, 1]);
});
