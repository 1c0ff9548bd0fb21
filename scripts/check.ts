// Runs the steps of `npm run check` side by side; each says what it has found once it has ended.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** Scripts of package.json, the longest first. */
const steps = ["types", "lint", "tidy", "unused", "types:console", "types:client"];

const succeeded = await Promise.all(steps.map(run));
process.exitCode = succeeded.every(Boolean) ? 0 : 1;

/** Runs a script, and returns whether it succeeded. */
async function run(step: string): Promise<boolean> {
  const child = spawn("npm", ["run", "-s", step], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, error, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  const end = status === 0 ? "" : `The step failed: npm run ${step}\n`;
  process.stdout.write(`> ${step}\n${out}${error}${end}`);
  return status === 0;
}
