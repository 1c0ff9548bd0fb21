// The events of a change of an offer, and the callers notified that they no longer see it.
import { expect, test } from "vitest";
import { eventsOfParticipants, eventsOfUpdate } from "./events.ts";
import type { OfferRow, Participant } from "./queries.ts";

const participatingFirms = [
  { participatingFirmId: "SUMMIT", participatingFirmStatus: "A" },
  { participatingFirmId: "CEDAR", participatingFirmStatus: "D" },
];
const published = {
  offerOid: "801",
  offerStatus: "P",
  published: true,
  clientsHaveAccess: true,
  participatingFirms,
} as unknown as OfferRow;

test("the end of a publication is emitted to callers who saw the offer until then", () => {
  const eventData = eventsOfUpdate(published, { ...published, published: false }, ["published"]);
  expect(eventData).toEqual([
    {
      type: "offer.unpublished",
      data: { privatePlacementOfferOid: "801", offerStatus: "P", fields: ["published"] },
      sight: { formerFirms: ["SUMMIT"], declinedFirms: ["CEDAR"], formerClients: true },
    },
  ]);
});

test("a change that leaves it in sight says nothing of sight", () => {
  const eventData = eventsOfUpdate({ ...published, published: false }, published, ["published"]);
  expect(eventData).toEqual([
    {
      type: "offer.published",
      data: { privatePlacementOfferOid: "801", offerStatus: "P", fields: ["published"] },
    },
  ]);
});

test("terms that hide it from clients are emitted to them as well", () => {
  const terms = ["clientsHaveAccess", "offerName"];
  const eventData = eventsOfUpdate(published, { ...published, clientsHaveAccess: false }, terms);
  expect(eventData).toEqual([
    {
      type: "offer.updated",
      data: { privatePlacementOfferOid: "801", offerStatus: "P", fields: terms },
      sight: { formerFirms: ["SUMMIT"], declinedFirms: ["CEDAR"], formerClients: true },
    },
  ]);
  const again = eventsOfUpdate({ ...published, clientsHaveAccess: false }, published, terms);
  expect(again[0]?.sight).toBeUndefined();
});

test("each firm that is named, answers or is left out has an event of its own", () => {
  const firm = (participatingFirmId: string, participatingFirmStatus: string) => ({
    participatingFirmId,
    participatingFirmStatus,
  });
  const named = (...participatingFirms: Participant[]) => ({ ...published, participatingFirms });
  const eventData = eventsOfParticipants(
    named(firm("SUMMIT", "P"), firm("CEDAR", "A"), firm("HARBOR", "A")),
    named(firm("SUMMIT", "D"), firm("CEDAR", "A"), firm("LAKE", "P")),
  );
  expect(eventData.map(({ data }) => Object.values(data))).toEqual([
    ["HARBOR", "none"],
    ["SUMMIT", "D"],
    ["LAKE", "P"],
  ]);
});
