// The nodes of a distributed store, as a monitor reads of them.
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import type { Cluster } from "../../store/distributed/cluster.ts";
import { gaugeCluster } from "./cluster-metrics.ts";

const cluster: Cluster = {
  nodes: [
    { node: "pg-a:5432", role: "coordinator", state: "active", shards: 30, bytes: null },
    { node: "pg-b:5432", role: "worker", state: "unreachable", shards: 62, bytes: null },
    { node: "pg-c:5432", role: "worker", state: "inactive", shards: 0, bytes: null },
  ],
  moves: [{ table: "account", from: "pg-b:5432", to: "pg-c:5432", bytes: "8192" }],
};

/** The figures without their descriptions, and how often the nodes were asked. */
async function printed(readCluster: () => Promise<Cluster | undefined>) {
  const registry = new Registry();
  let asked = 0;
  gaugeCluster([registry], () => {
    asked += 1;
    return readCluster();
  });
  const text = await registry.metrics();
  return { asked, lines: text.split("\n").filter((line) => /^bursar/.test(line)) };
}

test("nodes that are not reached, parts and moves are reported, by asking once", async () => {
  expect(await printed(async () => cluster)).toEqual({
    asked: 1,
    lines: [
      'bursar_node_up{node="pg-a:5432",role="coordinator"} 1',
      'bursar_node_up{node="pg-b:5432",role="worker"} 0',
      'bursar_node_up{node="pg-c:5432",role="worker"} 0',
      'bursar_node_shards{node="pg-a:5432"} 30',
      'bursar_node_shards{node="pg-b:5432"} 62',
      'bursar_node_shards{node="pg-c:5432"} 0',
      "bursar_shard_moves 1",
    ],
  });
});

test("nothing is reported where the coordinator cannot be asked", async () => {
  const { lines } = await printed(() => Promise.reject(new Error("gone")));
  expect(lines).toEqual([]);
});
