// One sender, and all who have proved nothing, leave room for others; whoever holds most gives way.
import { expect, test, vi } from "vitest";
import { type BodyMemory, type BodySender, openBodyMemory } from "./body-memory.ts";

const user = { apiUserId: "5001" };
const network = (last: number, claimed = `key ${last}`) => ({
  network: `198.51.100.${last}`,
  claimed,
});

/** 50 bytes for small bodies of at most 6; of the other 350 one sender has 100, strangers 200. */
const open = () => openBodyMemory(400, 10);

/** A body that arrives and may be ended. */
function begin(memory: BodyMemory, sender: BodySender, bytes: number) {
  const hold = memory.hold(sender);
  const end = vi.fn();
  hold.begin(end);
  const isTaken = hold.take(bytes);
  return { hold, isTaken, isEnded: () => end.mock.calls.length > 0 };
}

const ended = (bodies: readonly { isEnded(): boolean }[]) => bodies.map((body) => body.isEnded());

test("one API user holds at most a quarter, whichever of its bodies", () => {
  const memory = open();
  expect(memory.hold(user).take(60)).toBe(true);
  expect(memory.hold(user).take(41)).toBe(false);
  expect(memory.hold(user).take(40)).toBe(true);
  expect(memory.hold({ apiUserId: "5002" }).take(100)).toBe(true);
  expect(memory.bytes()).toBe(200);
});

test("networks that have proved nothing hold at most half, whoever they are", () => {
  const memory = open();
  expect(memory.hold(network(1)).take(101)).toBe(false);
  for (const last of [1, 2]) expect(memory.hold(network(last)).take(100)).toBe(true);
  expect(memory.hold(network(3)).take(7)).toBe(false);
  expect(memory.hold(user).take(100)).toBe(true);
});

test("known callers hold no more than all that is not for small bodies", () => {
  const memory = open();
  for (const apiUserId of ["1", "2", "3"]) expect(memory.hold({ apiUserId }).take(100)).toBe(true);
  expect(memory.hold({ apiUserId: "4" }).take(51)).toBe(false);
  expect(memory.hold({ apiUserId: "4" }).take(50)).toBe(true);
  expect(memory.hold(user).take(7)).toBe(false);
});

test("an eighth is for small bodies, one of each sender", () => {
  const memory = open();
  for (const last of [1, 2]) memory.hold(network(last)).take(100);
  expect(memory.hold(network(1, "key 3")).take(1)).toBe(false);
  expect(memory.hold(network(3, "key 1")).take(6)).toBe(true);
  expect(memory.hold(network(3)).take(1)).toBe(false);
  const grows = memory.hold(user);
  expect([grows.take(6), grows.take(94), grows.take(1)]).toEqual([true, true, false]);
  // The one that has grown is none of them any more.
  for (let last = 4; last <= 10; last += 1) expect(memory.hold(network(last)).take(6)).toBe(true);
  expect(memory.hold(network(11)).take(6)).toBe(false);
  expect(memory.bytes()).toBe(200 + 8 * 6 + 100);
});

test("what is released is free again, once", () => {
  const memory = open();
  const [first, second] = [memory.hold(network(1)), memory.hold(network(1))];
  first.take(60);
  second.take(40);
  first.release();
  first.release();
  expect(memory.bytes()).toBe(40);
  expect(memory.hold(network(1)).take(60)).toBe(true);
  expect(memory.hold(network(1)).take(1)).toBe(false);
});

test("a body whose signature was good counts to its API user, and no longer to its network", () => {
  const memory = open();
  const body = memory.hold(network(1));
  body.take(100);
  body.prove("5001");
  expect(memory.hold(user).take(1)).toBe(false);
  expect(memory.hold(network(1)).take(100)).toBe(true);
  body.release();
  expect(memory.bytes()).toBe(100);
  expect(memory.hold(user).take(100)).toBe(true);
});

test("the largest body fits when nothing else is held, however small the memory", () => {
  const memory = openBodyMemory(8, 10);
  const body = memory.hold(network(1));
  expect(body.take(10)).toBe(true);
  expect(memory.hold(user).take(1)).toBe(false);
  body.release();
  expect(memory.hold(user).take(10)).toBe(true);
});

test("all who claim to be one API user hold at most a quarter, and nothing of that user's own", () => {
  const memory = open();
  expect(memory.hold(network(1, "5001")).take(60)).toBe(true);
  expect(memory.hold(network(2, "5001")).take(41)).toBe(false);
  expect(memory.hold(network(2, "5001")).take(40)).toBe(true);
  expect(memory.hold(user).take(100)).toBe(true);
});

