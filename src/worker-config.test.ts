// Workers divide what they do not count together.
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { configOfWorker } from "./worker-config.ts";

test("a worker has its part of connections, large reads and answers, and the whole of what is shared", () => {
  const config = readConfig({ WORKERS: "3", LARGE_READS: "10", ANSWER_MEMORY: "100MiB" });
  expect(configOfWorker(config)).toEqual({
    ...config,
    readConnections: 2,
    writeConnections: 6,
    largeReads: 4,
    answerMemory: Math.ceil((100 * 1_048_576) / 3),
  });
  expect(configOfWorker({ ...config, workers: 8, largeReads: 4 }).largeReads).toBe(2);
});
