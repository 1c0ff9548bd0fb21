// Large reads take turns; their answers are charged, and counted until they are sent.
import { EventEmitter } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test, vi } from "vitest";
import type { Id } from "../../values/ids.ts";
import type { Refusal } from "../../values/problem.ts";
import { limitRate } from "../auth/rate-limit.ts";
import type { Caller } from "../change/context.ts";
import { requestErrors } from "../refusals/errors.ts";
import { openFairQueue } from "../store/fair-queue.ts";
import { openAnswerMemory } from "./answer-memory.ts";
import { admitRead, noteAnswer } from "./read-bounds.ts";

const now = new Date("2026-03-02T15:00:00Z");
const apiUserId = "5001" as Id;
const caller = { apiUserId, firm: { oid: "100" } } as unknown as Caller;

function open() {
  const limits = { connections: 2, waitingOfSubject: 1, waitingOfFirm: 9, timeoutMs: 0 };
  const frame = {
    answers: openAnswerMemory(400_000),
    rates: limitRate(1),
    clock: () => now,
    largeReadQueue: openFairQueue(limits, requestErrors.tooManyReads),
  };
  const read = ({ isLarge = true, provenBy = apiUserId as Id | undefined } = {}) => {
    const raw = Object.assign(new EventEmitter(), { destroyed: false });
    const socket = { destroy: vi.fn() };
    const request = {
      ...{ server: { frame }, provenBy, query: {}, raw: { socket }, endTurn: undefined },
      routeOptions: { config: { isLarge: () => isLarge } },
    } as unknown as FastifyRequest;
    const reply = { raw } as unknown as FastifyReply;
    return { request, reply, raw, socket, admit: () => admitRead(request, reply, caller) };
  };
  return { frame, read };
}

const statusOf = (admitted: Promise<void>) =>
  admitted.then(
    () => 200,
    (refused: Refusal) => refused.status,
  );

test("a large read waits until the one before is answered; a small one does not", async () => {
  const { read, frame } = open();
  const [first, second] = [read(), read()];
  await first.admit();
  const waiting = statusOf(second.admit());
  expect(frame.largeReadQueue.waiting()).toBe(1);
  expect(await statusOf(read().admit())).toBe(429);
  expect(await statusOf(read({ isLarge: false }).admit())).toBe(200);
  for (const _ of [1, 2]) noteAnswer(first.request, first.reply, "[]");
  expect([await waiting, frame.largeReadQueue.waiting()]).toEqual([200, 0]);
  const third = statusOf(read().admit());
  expect(frame.largeReadQueue.waiting()).toBe(1);
  noteAnswer(second.request, second.reply, "[]");
  expect(await third).toBe(200);
});

test("an answer is charged for its bytes, and that of a large read twice", () => {
  for (const [isLarge, wait] of [
    [false, undefined],
    [true, 1],
  ] as const) {
    const { read, frame } = open();
    const { request, reply } = read({ isLarge });
    noteAnswer(request, reply, "x".repeat(65_536)); // 2 − 1, and 2 − 2
    expect(frame.rates.wait(apiUserId, now)).toBe(wait);
  }
});

test("who leaves answers unread is refused further reads until they are sent", async () => {
  for (const event of ["finish", "close"]) {
    const { read, frame } = open();
    const unread = read({ isLarge: false });
    noteAnswer(unread.request, unread.reply, Buffer.alloc(100_000));
    expect(await statusOf(read({ isLarge: false }).admit())).toBe(429);
    unread.raw.emit(event);
    expect(await statusOf(read({ isLarge: false }).admit())).toBe(200);
    expect(frame.answers.bytes()).toBe(0);
  }
});

test("a large read whose turn comes is refused if answers were left unread meanwhile", async () => {
  const { read, frame } = open();
  const [first, second] = [read(), read()];
  await first.admit();
  const waiting = statusOf(second.admit());
  noteAnswer(first.request, first.reply, Buffer.alloc(100_000));
  expect(await waiting).toBe(429);
  first.raw.emit("close");
  expect(await statusOf(read().admit())).toBe(200);
  expect(frame.largeReadQueue.waiting()).toBe(0);
});

test("an answer that waits longest loses its connection, and nobody's is counted", () => {
  const { read, frame } = open();
  const strangers = [1, 2, 3].map(() => read({ isLarge: false, provenBy: undefined }));
  for (const { request, reply } of strangers) noteAnswer(request, reply, "x".repeat(150_000));
  const lost = strangers.map(({ socket }) => socket.destroy.mock.calls.length);
  expect(lost).toEqual([1, 0, 0]);
  const gone = read({ isLarge: false });
  gone.raw.destroyed = true;
  noteAnswer(gone.request, gone.reply, "x".repeat(300_000));
  expect(frame.answers.bytes()).toBe(300_000);
});
