// Every difference of a store that is distributed over the nodes of a cluster; its statements are
// the same.
import type { SessionParameters } from "../connection.ts";

/** An open store, as far as its tables may lie on several nodes. */
export interface MayBeDistributed {
  readonly isDistributed: boolean;
}

/** The session parameters by which the statements of requests are planned. */
export function plansOfRequests(isDistributed: boolean): SessionParameters {
  // To which node a statement goes follows from its values, so that it is planned with them.
  if (isDistributed) return { plan_cache_mode: "auto" };
  // To plan a request's statement each time costs more than to run it. A plan made while a table is
  // small must serve when it is large, so that it looks rows up by key.
  return { plan_cache_mode: "force_generic_plan", enable_seqscan: "off" };
}

/** The settings of every session of a distributed store. */
export function settingsOfSession(isDistributed: boolean): SessionParameters {
  if (!isDistributed) return {};
  return {
    // One connection to each node: parallel ones could not see each other's changes, and Citus
    // refuses statements that would need to.
    "citus.multi_shard_modify_mode": "sequential",
    // All changes come through the coordinator, whose locks are enough. For those of workers, one
    // of them would be asked for a lock first, at the cost of a round trip and of rights to update.
    "citus.allow_modifications_from_workers_to_replicated_tables": "off",
  };
}

/** The settings of the session of a restore, whose one transaction writes every table. */
export function settingsOfRestore(isDistributed: boolean): SessionParameters {
  if (!isDistributed) return {};
  // Else the coordinator reads tables of its own without a connection to itself, and Citus rejects
  // to analyze them afterwards.
  return { ...settingsOfSession(isDistributed), "citus.enable_local_execution": "off" };
}

/** How often the publisher looks for events, in milliseconds: while there are some, and once there
 * were none for a while. */
export function pausesOfPublisher({
  isDistributed,
}: MayBeDistributed): Record<"busyMs" | "idleMs", number> {
  // A search queries every shard of the table on every node, and the deletion commits on all of
  // them in two phases.
  return isDistributed ? { busyMs: 400, idleMs: 1_000 } : { busyMs: 40, idleMs: 150 };
}

/** Whether transactions may hold a shared lock of a reference table's row at the same time. */
export function canShareRows({ isDistributed }: MayBeDistributed): boolean {
  // Citus locks the table for such a row, shared first and then for writing: two transactions wait for each other.
  return !isDistributed;
}

/** The number of accounts stored by one transaction: changes of these wait until it ends. */
export function accountsOfTransaction({ isDistributed }: MayBeDistributed): number {
  // Each account of a distributed store is on one node, and a transaction stays on one.
  return isDistributed ? 1 : 10;
}

// If a node ends during a query, the coordinator reports only the message of its driver, or of TLS
// where nodes use it. A coordinator that is killed says so while it waits for a node.
const wordsOfLostNode = new RegExp(
  `^(${[
    "server closed the connection",
    "could not (receive data from|send data to) server",
    "no connection to the server",
    "connection not open",
    "SSL connection has been closed",
    "SSL (SYSCALL )?error:",
    "could not commit transaction for shard",
    "failed to prepare transaction",
    "failure on connection marked as essential",
    "failed to read result",
    "cannot connect to .* to fetch intermediate results",
    "could not connect to any active placements",
    "could not find an available connection",
    "postmaster was shut down",
  ].join("|")})`,
);

/** Whether the coordinator says that it has lost a node in the middle of a statement or a commit,
 * which it reports as an error of its own. */
export function saysNodeIsLost(state: string | undefined, message: string): boolean {
  return state === "XX000" && wordsOfLostNode.test(message);
}

/** Whether a node has rejected a row that the coordinator copied to it, which that reports as an error
 * of its own. */
export function saysNodeRefused(state: string | undefined, message: string): boolean {
  return state === "XX000" && / violates (unique|foreign key|check) constraint "/.test(message);
}

/** The name of a constraint in the migrations: each shard of a distributed table adds its number. */
export function constraintWithoutShard(name: string): string {
  return name.replace(/_\d{6,}$/, "");
}
