// Sums of the machine are those of this process and of the other workers.
import { expect, test } from "vitest";
import { openTally } from "./tally.ts";

const alone = {
  hold: () => {},
  heldElsewhere: () => 0,
  processes: 2,
  askForRoom: () => {},
  onRoomWanted: () => {},
};

test("what others hold counts as well, under the same name of the same tally", () => {
  const held: (readonly [string, number])[] = [];
  const elsewhere = new Map([["bodies of 5001", 7]]);
  const shared = {
    ...alone,
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

test("others make room for a process that holds less than its part of a bound", () => {
  const asked: string[] = [];
  const tally = openTally("bodies", {
    ...alone,
    processes: 3,
    askForRoom: (name) => void asked.push(name),
  });
  const all = { name: "all", most: 10 };
  expect([tally.getsRoom(all, 4), tally.getsRoom(all, 5)]).toEqual([true, false]);
  tally.add("all", 3);
  expect([tally.getsRoom(all, 1), tally.getsRoom(all, 2)]).toEqual([true, false]);
  expect(asked).toEqual(["bodies all", "bodies all"]);
  expect(openTally("bodies").getsRoom(all, 1)).toBe(false);
});

test("a tally hears only when its own sums are to give something up", () => {
  const listeners: ((name: string) => void)[] = [];
  const shared = { ...alone, onRoomWanted: (each: (name: string) => void) => listeners.push(each) };
  const wanted: string[] = [];
  openTally("bodies", shared).onRoomWanted((name) => wanted.push(name));
  for (const name of ["bodies of 5001", "connections all"])
    for (const each of listeners) each(name);
  expect(wanted).toEqual(["of 5001"]);
});
