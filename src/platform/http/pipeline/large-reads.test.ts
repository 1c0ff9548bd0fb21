// Large reads wait in a queue until those before them are sent; responses are charged.
import { EventEmitter } from "node:events";
import type { Id } from "@bursar/values/ids";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import type { Refusal } from "../../../values/problem.ts";
import { limitRate } from "../../auth/rate-limit.ts";
import type { Caller } from "../../change/context.ts";
import { requestErrors } from "../../refusals/errors.ts";
import { openFairQueue } from "../../store/fair-queue.ts";
import { chargeResponse, enterLargeRead, leaveLargeReads } from "./large-reads.ts";

const now = new Date("2026-03-02T15:00:00Z");
const apiUserId = "5001" as Id;
const caller = { apiUserId, firm: { oid: "100" } } as unknown as Caller;

function open() {
  const limits = { connections: 2, waitingOfSubject: 1, waitingOfFirm: 9, timeoutMs: 0 };
  const frame = {
    rates: limitRate(1),
    clock: () => now,
    largeReadQueue: openFairQueue(limits, requestErrors.tooManyReads),
  };
  const read = ({ isLarge = true, provenBy = apiUserId as Id | undefined } = {}) => {
    const raw = Object.assign(new EventEmitter(), { destroyed: false });
    const request = {
      server: { frame },
      provenBy,
      query: {},
      routeOptions: { config: { isLarge: () => isLarge } },
    } as unknown as FastifyRequest;
    const reply = { raw } as unknown as FastifyReply;
    return {
      request,
      raw,
      admit: () => enterLargeRead(request, reply, caller),
      respond: () => leaveLargeReads(request, reply),
    };
  };
  return { frame, read };
}

const statusOf = (admitted: Promise<void>) =>
  admitted.then(
    () => 200,
    (refused: Refusal) => refused.status,
  );

test("a large read waits until the one before is sent or hung up on, and once", async () => {
  const { read, frame } = open();
  const first = read();
  const second = read();
  await first.admit();
  const waiting = statusOf(second.admit());
  expect(frame.largeReadQueue.waiting()).toBe(1);
  expect(await statusOf(read().admit())).toBe(429);
  await first.admit();
  first.respond();
  expect(frame.largeReadQueue.waiting()).toBe(1);
  first.raw.emit("finish");
  first.raw.emit("close");
  expect([await waiting, frame.largeReadQueue.waiting()]).toEqual([200, 0]);
  const third = statusOf(read().admit());
  expect(frame.largeReadQueue.waiting()).toBe(1);
  second.respond();
  second.raw.emit("close");
  expect(await third).toBe(200);
});

test("a large read whose caller has hung up has its place until its response is made", async () => {
  const { read, frame } = open();
  const gone = read();
  const next = read();
  await gone.admit();
  const waiting = statusOf(next.admit());
  gone.raw.destroyed = true;
  gone.raw.emit("close");
  expect(frame.largeReadQueue.waiting()).toBe(1);
  gone.respond();
  expect([await waiting, frame.largeReadQueue.waiting()]).toEqual([200, 0]);
});

test("a response is charged for its bytes, and that of a large read twice", () => {
  for (const [isLarge, wait] of [
    [false, undefined],
    [true, 1],
  ] as const) {
    const { read, frame } = open();
    const { request } = read({ isLarge });
    chargeResponse(request, "x".repeat(65_536)); // 2 − 1, and 2 − 2
    expect(frame.rates.wait(apiUserId, now)).toBe(wait);
  }
});
