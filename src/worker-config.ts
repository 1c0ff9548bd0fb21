// The configuration of one of several workers: its part of what they do not count together.
import type { Config } from "./config.ts";
import { partOf } from "./platform/store/connection-count.ts";

/** What a worker works with. Two large reads at least, or one firm would take all of them. */
export function configOfWorker(config: Config): Config {
  const { workers, answerMemory, largeReads } = config;
  return {
    ...config,
    ...partOf(config, workers),
    answerMemory: Math.ceil(answerMemory / workers),
    largeReads: Math.max(2, Math.ceil(largeReads / workers)),
  };
}
