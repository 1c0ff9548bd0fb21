// Who sees an event is decided for every type: one that was forgotten would reach nobody, unnoticed.
import { expect, test } from "vitest";
import { eventTypes } from "./event-types.ts";
import { knownRuleOf } from "./sight.ts";

test("of every type it is decided who sees it", () => {
  expect(eventTypes.filter((type) => knownRuleOf(type) === undefined)).toEqual([]);
  expect(knownRuleOf("surplus.made")).toBeUndefined();
});
