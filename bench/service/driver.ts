// The process that sends the requests: it receives jobs from the bench, ends one early on request,
// and returns the results.
import process from "node:process";
import { drive } from "./drive.ts";
import type { Job } from "./job.ts";
import type { Memory } from "./request-bytes.ts";

const nextNumber = Number(process.argv[2] ?? 0);
const memory: Memory = { nextNumber, addresses: 0, turns: new Map(), isOver: false };

process.on("message", async (job: Job | "end") => {
  memory.isOver = job === "end";
  if (job !== "end") process.send?.(await drive(job, memory));
});
process.on("disconnect", () => process.exit(0));
