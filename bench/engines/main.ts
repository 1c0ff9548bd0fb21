// `npm run bench -- engines`: the engines alone, each row in a process of its own.
import process from "node:process";

/** Measures the rows that are asked for. */
export async function runBench(args: readonly string[]): Promise<number> {
  process.stderr.write(`no rows yet for ${args.join(" ")}\n`);
  return 0;
}
