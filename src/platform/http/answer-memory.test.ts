// Answers that nobody reads take bounded memory.
import { expect, test, vi } from "vitest";
import { openAnswerMemory } from "./answer-memory.ts";

const nothing = () => {};

test("an API user whose unread answers take a quarter is full until they are sent", () => {
  const memory = openAnswerMemory(400);
  const first = memory.hold("5001", 60, nothing);
  expect(memory.isFull("5001")).toBe(false);
  memory.hold("5001", 40, nothing);
  expect([memory.isFull("5001"), memory.isFull("5002")]).toEqual([true, false]);
  first();
  first();
  expect([memory.isFull("5001"), memory.bytes()]).toEqual([false, 40]);
});

test("beyond all of the memory strangers' answers are given up, then the oldest of who has most", () => {
  const memory = openAnswerMemory(400);
  const given: string[] = [];
  const hold = (name: string, user: string | undefined, bytes: number) =>
    memory.hold(user, bytes, () => void given.push(name));
  hold("oldest", "5001", 60);
  const sent = hold("sent", "5002", 100);
  hold("stranger", undefined, 100);
  hold("newer", "5003", 100);
  expect(given).toEqual([]);
  hold("another", "5003", 80);
  expect(given).toEqual(["stranger"]);
  sent();
  // 60, and 180 of one API user.
  hold("last", "5004", 200);
  expect(given).toEqual(["stranger", "newer"]);
  hold("more", "5004", 100);
  expect(given).toEqual(["stranger", "newer", "last"]);
  expect(memory.bytes()).toBe(240);
});

test("one answer larger than what others leave unread takes the place of theirs", () => {
  const memory = openAnswerMemory(400);
  const [first, last] = [vi.fn(), vi.fn()];
  memory.hold("5001", 150, first);
  memory.hold("5002", 300, last);
  expect([first.mock.calls.length, last.mock.calls.length]).toEqual([1, 0]);
});

test("nobody's answer is given up for one of a stranger", () => {
  const memory = openAnswerMemory(400);
  const [known, stranger] = [vi.fn(), vi.fn()];
  memory.hold("5001", 500, known);
  memory.hold(undefined, 100, stranger)();
  expect([known.mock.calls.length, stranger.mock.calls.length]).toEqual([0, 1]);
  expect(memory.bytes()).toBe(500);
});

test("an answer larger than all of the memory is sent, and is not given up for itself", () => {
  const memory = openAnswerMemory(400);
  const giveUp = vi.fn();
  memory.hold("5001", 1_000, giveUp)();
  expect([giveUp.mock.calls.length, memory.bytes()]).toEqual([0, 0]);
});
