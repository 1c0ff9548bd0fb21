// The process that sends the requests: it takes jobs from the bench and answers what they came to.
import process from "node:process";
import { drive } from "./drive.ts";
import type { Job } from "./job.ts";
import type { Memory } from "./request-bytes.ts";

const memory: Memory = { nextNumber: Number(process.argv[2] ?? 0), addresses: 0, turns: new Map() };

process.on("message", async (job: Job) => {
  process.send?.(await drive(job, memory));
});
process.on("disconnect", () => process.exit(0));
