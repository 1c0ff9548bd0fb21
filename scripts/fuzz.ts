// `npm run fuzz -- --minutes N [--seed S] [--path P]`: hostile requests for as long as requested; a
// failure is printed with the seed and path that replay it.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { minutes: { type: "string" }, seed: { type: "string" }, path: { type: "string" } },
});
const { minutes = "5", seed = String(randomInt(2 ** 31)), path } = values;
if (!/^\d+(\.\d+)?$/.test(minutes) || !/^-?\d{1,10}$/.test(seed)) {
  process.stderr.write("--minutes takes a number and --seed a whole number.\n");
  process.exit(2);
}
process.stderr.write(`hostile requests for ${minutes} minutes from seed ${seed}\n`);
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--project", "service", "test/fuzz.test.ts"],
  {
    cwd: `${import.meta.dirname}/..`,
    stdio: "inherit",
    env: {
      ...process.env,
      FUZZ_MINUTES: minutes,
      FUZZ_SEED: seed,
      ...(path !== undefined && { FUZZ_PATH: path }),
    },
  },
);
process.exitCode = status ?? 1;
