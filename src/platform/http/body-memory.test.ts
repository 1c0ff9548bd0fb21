// One sender, and all who have proved nothing, leave room for others.
import { expect, test, vi } from "vitest";
import { openBodyMemory } from "./body-memory.ts";

const user = { apiUserId: "5001" };
const address = (last: number, claimed = `key ${last}`) => ({
  address: `198.51.100.${last}`,
  claimed,
});

test("one API user holds at most a quarter, whichever of its bodies", () => {
  const memory = openBodyMemory(400, 10);
  expect(memory.hold(user).take(60)).toBe(true);
  expect(memory.hold(user).take(41)).toBe(false);
  expect(memory.hold(user).take(40)).toBe(true);
  expect(memory.hold({ apiUserId: "5002" }).take(100)).toBe(true);
  expect(memory.bytes()).toBe(200);
});

test("addresses that have proved nothing hold at most half, whoever they are", () => {
  const memory = openBodyMemory(400, 10);
  expect(memory.hold(address(1)).take(101)).toBe(false);
  for (const last of [1, 2]) expect(memory.hold(address(last)).take(100)).toBe(true);
  expect(memory.hold(address(3)).take(1)).toBe(false);
  expect(memory.hold(user).take(100)).toBe(true);
});

test("known callers hold no more than all of it", () => {
  const memory = openBodyMemory(400, 10);
  for (const apiUserId of ["1", "2", "3", "4"]) {
    expect(memory.hold({ apiUserId }).take(100)).toBe(true);
  }
  expect(memory.hold(user).take(1)).toBe(false);
});

test("what is released is free again, once", () => {
  const memory = openBodyMemory(400, 10);
  const [first, second] = [memory.hold(address(1)), memory.hold(address(1))];
  first.take(60);
  second.take(40);
  first.release();
  first.release();
  expect(memory.bytes()).toBe(40);
  expect(memory.hold(address(1)).take(60)).toBe(true);
  expect(memory.hold(address(1)).take(1)).toBe(false);
});

test("a body whose signature was good counts to its API user, and no longer to its address", () => {
  const memory = openBodyMemory(400, 10);
  const body = memory.hold(address(1));
  body.take(100);
  body.prove("5001");
  expect(memory.hold(user).take(1)).toBe(false);
  expect(memory.hold(address(1)).take(100)).toBe(true);
  body.release();
  expect(memory.bytes()).toBe(100);
  expect(memory.hold(user).take(100)).toBe(true);
});

test("the largest body fits when nothing else is held, however small the memory", () => {
  const memory = openBodyMemory(8, 10);
  const body = memory.hold(address(1));
  expect(body.take(10)).toBe(true);
  expect(memory.hold(user).take(1)).toBe(false);
  body.release();
  expect(memory.hold(user).take(10)).toBe(true);
});

test("all who claim to be one API user hold at most a quarter, and nothing of that user's own", () => {
  const memory = openBodyMemory(400, 10);
  expect(memory.hold(address(1, "5001")).take(60)).toBe(true);
  expect(memory.hold(address(2, "5001")).take(41)).toBe(false);
  expect(memory.hold(address(2, "5001")).take(40)).toBe(true);
  expect(memory.hold(user).take(100)).toBe(true);
});

/** Bodies of as many addresses, each of 100 bytes. */
function many(memory: ReturnType<typeof openBodyMemory>, count: number) {
  return Array.from({ length: count }, (_, last) => {
    const hold = memory.hold(address(last));
    expect(hold.take(100)).toBe(true);
    return { hold, end: vi.fn() };
  });
}

test("of those who have proved nothing, the one that has been silent longest makes room", () => {
  const memory = openBodyMemory(400, 10);
  const [first, second] = many(memory, 2);
  if (first === undefined || second === undefined) throw new Error("no body");
  for (const { hold, end } of [second, first]) hold.fallSilent(end);
  expect(memory.hold(address(9)).take(50)).toBe(true);
  expect([first.end.mock.calls.length, second.end.mock.calls.length]).toEqual([0, 1]);
  expect(memory.bytes()).toBe(150);
  second.hold.release();
  expect(memory.bytes()).toBe(150);
});

test("a body makes room neither for itself, nor once it goes on, nor once it is proven", () => {
  const memory = openBodyMemory(400, 10);
  const [first, second] = many(memory, 2);
  if (first === undefined || second === undefined) throw new Error("no body");
  for (const { hold, end } of [first, second]) hold.fallSilent(end);
  first.hold.speak();
  expect(second.hold.take(1)).toBe(false);
  second.hold.prove("5001");
  expect(memory.hold(address(9)).take(100)).toBe(true);
  expect(memory.hold(address(10)).take(1)).toBe(false);
  second.hold.fallSilent(second.end);
  expect(memory.hold({ apiUserId: "5002" }).take(100)).toBe(true);
  expect(memory.hold({ apiUserId: "5003" }).take(1)).toBe(false);
  for (const { end } of [first, second]) expect(end).not.toHaveBeenCalled();
});

test("only bodies that are in the way are ended", () => {
  const memory = openBodyMemory(400, 10);
  const stalled = many(memory, 1)[0];
  stalled?.hold.fallSilent(stalled.end);
  memory.hold(user).take(100);
  expect(memory.hold(user).take(1)).toBe(false);
  expect(stalled?.end).not.toHaveBeenCalled();
  expect(memory.hold(address(0)).take(1)).toBe(true);
  expect(stalled?.end).toHaveBeenCalledOnce();
});

test("workers share the memory for bodies", () => {
  const elsewhere = new Map([
    ["body bytes all", 300],
    ["body bytes unproven", 150],
    ["body bytes of 5001", 90],
  ]);
  const shared = {
    hold: () => {},
    heldElsewhere: (name: string) => elsewhere.get(name) ?? 0,
    use: () => {},
    onUse: () => {},
  };
  const memory = openBodyMemory(400, 10, shared);
  expect([memory.hold(user).take(11), memory.hold(user).take(10)]).toEqual([false, true]);
  expect(memory.hold(address(1)).take(51)).toBe(false);
  expect(memory.hold(address(1)).take(50)).toBe(true);
  expect([memory.hold({ apiUserId: "5002" }).take(41), memory.bytes()]).toEqual([false, 60]);
});
