// The run that judges a change sees what a newcomer's machine has: nothing of an earlier run.
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bursar-run-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Stands for npm: says what it finds, leaves something behind, and reports a run. */
const npm = (said: string) => `#!/usr/bin/env bash
if [ "$1" = config ]; then echo "/machine/$3"; exit; fi
{
  echo "$* home=$HOME tmp=$TMPDIR config=$NPM_CONFIG_USERCONFIG cache=$NPM_CONFIG_CACHE xdg=$XDG_CACHE_HOME"
  [ "$1" = ci ] && ls -A "$HOME" "$TMPDIR"
} >> '${said}'
touch "$HOME/left" "$TMPDIR/left"
if [ "$1" = test ]; then
  echo '{"numPassedTests":7,"numFailedTests":1,"testResults":[]}' > "$TEST_REPORT"
  exit 3
fi
`;

test("each run has an empty home and temporary folder, which end with it, and npm's configuration", async () => {
  const said = join(folder, "said");
  await mkdir(join(folder, ".ci"));
  await mkdir(join(folder, "programs"));
  await cp(join(import.meta.dirname, "../.ci/run"), join(folder, ".ci/run"));
  await writeFile(join(folder, "programs/npm"), npm(said));
  await chmod(join(folder, "programs/npm"), 0o755);
  const { NPM_CONFIG_USERCONFIG: _config, NPM_CONFIG_CACHE: _cache, ...rest } = process.env;
  const env = { ...rest, PATH: `${join(folder, "programs")}:${rest.PATH}`, XDG_CACHE_HOME: folder };
  const run = () =>
    promisify(execFile)(join(folder, ".ci/run"), { env }).catch((error: unknown) => error);
  for (const _ of [1, 2]) {
    expect(await run()).toMatchObject({ code: 3, stdout: "7 passed, 1 failed\n" });
  }
  const lines = (await readFile(said, "utf8")).trim().split("\n");
  const line = (command: string) =>
    expect.stringMatching(
      `^${command} home=(.*)/home tmp=\\1/tmp config=/machine/userconfig cache=/machine/cache xdg=$`,
    );
  const once = [
    line("ci"),
    expect.stringMatching(/\/home:$/),
    "",
    expect.stringMatching(/\/tmp:$/),
  ];
  expect(lines).toEqual([...once, line("test"), ...once, line("test")]);
  const homes = lines.flatMap((each) => /home=(\S+)/.exec(each)?.[1] ?? []);
  expect(new Set(homes).size).toBe(2);
  for (const home of homes) await expect(stat(home)).rejects.toMatchObject({ code: "ENOENT" });
});
