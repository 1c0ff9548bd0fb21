// A body is read within its limit, its memory and its time.
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Refusal } from "../../../values/problem.ts";
import { countBodies, readBody } from "./read-body.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

function open({ limit = 100_000, most = 400_000 } = {}) {
  const memory = countBodies(most);
  const payload = new PassThrough();
  const read = readBody(payload, { limit, allocate: memory.add });
  const outcome = read.then(
    (body) => body.toString("latin1"),
    (refused: Refusal) => refused.status,
  );
  return { memory, payload, outcome };
}

/** Lets the stream pass on what was written, which takes no timer. */
const delivered = () => new Promise((resolve) => setImmediate(resolve));

test.each([
  [1, 900],
  [3, 3_000],
  [64, 60_000],
  [4_096, 60_000],
  [5_000, 60_000],
  [60_000, 60_000],
])("the bytes are those sent in parts of %s", async (size, length) => {
  const { payload, outcome, memory } = open();
  const sent = Buffer.from(Array.from({ length }, (_, place) => place % 251));
  for (let at = 0; at < sent.length; at += size) payload.write(sent.subarray(at, at + size));
  payload.end();
  expect(await outcome).toBe(sent.toString("latin1"));
  expect(memory.bytes()).toBeLessThanOrEqual(Math.max(4_096, 2 * sent.length));
});

test("a body of the limit is read, and one of a byte more is 413", async () => {
  const whole = open({ limit: 9_000 });
  const over = open({ limit: 9_000 });
  for (const { payload } of [whole, over]) {
    payload.write("x".repeat(5_000));
    payload.write("x".repeat(4_000));
  }
  whole.payload.end();
  over.payload.end("x");
  expect(await whole.outcome).toHaveLength(9_000);
  expect(await over.outcome).toBe(413);
});

test("a body that exceeds the memory is 503", async () => {
  const { payload, outcome } = open({ most: 10_000 });
  payload.write("x".repeat(10_000));
  payload.write("x");
  expect(await outcome).toBe(503);
});

test("the bytes of all bodies are counted together, and given back", () => {
  const memory = countBodies(100);
  expect([memory.add(60), memory.add(41), memory.add(40), memory.bytes()]).toEqual([
    true,
    false,
    true,
    100,
  ]);
  memory.remove(60);
  expect([memory.add(60), memory.add(1)]).toEqual([true, false]);
});

test("a body of more than a thousand pieces is 400 unless they bring 64 bytes each", async () => {
  const sendPieces = async (count: number, size: number) => {
    const { payload, outcome } = open();
    for (let piece = 0; piece < count; piece += 1) payload.write("x".repeat(size));
    payload.end();
    return outcome;
  };
  expect(await sendPieces(1_500, 64)).toHaveLength(96_000);
  expect(await sendPieces(1_000, 1)).toHaveLength(1_000);
  expect(await sendPieces(1_020, 1)).toBe(400);
});

test("a body that stalls is 408 five seconds later, however much has come before", async () => {
  const { payload, outcome } = open();
  payload.write("x".repeat(90_000));
  await delivered();
  vi.advanceTimersByTime(5_000);
  expect(payload.listenerCount("data")).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(await outcome).toBe(408);
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
