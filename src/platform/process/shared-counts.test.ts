// Workers count together: what one holds or uses the others hear, and what a worker held is free again
// when it ends.
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Channel, type ChannelEnd, openChannel } from "./channel.ts";
import { passOnCounts, type SharedCounts, shareCounts } from "./shared-counts.ts";

interface Linked {
  readonly supervisor: Channel;
  readonly worker: Channel;
  close(): void;
}

/** Two ends that hear each other a moment later, as two processes do. */
function link(): Linked {
  const listeners = { near: (_: unknown) => {}, far: (_: unknown) => {} };
  const closing: (() => void)[] = [];
  const end = (own: "near" | "far", other: "near" | "far"): ChannelEnd => ({
    send: (message) => {
      const copy: unknown = JSON.parse(JSON.stringify(message));
      setImmediate(() => listeners[other](copy));
    },
    onMessage: (listener) => {
      listeners[own] = listener;
    },
    onClose: (listener) => closing.push(listener),
  });
  return {
    supervisor: openChannel(end("near", "far")),
    worker: openChannel(end("far", "near")),
    close: () => {
      for (const listener of closing) listener();
    },
  };
}

function openWorkers(count: number): { links: Linked[]; counts: SharedCounts[] } {
  const together = passOnCounts();
  const links = Array.from({ length: count }, link);
  const counts = links.map(({ supervisor, worker }) => {
    const shared = shareCounts(worker);
    together.join(supervisor);
    return shared;
  });
  return { links, counts };
}

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
  const held = shareCounts(first.worker);
  together.join(first.supervisor);
  held.hold("connections", 4);
  await delay(50);
  const later = link();
  const counts = shareCounts(later.worker);
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

test("a question is answered, and fails when the other process is gone", async () => {
  const { supervisor, worker, close } = link();
  supervisor.hear("add", async (one: number, other: number) => one + other);
  supervisor.hear("never", () => new Promise(() => {}));
  expect(await worker.ask("add", 1, 2)).toBe(3);
  const asked = worker.ask("never");
  close();
  await expect(asked).rejects.toThrow("the other process is gone");
});
