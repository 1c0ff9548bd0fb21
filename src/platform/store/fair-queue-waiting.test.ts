// Waiting for a turn: how it ends when the turn comes, when the caller hangs up, and when it takes
// too long.
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../../values/problem.ts";
import { openFairQueue } from "./fair-queue.ts";
import { isUnavailable } from "./store-error.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const openQueue = (timeoutMs = 5_000) =>
  openFairQueue({ connections: 2, waitingOfSubject: 2, waitingOfFirm: 9, timeoutMs });

const change = (firm = "x") => ({ firm, subject: "a", caller: new EventEmitter() });

test("a change takes its turn at once if there is capacity, and listens to nobody", async () => {
  const { enter, waiting } = openQueue();
  const { caller, ...of } = change();
  const end = await enter({ ...of, caller });
  expect([caller.listenerCount("close"), vi.getTimerCount(), waiting()]).toEqual([0, 0, 0]);
  end();
});

test("a change that waits begins when another ends, and then neither time nor its caller ends it", async () => {
  const { enter, waiting } = openQueue();
  const end = await enter(change());
  const second = change();
  const turn = enter(second);
  expect([second.caller.listenerCount("close"), waiting()]).toEqual([1, 1]);
  end();
  const endSecond = await turn;
  expect([second.caller.listenerCount("close"), vi.getTimerCount(), waiting()]).toEqual([0, 0, 0]);
  endSecond();
  await expect(enter(change())).resolves.toBeTypeOf("function");
});

test("a change whose caller hangs up leaves the line, and the next begins", async () => {
  const { enter, waiting } = openQueue();
  const end = await enter(change());
  const gone = change();
  const left = enter(gone).catch((error: unknown) => error);
  const next = enter(change());
  gone.caller.emit("close");
  expect(isUnavailable(await left)).toBe(true);
  expect([gone.caller.listenerCount("close"), waiting()]).toEqual([0, 1]);
  end();
  await expect(next).resolves.toBeTypeOf("function");
});

test("a caller who hangs up when the turn has come does not lose it", async () => {
  const { enter, waiting } = openQueue();
  const end = await enter(change());
  const second = change();
  const turn = enter(second);
  end();
  second.caller.emit("close");
  (await turn)();
  expect(waiting()).toBe(0);
  await expect(enter(change())).resolves.toBeTypeOf("function");
});

test("a caller who has hung up already, or when the turn has come, keeps no turn", async () => {
  const { enter, waiting } = openQueue();
  const gone = { ...change(), caller: Object.assign(new EventEmitter(), { destroyed: true }) };
  for (const _ of [1, 2]) await expect(enter(gone)).rejects.toSatisfy(isUnavailable);
  const end = await enter(change());
  const caller = Object.assign(new EventEmitter(), { destroyed: false });
  const turn = enter({ ...change(), caller });
  end();
  caller.destroyed = true;
  await expect(turn).rejects.toSatisfy(isUnavailable);
  (await enter(change()))();
  expect(waiting()).toBe(0);
});

test("a change that has waited too long is refused: the store is unavailable", async () => {
  const { enter, waiting } = openQueue();
  await enter(change());
  const late = enter(change()).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(waiting()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(isUnavailable(await late)).toBe(true);
  expect(waiting()).toBe(0);
});

test("a repeat of a change that waits or runs is refused at once, until that has ended", async () => {
  const { enter, waiting } = openQueue();
  const end = await enter({ ...change(), key: "first" });
  const second = change();
  const turn = enter({ ...second, key: "second" });
  for (const key of ["first", "second"]) {
    const refused = await enter({ ...change("y"), key }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 409, headers: { "Retry-After": "1" } });
  }
  expect(waiting()).toBe(1);
  end();
  (await turn)();
  for (const key of ["first", "second"]) (await enter({ ...change(), key }))();
});

test("a change that gave up, or was refused, leaves its key free", async () => {
  const { enter } = openQueue();
  const end = await enter(change());
  const gone = change();
  const left = enter({ ...gone, key: "gone" }).catch((error: unknown) => error);
  gone.caller.emit("close");
  expect(isUnavailable(await left)).toBe(true);
  const kept = [enter(change()), enter(change())];
  const refused = await enter({ ...change(), key: "gone" }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 429 });
  end();
  for (const each of kept) (await each)();
  (await enter({ ...change(), key: "gone" }))();
});

test("without a limit a change waits for as long as it takes", async () => {
  const { enter, waiting } = openQueue(0);
  const end = await enter(change());
  const turn = enter(change());
  expect([vi.getTimerCount(), waiting()]).toEqual([0, 1]);
  end();
  await expect(turn).resolves.toBeTypeOf("function");
});

test("a change too many is refused with 429 and when to try again", async () => {
  const { enter } = openQueue();
  await enter(change());
  const kept = [enter(change()), enter(change())];
  const refused = await enter(change()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ status: 429, headers: { "Retry-After": "1" } });
  for (const each of kept) each.catch(() => {});
});
