// One round of one row, in a process of its own: `node run-row.ts <name> <full|quick>
// [accounts]` prints it as JSON. Under `--cpu-prof` or `--heap-prof` it shows where a row spends its time and memory.
import assert from "node:assert/strict";
import process from "node:process";
import type { Round, Size } from "./row.ts";
import { rows } from "./rows.ts";

const [, , name, size, accounts] = process.argv;
const row = rows.find((each) => each.name === name);
assert(row !== undefined, `there is no row ${name}`);
assert(size === "full" || size === "quick", "a row is run full or quick");
process.stdout.write(`${JSON.stringify(await roundOf(size))}\n`);

async function roundOf(size: Size): Promise<Round> {
  assert(row !== undefined);
  const work = await row.prepare(size, accounts === undefined ? undefined : Number(accounts));
  const preparedMb = megabytes(process.memoryUsage.rss() / 1024);
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const { counts, elsewhere } = await Promise.resolve(work.run()).catch(async (error) => {
    await work.end?.();
    throw error;
  });
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  await work.end?.();
  return {
    wallMs,
    cpuMs: (user + system) / 1000 + (elsewhere?.cpuMs ?? 0),
    peakMb: Math.max(megabytes(process.resourceUsage().maxRSS), elsewhere?.peakMb ?? 0),
    preparedMb,
    count: work.count,
    of: work.of,
    counts,
  };
}

function megabytes(kilobytes: number): number {
  return Math.round((kilobytes * 1024) / 1e6);
}
