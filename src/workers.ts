// The worker processes of a supervisor: started together, replaced when they end, and stopped.
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { openBackOff } from "./platform/process/back-off.ts";
import { type Channel, openChannel } from "./platform/process/channel.ts";
import { StoreFault } from "./platform/process/store-fault.ts";
import { atMost, graceMs } from "./shutdown.ts";

/** The workers of this process. */
export interface Workers {
  /** Settles once all of them listen; fails with the reason of one that cannot. */
  readonly listening: Promise<void>;
  /** How many listen now. */
  count(): number;
  /** The channels to those that listen. */
  channels(): readonly Channel[];
  /** Lets all of them answer what they have accepted, and waits for their end. */
  stop(): Promise<void>;
}

/** Starts workers that listen on a port; `meet` is called with the channel of each, before it says
 * anything. */
export function startWorkers(
  { number, port }: { readonly number: number; readonly port: number },
  meet: (channel: Channel) => void,
  log: Logger,
): Workers {
  const running = new Map<Worker, Channel>();
  const listening = new Map<Worker, Channel>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const started = Promise.withResolvers<void>();
  let isStarted = false;

  const start = (pauseAfter: (lastedMs: number) => number) => {
    const begunAt = process.uptime();
    const worker = cluster.fork({ PORT: String(port) });
    const channel = channelTo(worker);
    running.set(worker, channel);
    let reason = "A worker ended before it listened: its log says why.";
    channel.hear("failed", (message: string) => {
      reason = message;
    });
    meet(channel);
    worker.on("listening", () => {
      listening.set(worker, channel);
      if (listening.size < number) return;
      isStarted = true;
      started.resolve();
    });
    worker.on("exit", (code, killedBy) => {
      running.delete(worker);
      listening.delete(worker);
      if (signal.aborted) return;
      if (!isStarted) return started.reject(new StoreFault(reason));
      log.error({ code, signal: killedBy }, "a worker ended: another takes its place");
      const pauseMs = pauseAfter((process.uptime() - begunAt) * 1_000);
      void delay(pauseMs, undefined, { signal }).then(
        () => start(pauseAfter),
        () => {},
      );
    });
  };
  for (let place = 0; place < number; place += 1) start(openBackOff());
  return {
    listening: started.promise,
    count: () => listening.size,
    channels: () => [...listening.values()],
    async stop() {
      stopping.abort();
      const ended = [...running].map(async ([worker, channel]) => {
        const end = once(worker, "exit");
        channel.tell("stop");
        await end;
      });
      await atMost(
        graceMs + 1_000,
        Promise.all(ended).then(() => {}),
      );
      for (const worker of running.keys()) worker.process.kill("SIGKILL");
    },
  };
}

function channelTo(worker: Worker): Channel {
  return openChannel({
    // One that is ending hears nothing any more.
    send: (message) => void (worker.isConnected() && worker.send(message, undefined, () => {})),
    onMessage: (listener) => worker.on("message", listener),
    onClose: (listener) => worker.once("exit", listener),
  });
}
