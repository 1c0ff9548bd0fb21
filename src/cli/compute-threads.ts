// The threads of `bursar compute --all`, each of which computes batches of accounts.
import type { ComputedAccount } from "../brokerage/books/recompute/compute-account.ts";
import { openThreads } from "../platform/process/threads.ts";
import type { ThreadData } from "./compute-thread.ts";
import { CommandFault } from "./faults.ts";

/** Threads that share the batches given to them. */
export interface ComputeThreads {
  /** How many batches keep every thread and its store busy. */
  readonly atOnce: number;
  compute(accounts: readonly string[]): Promise<readonly ComputedAccount[]>;
  close(): Promise<void>;
}

/** Opens threads; each begins with its first batch. */
export function openComputeThreads(count: number, data: ThreadData): ComputeThreads {
  const file = new URL("./compute-thread.ts", import.meta.url);
  const { ask, close } = openThreads<readonly string[], readonly ComputedAccount[]>(file, {
    count,
    data,
  });
  return {
    atOnce: 2 * count,
    compute: (accounts) =>
      ask(accounts).catch((error: Error) => {
        throw new CommandFault(error.message);
      }),
    close,
  };
}

/** Computes batches some at a time; yields each one's accounts in the order of the batches, so that
 * all up to the last one yielded are done. No batch is begun once `isStopped`. */
export async function* inOrder(
  batches: AsyncIterable<readonly string[]>,
  { atOnce, compute }: Pick<ComputeThreads, "atOnce" | "compute">,
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
