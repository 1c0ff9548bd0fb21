// Workers count together: what one holds or uses the others hear, and what a worker held is free again
// when it ends.
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { link, openWorkers } from "../../../test/linked-workers.ts";
import { passOnCounts, type SharedCounts, shareCounts } from "./shared-counts.ts";

test("what each holds the others count, until it gives it back or ends", async () => {
  const { links, counts } = openWorkers(3);
  const [a, b, c] = counts as [SharedCounts, SharedCounts, SharedCounts];
  const elsewhere = () => [a, b, c].map((each) => each.heldElsewhere("connections"));
  a.hold("connections", 2);
  a.hold("connections", 3);
  b.hold("connections", 1);
  await expect.poll(elsewhere).toEqual([1, 5, 6]);
  a.hold("connections", -5);
  await expect.poll(elsewhere).toEqual([1, 0, 1]);
  b.hold("bodies", 7);
  await expect.poll(() => c.heldElsewhere("bodies")).toBe(7);
  links[1]?.close();
  await expect.poll(elsewhere).toEqual([0, 0, 0]);
  expect(c.heldElsewhere("bodies")).toBe(0);
});

test("a worker that comes later is told what the others hold", async () => {
  const together = passOnCounts();
  const first = link();
  const held = shareCounts(first.worker, 2);
  together.join(first.supervisor);
  held.hold("connections", 4);
  await delay(50);
  const later = link();
  const counts = shareCounts(later.worker, 2);
  together.join(later.supervisor);
  await expect.poll(() => counts.heldElsewhere("connections")).toBe(4);
});

test("a use is told at once when it is a portion, and else within moments", async () => {
  const { counts } = openWorkers(2);
  const [a, b] = counts as [SharedCounts, SharedCounts];
  const heard: (readonly [string, number])[] = [];
  b.onUse((name, amount) => heard.push([name, amount]));
  a.use("5001", 3, 3);
  a.use("5001", 1, 3);
  a.use("5002", 1, 3);
  await expect.poll(() => heard).toHaveLength(3);
  expect(heard).toEqual([
    ["5001", 3],
    ["5001", 1],
    ["5002", 1],
  ]);
});

test("whoever holds most is asked for room, and counts already what it is for", async () => {
  const { counts } = openWorkers(3);
  const [a, b, c] = counts as [SharedCounts, SharedCounts, SharedCounts];
  const asked: unknown[] = [];
  for (const [name, each] of [a, b, c].entries()) {
    each.onRoomWanted((of) => asked.push([name, of, each.heldElsewhere(of)]));
  }
  b.hold("connections", 2);
  c.hold("connections", 3);
  a.hold("bodies", 9);
  await expect.poll(() => a.heldElsewhere("connections")).toBe(5);
  a.askForRoom("connections");
  a.hold("connections", 4);
  // Nobody else holds any.
  a.askForRoom("bodies");
  await expect.poll(() => asked).toEqual([[2, "connections", 6]]);
  c.askForRoom("connections");
  await expect.poll(() => asked.slice(1)).toEqual([[0, "connections", 5]]);
});

test("a question is answered, and fails when the other process fails or is gone", async () => {
  const { supervisor, worker, close } = link();
  supervisor.hear("add", async (one: number, other: number) => one + other);
  supervisor.hear("never", () => new Promise(() => {}));
  expect(await worker.ask("add", 1, 2)).toBe(3);
  supervisor.hear("fail", () => {
    throw new Error("at once");
  });
  supervisor.hear("fail later", async () => {
    throw new Error("later");
  });
  await expect(worker.ask("fail")).rejects.toThrow("the other process failed: Error: at once");
  await expect(worker.ask("fail later")).rejects.toThrow("Error: later");
  const asked = worker.ask("never");
  close();
  await expect(asked).rejects.toThrow("the other process is gone");
});
