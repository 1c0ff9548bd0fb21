// Every event of the service invalidates something that a page may show.
import { expect, test } from "vitest";
import { eventTypes } from "../../src/brokerage/service/events/event-types.ts";
import { outdatedBy } from "./outdated.ts";

/** Event families that no page shows. */
const withoutEvents = new Set(["trustee", "accreditation", "permission"]);

const subjects: Readonly<Record<string, string>> = {
  offer: "offer:801",
  document: "offer:801",
  participation: "offer:801",
  model: "model:711",

  member: "member:ada.whitfield",
  firm: "firm:1002",
  webhook: "firm:1002",
  price: "price:601",
};

test.each(eventTypes)("%s", (type) => {
  const [family = ""] = type.split(".");
  const subject = subjects[family] ?? "RA00000001";
  const found = outdatedBy({ type, subject });
  if (subject === "RA00000001") expect(found).toContainEqual(["account", subject]);
  expect(found.length > 0 || withoutEvents.has(family)).toBe(true);
});

test("an event of a member outdates what that member has to do", () => {
  expect(outdatedBy({ type: "item.created", subject: "member:ada.whitfield" })).toContainEqual([
    "member",
    "ada.whitfield",
  ]);
});
