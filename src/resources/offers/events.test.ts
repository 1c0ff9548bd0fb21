// What a change of an offer tells, and to whom it tells that it took the offer from their sight.
import { expect, test } from "vitest";
import { eventsOfUpdate } from "./events.ts";
import type { OfferRow } from "./queries.ts";

const participatingFirms = [
  { participatingFirmId: "SUMMIT", participatingFirmStatus: "A" },
  { participatingFirmId: "CEDAR", participatingFirmStatus: "D" },
];
const published = {
  ...{ offerOid: "801", offerStatus: "P", published: true, clientsHaveAccess: true },
  participatingFirms,
} as unknown as OfferRow;

test("an offer that is no longer published tells those who saw it until then", () => {
  const told = eventsOfUpdate(published, { ...published, published: false }, ["published"]);
  expect(told).toEqual([
    {
      type: "offer.unpublished",
      data: { privatePlacementOfferOid: "801", offerStatus: "P" },
      sight: { formerFirms: ["SUMMIT"], formerClients: true },
    },
  ]);
});

test("a change that leaves it in sight says nothing of sight", () => {
  const told = eventsOfUpdate({ ...published, published: false }, published, ["published"]);
  expect(told).toEqual([
    { type: "offer.published", data: { privatePlacementOfferOid: "801", offerStatus: "P" } },
  ]);
});