test("of those who have proved nothing, the one that has been silent longest makes room", () => {
  const memory = open();
  const [first, second] = [1, 2].map((last) => begin(memory, network(last), 100));
  for (const each of [second, first]) each?.hold.fallSilent();
  expect(memory.hold(network(9)).take(100)).toBe(true);
  expect([first?.isEnded(), second?.isEnded()]).toEqual([false, true]);
  expect(memory.bytes()).toBe(200);
  second?.hold.release();
  expect(memory.bytes()).toBe(200);
});

test("a silent body makes room neither for itself, nor first once it goes on", () => {
  const memory = open();
  const [first, second] = [1, 2].map((last) => begin(memory, network(last), 100));
  for (const each of [first, second]) each?.hold.fallSilent();
  first?.hold.speak();
  expect(second?.hold.take(1)).toBe(false);
  expect(begin(memory, network(3), 20).isTaken).toBe(true);
  expect([first?.isEnded(), second?.isEnded()]).toEqual([false, true]);
});

test("a body that was proven or has arrived is not ended", () => {
  const memory = open();
  const [proven, arrived] = [1, 2].map((last) => begin(memory, network(last), 100));
  proven?.hold.prove("5001");
  proven?.hold.arrive();
  arrived?.hold.arrive();
  for (const each of [proven, arrived]) each?.hold.fallSilent();
  expect(begin(memory, network(3), 100).isTaken).toBe(true);
  expect(begin(memory, network(4), 20).isTaken).toBe(true);
  for (const apiUserId of ["5002", "5003"]) begin(memory, { apiUserId }, 75).hold.arrive();
  expect(begin(memory, { apiUserId: "5004" }, 100).isTaken).toBe(false);
  expect([proven?.isEnded(), arrived?.isEnded()]).toEqual([false, false]);
});

test("the oldest body of whoever holds most gives way to one that holds less, silent or not", () => {
  const memory = open();
  const large = [1, 2].map(() => begin(memory, network(1), 50));
  const many = [1, 2, 3, 4].map(() => begin(memory, network(2), 20));
  const other = begin(memory, network(3), 20);
  expect(begin(memory, network(4), 50).isTaken).toBe(true);
  expect(ended([...large, ...many, other])).toEqual([true, ...Array(6).fill(false)]);
  // Now network 2 holds 80, and the others 50 and 20.
  expect(begin(memory, network(5), 20).isTaken).toBe(true);
  expect(ended([...large, ...many, other])).toEqual([
    ...[true, false],
    ...[true, false, false, false],
    false,
  ]);
});

test("whoever would hold as much as any other gets no room", () => {
  const memory = open();
  const bodies = [1, 2, 3, 4].map((last) => begin(memory, network(last), 50));
  expect(begin(memory, network(5), 50).isTaken).toBe(false);
  expect(bodies[0]?.hold.take(7)).toBe(false);
  expect(ended(bodies)).toEqual([false, false, false, false]);
  expect(begin(memory, network(5), 49).isTaken).toBe(true);
  expect(ended(bodies)).toEqual([true, false, false, false]);
});

test("forgers of one API user's key are in its way no longer than they hold more than it", () => {
  const memory = open();
  const forged = [1, 2].map(() => begin(memory, network(1, "5001"), 50));
  expect(begin(memory, network(2, "5001"), 40).isTaken).toBe(true);
  expect(ended(forged)).toEqual([true, false]);
  // The forgers hold 50 of the 99, and the API user more than another network would.
  const own = begin(memory, network(2, "5001"), 9);
  expect([own.isTaken, ...ended(forged)]).toEqual([true, true, false]);
  expect(begin(memory, network(3, "5001"), 10).isTaken).toBe(true);
  expect(ended([own, ...forged])).toEqual([false, true, true]);
});

test("nobody who has proved nothing takes the room of a known caller", () => {
  const memory = open();
  const known = ["1", "2", "3"].map((apiUserId) => begin(memory, { apiUserId }, 100));
  begin(memory, network(1), 50).hold.arrive();
  expect(begin(memory, network(2), 10).isTaken).toBe(false);
  expect(ended(known)).toEqual([false, false, false]);
  expect(begin(memory, user, 10).isTaken).toBe(true);
  expect(ended(known)).toEqual([true, false, false]);
});

test("only bodies that are in the way are ended", () => {
  const memory = open();
  const stalled = begin(memory, network(0), 100);
  stalled.hold.fallSilent();
  memory.hold(user).take(100);
  expect(memory.hold(user).take(1)).toBe(false);
  expect(stalled.isEnded()).toBe(false);
  expect(memory.hold(network(0)).take(1)).toBe(true);
  expect(stalled.isEnded()).toBe(true);
});
