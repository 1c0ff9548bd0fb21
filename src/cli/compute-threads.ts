// The threads of `bursar compute --all`, each of which computes batches of accounts.
import { Worker } from "node:worker_threads";
import type { ComputedAccount } from "../brokerage/books/recompute/compute-account.ts";
import type { ThreadData } from "./compute-thread.ts";
import { CommandFault } from "./faults.ts";
import type { Answer, Question } from "./thread-messages.ts";

/** Threads that share the batches given to them. */
export interface Threads {
  /** How many batches keep every thread and its store busy. */
  readonly atOnce: number;
  compute(accounts: readonly string[]): Promise<readonly ComputedAccount[]>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(computed: readonly ComputedAccount[]): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** Starts threads. */
export function openThreads(count: number, data: ThreadData): Threads {
  const threads = Array.from({ length: count }, () => openThread(data));
  let last = 0;
  return {
    atOnce: 2 * count,
    compute(accounts) {
      const [thread] = threads.toSorted((a, b) => a.waiting.size - b.waiting.size);
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        thread?.waiting.set(id, { resolve, reject });
        thread?.worker.postMessage({ id, accounts } satisfies Question);
      });
    },
    async close() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

function openThread(workerData: ThreadData): Thread {
  const worker = new Worker(new URL("./compute-thread.ts", import.meta.url), { workerData });
  const waiting: Thread["waiting"] = new Map();
  worker.on("message", (answer: Answer) => {
    const request = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("failure" in answer) request?.reject(new CommandFault(answer.failure));
    else request?.resolve(answer.computed);
  });
  const end = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on("error", end);
  worker.on("exit", () => end(new CommandFault("A thread has ended.")));
  return { worker, waiting };
}

/** Computes batches some at a time; yields each one's accounts in the order of the batches, so that
 * all up to the last one yielded are done. No batch is begun once `isStopped`. */
export async function* inOrder(
  batches: AsyncIterable<readonly string[]>,
  { atOnce, compute }: Pick<Threads, "atOnce" | "compute">,
  isStopped: () => boolean,
): AsyncGenerator<readonly ComputedAccount[]> {
  const begun: Promise<readonly ComputedAccount[]>[] = [];
  for await (const batch of batches) {
    if (isStopped()) break;
    const computing = compute(batch);
    computing.catch(() => {}); // a caller that awaits it sees the error
    begun.push(computing);
    if (begun.length >= atOnce) yield (await begun.shift()) ?? [];
  }
  for (const computing of begun) yield await computing;
}
