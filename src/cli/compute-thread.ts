// A thread of `bursar compute --all`: it has its own connections and computes the accounts that it
// receives.
import { parentPort, workerData } from "node:worker_threads";
import { openSources } from "../brokerage/books/account-books/sources.ts";
import { computeAccounts } from "../brokerage/books/recompute/compute-account.ts";
import { readConfig } from "../config/config.ts";
import type { ConnectionSettings } from "../platform/store/connection.ts";
import { openStartedStore } from "../runtime/configured-store.ts";
import { commandContext } from "./command-context.ts";
import { failureMessage } from "./failure.ts";
import type { Answer, Question } from "./thread-messages.ts";

/** One batch is stored while the next is computed. */
const connections = { readConnections: 2, writeConnections: 2 };

const { settings, requestId } = workerData as ThreadData;
const config = readConfig(process.env);
const opened = await openStartedStore({ ...config, ...connections }, settings);
const sources = openSources(opened.db, commandContext(opened).now);

parentPort?.on("message", async ({ id, accounts }: Question) => {
  const ctx = { ...commandContext(opened), requestId };
  const answer: Answer = await Array.fromAsync(computeAccounts(ctx, sources, accounts)).then(
    (computed) => ({ id, computed }),
    (error: unknown) => ({ id, failure: failureMessage(error) }),
  );
  parentPort?.postMessage(answer);
});

/** What a thread is started with. */
export interface ThreadData {
  /** How the embedded store is reached; undefined with `DATABASE_URL`. */
  readonly settings: ConnectionSettings | undefined;
  /** The same for all threads, so that audit entries show which of them belong together. */
  readonly requestId: string;
}
