// Workers that count together as those of a supervisor do, all of them in this process.
import { type Channel, type ChannelEnd, openChannel } from "../src/platform/process/channel.ts";
import {
  passOnCounts,
  type SharedCounts,
  shareCounts,
} from "../src/platform/process/shared-counts.ts";

/** A channel between two processes, both ends of it. */
export interface Linked {
  readonly supervisor: Channel;
  readonly worker: Channel;
  close(): void;
}

/** Two ends that hear each other a moment later, as two processes do. */
export function link(): Linked {
  const listeners = { near: (_: unknown) => {}, far: (_: unknown) => {} };
  const closing: (() => void)[] = [];
  const end = (own: "near" | "far", other: "near" | "far"): ChannelEnd => ({
    send: (message) => {
      const copy: unknown = JSON.parse(JSON.stringify(message));
      setImmediate(() => listeners[other](copy));
    },
    onMessage: (listener) => {
      listeners[own] = listener;
    },
    onClose: (listener) => closing.push(listener),
  });
  return {
    supervisor: openChannel(end("near", "far")),
    worker: openChannel(end("far", "near")),
    close: () => {
      for (const listener of closing) listener();
    },
  };
}

/** The counts of so many workers. */
export function openWorkers(count: number): { links: Linked[]; counts: SharedCounts[] } {
  const together = passOnCounts();
  const links = Array.from({ length: count }, link);
  const counts = links.map(({ supervisor, worker }) => {
    const shared = shareCounts(worker, count);
    together.join(supervisor);
    return shared;
  });
  return { links, counts };
}
