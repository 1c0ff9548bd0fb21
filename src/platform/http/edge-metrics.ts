// Figures of the edge: connections, the bodies in memory, and requests that were refused before they
// were any route's.
import { Counter, Gauge, type Registry } from "prom-client";
import type { Turned } from "./connections.ts";

/** What the edge holds now. */
export interface EdgeUsage {
  readonly known: number;
  readonly strangers: number;
  readonly bodyBytes: number;
  readonly answerBytes: number;
}

/** The figures of the edge. */
export interface EdgeMetrics {
  /** Counts a connection that was one too many. */
  noteTurned(turned: Turned): void;
  /** Shows from now on what the edge holds whenever the metrics are printed. */
  watchEdge(usage: () => EdgeUsage): void;
}

/** Begins to count; `prefix` begins the name of every metric. */
export function openEdgeMetrics(registers: Registry[], prefix: string): EdgeMetrics {
  const turned = new Counter({
    name: `${prefix}connections_turned_away_total`,
    help: "Connections that were one too many: refused, or closed after a silence to make room.",
    labelNames: ["how"],
    registers,
  });
  let read = (): EdgeUsage => ({ known: 0, strangers: 0, bodyBytes: 0, answerBytes: 0 });
  new Gauge({
    name: `${prefix}connections`,
    help: "Open connections of known callers and of strangers, who have shown no good credential.",
    labelNames: ["of"],
    registers,
    collect() {
      const { known, strangers } = read();
      this.set({ of: "known" }, known);
      this.set({ of: "strangers" }, strangers);
    },
  });
  new Gauge({
    name: `${prefix}body_bytes`,
    help: "Bytes of the bodies of requests that are held in memory.",
    registers,
    collect() {
      this.set(read().bodyBytes);
    },
  });
  new Gauge({
    name: `${prefix}unsent_answer_bytes`,
    help: "Bytes of large answers that wait for their callers to read them.",
    registers,
    collect() {
      this.set(read().answerBytes);
    },
  });
  return {
    noteTurned: (how) => turned.inc({ how }),
    watchEdge(usage) {
      read = usage;
    },
  };
}
