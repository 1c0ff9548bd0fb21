// Metrics of the nodes of a distributed store.
import { Gauge, type Registry } from "prom-client";
import type { Cluster } from "../../store/distributed/cluster.ts";

/** Registers the figures of the nodes, which are asked for when they are printed. */
export function gaugeCluster(
  registers: Registry[],
  selectCluster: () => Promise<Cluster | undefined>,
): void {
  const ask = shared(() => selectCluster().catch(() => undefined));
  new Gauge({
    name: "bursar_node_up",
    help: "1 for a node of the store that responds, 0 for one that is unreachable or inactive.",
    labelNames: ["node", "role"],
    registers,
    async collect() {
      this.reset();
      for (const { node, role, state } of (await ask())?.nodes ?? []) {
        this.set({ node, role }, state === "active" ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: "bursar_node_shards",
    help: "Parts of tables that a node of the store has.",
    labelNames: ["node"],
    registers,
    async collect() {
      this.reset();
      for (const { node, shards } of (await ask())?.nodes ?? []) this.set({ node }, shards);
    },
  });
  new Gauge({
    name: "bursar_shard_moves",
    help: "Parts of tables that are being moved between nodes of the store.",
    registers,
    async collect() {
      const cluster = await ask();
      if (cluster === undefined) this.remove();
      else this.set(cluster.moves.length);
    },
  });
}

/** The query that is in flight: one print queries the nodes once. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}
