// Sums of the machine are those of this process and of the other workers.
import { expect, test } from "vitest";
import { openTally } from "./tally.ts";

test("what others hold counts as well, under the same name of the same tally", () => {
  const held: (readonly [string, number])[] = [];
  const elsewhere = new Map([["bodies of 5001", 7]]);
  const shared = {
    hold: (name: string, by: number) => void held.push([name, by]),
    heldElsewhere: (name: string) => elsewhere.get(name) ?? 0,
  };
  const bodies = openTally("bodies", shared);
  const others = openTally("connections", shared);
  bodies.add("of 5001", 3);
  bodies.add("of 5001", 0);
  expect([bodies.own("of 5001"), bodies.all("of 5001")]).toEqual([3, 10]);
  expect([bodies.all("of 5002"), others.all("of 5001")]).toEqual([0, 0]);
  bodies.add("of 5001", -3);
  expect(bodies.all("of 5001")).toBe(7);
  expect(held).toEqual([
    ["bodies of 5001", 3],
    ["bodies of 5001", -3],
  ]);
});

test("a process alone counts its own", () => {
  const tally = openTally("bodies");
  tally.add("all", 2);
  expect([tally.own("all"), tally.all("all")]).toEqual([2, 2]);
});
