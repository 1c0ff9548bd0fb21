// Steps of a life cycle.
import { expect, test } from "vitest";
import { isFinal, lifeCycle, mayMove, none } from "./life-cycle.ts";

const door = lifeCycle({
  name: "door",
  states: ["open", "shut", "walled"],
  transitions: [
    { from: [none], to: ["open"], by: ["operator"], through: ["buildDoor"] },
    { from: ["open"], to: ["shut"], by: ["client", "sweep"], through: ["shutDoor"] },
    { from: ["shut"], to: ["open", "walled"], by: ["operator"], through: ["changeDoor"] },
    { from: ["walled"], to: ["walled"], by: ["operator"], through: ["changeDoor"] },
  ],
});

test.each([
  [{ from: none, to: "open", by: "operator" }, true],
  [{ from: none, to: "open", by: "client" }, false],
  [{ from: "open", to: "shut", by: "sweep" }, true],
  [{ from: "open", to: "walled", by: "operator" }, false],
  [{ from: "shut", to: "walled", by: "operator", through: "changeDoor" }, true],
  [{ from: "shut", to: "walled", by: "operator", through: "shutDoor" }, false],
] as const)("%o is allowed: %s", (step, allowed) => {
  expect(mayMove(door, step)).toBe(allowed);
});

test("a state that only stays is final", () => {
  expect(door.states.filter((state) => isFinal(door, state))).toEqual(["walled"]);
});
