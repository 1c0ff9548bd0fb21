// Processes of the bench's own: the driver and the floor, started apart and asked by messages.
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";

/** A process that answers one message at a time. */
export interface Child {
  readonly pid: number;
  ask<Answer>(question: unknown): Promise<Answer>;
  /** Sends a message that has no answer of its own. */
  tell(message: unknown): void;
  /** The next message that it sends by itself. */
  hear<Answer>(): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts a script of this folder. */
export function startChild(script: string, args: readonly string[]): Child {
  const child = fork(join(import.meta.dirname, script), [...args], { execArgv: [] });
  const hear = <Answer>() => messageOf<Answer>(child, script);
  return {
    pid: child.pid ?? 0,
    hear,
    tell: (message) => void child.send(message as object),
    ask: async (question) => {
      const answer = hear();
      child.send(question as object);
      return answer as Promise<never>;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

async function messageOf<Answer>(child: ChildProcess, script: string): Promise<Answer> {
  const heard = new AbortController();
  try {
    const { signal } = heard;
    return await Promise.race([
      once(child, "message", { signal }).then(([message]) => message as Answer),
      once(child, "exit", { signal }).then(([status]) => {
        throw new Error(`${script} ended with ${status}`);
      }),
    ]);
  } finally {
    heard.abort();
  }
}

/** Gives the driver a processor of its own, where there are enough for the others; says which. */
export function pinApart(pid: number): string {
  const count = availableParallelism();
  if (count < 4) return "not pinned: fewer than 4 processors";
  try {
    execFileSync("taskset", ["-pc", String(count - 1), String(pid)], { stdio: "ignore" });
    return `driver pinned to processor ${count - 1}`;
  } catch {
    return "not pinned: taskset is not there";
  }
}
