// One sender, and all who have proved nothing, leave room for others.
import { expect, test } from "vitest";
import { openBodyMemory } from "./body-memory.ts";

const user = { apiUserId: "5001" };
const address = (last: number) => ({ address: `198.51.100.${last}` });

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
