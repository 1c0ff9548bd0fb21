// Threads answer, fail and end, and no question is left without an answer.
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { openThreads, type Threads } from "./threads.ts";

type Echo = Threads<string, string>;

/** A thread that repeats its question with the number of the questions that it had before. */
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { answerQuestions } from ${JSON.stringify(new URL("threads.ts", import.meta.url).href)};
    let before = 0;
    answerQuestions(async (word) => {
      if (word === "fail") throw new TypeError("cannot");
      if (word === "end") process.exit(3);
      before += 1;
      return word + " after " + (before - 1);
    });`)}`,
);

let threads: Echo | undefined;

afterEach(() => threads?.close());

const opened = (idleMs?: number): Echo => {
  threads = openThreads(file, { count: 1, ...(idleMs !== undefined && { idleMs }) });
  return threads;
};

test("a thread answers several questions, and rejects the one that it fails at", async () => {
  const { ask } = opened();
  const [one, failed, two] = await Promise.allSettled([ask("one"), ask("fail"), ask("two")]);
  expect(one).toMatchObject({ value: "one after 0" });
  expect(failed).toMatchObject({ reason: { name: "TypeError", message: "cannot" } });
  expect(two).toMatchObject({ value: "two after 1" });
});

test("where a thread ends, all that it was asked is rejected, and the next question opens another", async () => {
  const { ask } = opened();
  const [ended, behind] = await Promise.allSettled([ask("end"), ask("one")]);
  expect(ended).toMatchObject({ reason: { message: "A thread has ended." } });
  expect(behind).toMatchObject({ reason: { message: "A thread has ended." } });
  expect(await ask("two")).toBe("two after 0");
});

test("an idle thread ends, and another one answers", async () => {
  const { ask } = opened(0);
  expect(await ask("one")).toBe("one after 0");
  // A timer of later than the thread's.
  await delay(1);
  expect(await ask("two")).toBe("two after 0");
});

test("a closed thread rejects what it was asked", async () => {
  const { ask, close } = opened();
  const asked = ask("one");
  const isRejected = expect(asked).rejects.toThrow("A thread has ended.");
  await close();
  await isRejected;
});

test("a question that cannot be copied is rejected, and keeps no thread", async () => {
  const { ask } = opened(0);
  const unplain = (() => "x") as unknown as string;
  await expect(ask(unplain)).rejects.toMatchObject({ name: "DataCloneError" });
  expect(await ask("one")).toBe("one after 0");
  // A timer of later than the thread's.
  await delay(1);
  expect(await ask("two")).toBe("two after 0");
});
