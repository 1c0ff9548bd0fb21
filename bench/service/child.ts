// Processes of the bench itself: the driver and the floor, started separately and driven by
// messages.
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";

/** A process that answers one message at a time. */
export interface Child {
  readonly pid: number;
  request<Message>(question: unknown): Promise<Message>;
  /** Sends a message that has no response of its own. */
  send(message: unknown): void;
  /** The next message that it sends by itself. */
  receive<Message>(): Promise<Message>;
  stop(): Promise<void>;
}

/** Starts a script of this folder. */
export function startChild(script: string, args: readonly string[]): Child {
  const child = fork(join(import.meta.dirname, script), [...args], { execArgv: [] });
  const receive = <Message>() => messageOf<Message>(child, script);
  return {
    pid: child.pid ?? 0,
    receive,
    send: (message) => void child.send(message as object),
    request: async (question) => {
      const response = receive();
      child.send(question as object);
      return response as Promise<never>;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

async function messageOf<Message>(child: ChildProcess, script: string): Promise<Message> {
  const received = new AbortController();
  try {
    const { signal } = received;
    return await Promise.race([
      once(child, "message", { signal }).then(([message]) => message as Message),
      once(child, "exit", { signal }).then(([status]) => {
        throw new Error(`${script} ended with ${status}`);
      }),
    ]);
  } finally {
    received.abort();
  }
}

/** Pins the driver to a processor if there are enough for the others; returns a note of it. */
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
