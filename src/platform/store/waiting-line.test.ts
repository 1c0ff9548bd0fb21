// Waiting for a turn: how it ends when the turn comes, when the caller hangs up, and when it takes
// too long.
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../../values/problem.ts";
import { isUnavailable } from "./store-error.ts";
import { openWaitingLine } from "./waiting-line.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const openLine = (longestMs = 5_000) =>
  openWaitingLine({ connections: 2, waitingOfSubject: 2, waitingOfFirm: 9 }, longestMs);

const change = (firm = "x") => ({ firm, subject: "a", caller: new EventEmitter() });

test("a change takes its turn at once if there is room, and listens to nobody", async () => {
  const { take, waiting } = openLine();
  const { caller, ...of } = change();
  const end = await take({ ...of, caller });
  expect([caller.listenerCount("close"), vi.getTimerCount(), waiting()]).toEqual([0, 0, 0]);
  end();
});

test("a change that waits begins when another ends, and then neither time nor its caller ends it", async () => {
  const { take, waiting } = openLine();
  const end = await take(change());
  const second = change();
  const turn = take(second);
  expect([second.caller.listenerCount("close"), waiting()]).toEqual([1, 1]);
  end();
  const endSecond = await turn;
  expect([second.caller.listenerCount("close"), vi.getTimerCount(), waiting()]).toEqual([0, 0, 0]);
  endSecond();
  await expect(take(change())).resolves.toBeTypeOf("function");
});

test("a change whose caller hangs up leaves the line, and the next begins", async () => {
  const { take, waiting } = openLine();
  const end = await take(change());
  const gone = change();
  const left = take(gone).catch((error: unknown) => error);
  const next = take(change());
  gone.caller.emit("close");
  expect(isUnavailable(await left)).toBe(true);
  expect([gone.caller.listenerCount("close"), waiting()]).toEqual([0, 1]);
  end();
  await expect(next).resolves.toBeTypeOf("function");
});

test("a caller who hangs up when the turn has come does not lose it", async () => {
  const { take, waiting } = openLine();
  const end = await take(change());
  const second = change();
  const turn = take(second);
  end();
  second.caller.emit("close");
  (await turn)();
  expect(waiting()).toBe(0);
  await expect(take(change())).resolves.toBeTypeOf("function");
});

test("a caller who has hung up already, or when the turn has come, keeps no turn", async () => {
  const { take, waiting } = openLine();
  const gone = { ...change(), caller: Object.assign(new EventEmitter(), { destroyed: true }) };
  for (const _ of [1, 2]) await expect(take(gone)).rejects.toSatisfy(isUnavailable);
  const end = await take(change());
  const caller = Object.assign(new EventEmitter(), { destroyed: false });
  const turn = take({ ...change(), caller });
  end();
  caller.destroyed = true;
  await expect(turn).rejects.toSatisfy(isUnavailable);
  (await take(change()))();
  expect(waiting()).toBe(0);
});

test("a change that has waited too long is told that the store is unavailable", async () => {
  const { take, waiting } = openLine();
  await take(change());
  const late = take(change()).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(waiting()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(isUnavailable(await late)).toBe(true);
  expect(waiting()).toBe(0);
});

test("a repeat of a change that waits or runs is refused at once, until that has ended", async () => {
  const { take, waiting } = openLine();
  const end = await take({ ...change(), key: "first" });
  const second = change();
  const turn = take({ ...second, key: "second" });
  for (const key of ["first", "second"]) {
    const refused = await take({ ...change("y"), key }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 409, headers: { "Retry-After": "1" } });
  }
  expect(waiting()).toBe(1);
  end();
  (await turn)();
  for (const key of ["first", "second"]) (await take({ ...change(), key }))();
});

test("a change that gave up, or was refused, leaves its key free", async () => {
  const { take } = openLine();
  const end = await take(change());
  const gone = change();
  const left = take({ ...gone, key: "gone" }).catch((error: unknown) => error);
  gone.caller.emit("close");
  expect(isUnavailable(await left)).toBe(true);
  const kept = [take(change()), take(change())];
  const refused = await take({ ...change(), key: "gone" }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 429 });
  end();
  for (const each of kept) (await each)();
  (await take({ ...change(), key: "gone" }))();
});

test("without a limit a change waits for as long as it takes", async () => {
  const { take, waiting } = openLine(0);
  const end = await take(change());
  const turn = take(change());
  expect([vi.getTimerCount(), waiting()]).toEqual([0, 1]);
  end();
  await expect(turn).resolves.toBeTypeOf("function");
});

test("a change too many is refused with 429 and when to try again", async () => {
  const { take } = openLine();
  await take(change());
  const kept = [take(change()), take(change())];
  const refused = await take(change()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ status: 429, headers: { "Retry-After": "1" } });
  for (const each of kept) each.catch(() => {});
});
