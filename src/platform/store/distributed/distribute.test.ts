// A store on one server: nothing is distributed, and the commands say so. test/citus has the others.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase } from "../../../../test/database.ts";
import { selectCluster } from "./cluster.ts";
import { checkDistribution, distribute } from "./distribute.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase("empty");
});
afterAll(() => store.drop());

test("without Citus there is no node, and nothing can be distributed", async () => {
  expect(await selectCluster(store.settings)).toBeUndefined();
  expect(store.database.isDistributed).toBe(false);
  const refusal = "This database has no Citus";
  await expect(checkDistribution(store.admin)).rejects.toThrow(refusal);
  const options = { shards: undefined, lockTimeoutMs: 5_000 };
  await expect(distribute(store.admin, options)).rejects.toThrow(refusal);
});
