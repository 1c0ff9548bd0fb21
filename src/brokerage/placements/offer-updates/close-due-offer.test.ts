// Offers that time closes. (interface 2.3)

import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { loadOffer } from "../../../../test/subscriptions.ts";
import { sweepActor, type WriteContext } from "../../../platform/change/context.ts";
import { isDue } from "../offers/execution-rule.ts";
import { closeDueOffer } from "./close-due-offer.ts";
import { selectOffersPastClosing } from "./queries.ts";

const service = useTestService();

/** As the sweep does it. */
async function closeDueOffers(ctx: WriteContext): Promise<Id[]> {
  const closed: Id[] = [];
  for (const offerOid of await selectOffersPastClosing(ctx.db, ctx.now, 100)) {
    if (await closeDueOffer({ ...ctx, actor: sweepActor }, offerOid)) closed.push(offerOid);
  }
  return closed;
}

const day = (text: string) => text as Day;

test.each([
  ["I", "P", "2031-03-31", false],
  ["I", "P", "2031-04-01", true],
  ["I", "B", "2031-04-01", true],
  ["P", "A", "2031-03-31", false],
  ["P", "A", "2031-04-01", true],
  ["P", "P", "2031-04-01", true],
  ["P", "B", "2031-04-10", false],
  ["P", "B", "2031-04-11", true],
  ["N", "P", "2031-04-01", false],
  ["X", "B", "2031-05-01", false],
  ["C", "A", "2031-05-01", false],
])("an offer in %s of type %s that closes on 2031-03-31 is due on %s: %s", (...row) => {
  const [offerStatus, executionType, today, expected] = row;
  const offer = { offerStatus, executionType, closingOn: day("2031-03-31") };
  expect(isDue(offer, day(today))).toBe(expected);
});

const at = (instant: string) => testContext(service.db, new Date(instant));

test("each due offer is closed once, by the sweep, those without subscriptions first", async () => {
  const statusOf = async (oid: string) =>
    (await service.call("operator", "GET", `/restapi/privateplacementoffers/${oid}`)).body
      .offerStatus;
  expect(await closeDueOffers(at("2026-03-02T15:00:00Z"))).toEqual([]);
  // 801 closes on 2031-03-31, at the end of the day in New York; 807 on 2030-06-28.
  const before = at("2031-04-01T03:59:59Z");
  expect(await closeDueOffers(before)).toEqual(["802", "806", "808", "807"]);
  expect(await statusOf("801")).toBe("P");
  const after = at("2031-04-01T04:00:00Z");
  const both = await Promise.all([closeDueOffers(after), closeDueOffers(after)]);
  expect(both.flat()).toEqual(["801"]);
  expect(await closeDueOffers(after)).toEqual([]);
  expect(await statusOf("801")).toBe("N");

  const offer = { privatePlacementOfferOid: "801", offerStatus: "N", fields: ["offerStatus"] };
  expect((await service.eventsOf("offer:801")).at(-1)).toEqual({
    type: "offer.closed",
    data: offer,
  });
  const entry = (await service.auditOf("offer:801")).at(-1);
  expect(entry).toMatchObject({
    operation: "closeDueOffer",
    caller: { command: "sweep" },
    detail: { before: { offerStatus: "P" }, after: { offerStatus: "N" } },
  });
});

test("an offer loaded with an instant still to come is closed, and keeps it as its last change", async () => {
  const later = "2026-04-01T10:00:00.000-04:00";
  const { oid } = await loadOffer(service, {
    offerStatus: "I",
    closingDate: "2026-02-27",
    creationTimestamp: later,
    modificationTimestamp: later,
  });
  expect(await closeDueOffers(at("2026-03-02T15:00:00Z"))).toEqual([oid]);
  const { body } = await service.call("operator", "GET", `/restapi/privateplacementoffers/${oid}`);
  expect(body).toMatchObject({ offerStatus: "N", modificationTimestamp: later });
});
