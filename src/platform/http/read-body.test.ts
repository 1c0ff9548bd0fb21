// A body is read within its limit, its memory and its time.
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Refusal } from "../../values/problem.ts";
import { openBodyMemory } from "./body-memory.ts";
import { readBody } from "./read-body.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

function open({ limit = 100_000, most = 400_000 } = {}) {
  const memory = openBodyMemory(most, 1);
  const payload = new PassThrough();
  const hold = memory.hold({ apiUserId: "5001" });
  const read = readBody(payload, { limit, hold });
  const outcome = read.then(
    (body) => body.toString("latin1"),
    (refused: Refusal) => refused.status,
  );
  return { memory, payload, outcome };
}

/** Lets the stream pass on what was written, which takes no timer. */
const delivered = () => new Promise((resolve) => setImmediate(resolve));

test.each([1, 3, 4_096, 5_000, 60_000])("the bytes are those sent in parts of %s", async (size) => {
  const { payload, outcome, memory } = open();
  const sent = Buffer.from(Array.from({ length: 60_000 }, (_, place) => place % 251));
  for (let at = 0; at < sent.length; at += size) payload.write(sent.subarray(at, at + size));
  payload.end();
  expect(await outcome).toBe(sent.toString("latin1"));
  expect(memory.bytes()).toBeLessThanOrEqual(2 * sent.length);
});

test("a body of the limit is read, and one of a byte more is 413", async () => {
  const [whole, over] = [open({ limit: 9_000 }), open({ limit: 9_000 })];
  for (const { payload } of [whole, over]) {
    payload.write("x".repeat(5_000));
    payload.write("x".repeat(4_000));
  }
  whole.payload.end();
  over.payload.end("x");
  expect(await whole.outcome).toHaveLength(9_000);
  expect(await over.outcome).toBe(413);
});

test("a body without room in memory is 503", async () => {
  const { payload, outcome } = open({ most: 40_000 });
  payload.write("x".repeat(10_000));
  payload.write("x");
  expect(await outcome).toBe(503);
});

test("a body slower than 1 KiB a second is 408 after five seconds", async () => {
  const { payload, outcome } = open();
  payload.write("x".repeat(5 * 1_024 - 1));
  await delivered();
  vi.advanceTimersByTime(4_999);
  expect(payload.listenerCount("data")).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await outcome).toBe(408);
  expect(payload.listenerCount("data")).toBe(0);
});

test("a body that keeps its pace may take longer", async () => {
  const { payload, outcome } = open();
  for (let second = 0; second < 20; second += 1) {
    payload.write("x".repeat(1_024));
    await delivered();
    vi.advanceTimersByTime(1_000);
  }
  payload.end();
  expect(await outcome).toHaveLength(20 * 1_024);
  expect(vi.getTimerCount()).toBe(0);
});

test("a sender that hangs up leaves nothing behind", async () => {
  const { payload, outcome } = open();
  payload.write("x");
  payload.destroy(new Error("aborted"));
  expect(await outcome).toBe(400);
  expect(vi.getTimerCount()).toBe(0);
});
