// Stopping PostgreSQL: on request, and when the process that started it is gone.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { StoreFault } from "../../process/store-fault.ts";
import { type Account, childOptions } from "./postgres-account.ts";

/**
 * Ends a PostgreSQL with this process: at its exit, or when it is killed. A guard reads from a pipe
 * that nobody writes to, and so learns of this process's end from the system.
 */
export function endWithThisProcess(child: ChildProcess, account: Account | undefined): void {
  const words = ["-c", 'read -r _; kill -INT "$1"', "sh", String(child.pid)];
  const guard = spawn("/bin/sh", words, {
    ...childOptions(account),
    stdio: ["pipe", "ignore", "ignore"],
    // A signal to the process group must not end it.
    detached: true,
  });
  guard.on("error", () => {}); // without it PostgreSQL is stopped by the next start
  guard.stdin.on("error", () => {});
  guard.unref();
  (guard.stdin as Socket).unref();
  const atExit = () => child.kill("SIGINT");
  process.once("exit", atExit);
  child.once("exit", () => {
    process.off("exit", atExit);
    guard.kill("SIGKILL");
  });
}

/** Stops PostgreSQL cleanly, harder after 8 seconds; returns when it has ended. */
export async function stopPostgres(pid: number): Promise<void> {
  for (const [signal, patienceMs] of stopping) {
    if (!signalled(pid, signal)) return;
    // Processes that were halted receive no other signal until they continue.
    for (const halted of [pid, ...childProcesses(pid)]) signalled(halted, "SIGCONT");
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      await delay(10);
      if (!isRunning(pid)) return;
    }
  }
  throw new StoreFault(`PostgreSQL (process ${pid}) did not stop.`);
}

// Fast shutdown, immediate shutdown, and the end.
const stopping: readonly (readonly [NodeJS.Signals, number])[] = [
  ["SIGINT", 8_000],
  ["SIGQUIT", 3_000],
  ["SIGKILL", 2_000],
];

/** The processes that a process has started. */
function childProcesses(pid: number): number[] {
  if (process.platform !== "linux") {
    const listed = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
    const pairs = listed.stdout.split("\n").map((line) => line.trim().split(/ +/).map(Number));
    return pairs.filter(([, parent]) => parent === pid).map(([child = 0]) => child);
  }
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1");
    return listed.split(" ").filter(Boolean).map(Number);
  } catch {
    return []; // it has ended
  }
}

function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Whether a process runs; one that has ended and only waits for its parent does not. */
function isRunning(pid: number): boolean {
  if (!isKnown(pid)) return false;
  if (process.platform !== "linux") return true;
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

/** Whether there is a process with this id, if only one that has ended. */
export function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
