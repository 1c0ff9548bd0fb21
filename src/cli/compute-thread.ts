// A thread of `bursar compute --all`: it has its own connections and computes the accounts that it
// receives.
import { workerData } from "node:worker_threads";
import { openSources } from "../brokerage/books/account-books/sources.ts";
import {
  type ComputedAccount,
  computeAccounts,
} from "../brokerage/books/recompute/compute-account.ts";
import { readConfig } from "../config/config.ts";
import { answerQuestions } from "../platform/process/threads.ts";
import type { ConnectionSettings } from "../platform/store/connection.ts";
import { openStartedStore } from "../runtime/configured-store.ts";
import { commandContext } from "./command-context.ts";
import { failureMessage } from "./failure.ts";

/** One batch is stored while the next is computed. */
const connections = { readConnections: 2, writeConnections: 2 };

const { settings, requestId } = workerData as ThreadData;
const config = readConfig(process.env);
const opened = await openStartedStore({ ...config, ...connections }, settings);
const sources = openSources(opened.db, commandContext(opened).now);

answerQuestions<readonly string[], readonly ComputedAccount[]>(async (accounts) => {
  const ctx = { ...commandContext(opened), requestId };
  return Array.fromAsync(computeAccounts(ctx, sources, accounts)).catch((error: unknown) => {
    throw new Error(failureMessage(error));
  });
});

/** The data with which a thread is started. */
export interface ThreadData {
  /** The connection to the embedded store; undefined with `DATABASE_URL`. */
  readonly settings: ConnectionSettings | undefined;
  /** The same for all threads, so that audit entries show which of them belong together. */
  readonly requestId: string;
}
