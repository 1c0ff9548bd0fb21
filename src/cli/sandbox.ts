// `bursar sandbox clock` and `bursar sandbox reset`. (docs/operations.md)
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { checkpointFolder, readConfig } from "../config.ts";
import { checkpointName } from "../platform/change/daily-checkpoints.ts";
import { selectDaysAhead } from "../platform/change/sandbox-queries.ts";
import { StoreFault } from "../platform/process/store-fault.ts";
import { emptySandbox } from "../platform/upkeep/empty-sandbox.ts";
import { moveClock } from "../resources/simulation/move-clock.ts";
import { encodeInstant } from "../values/dates.ts";
import { commandContext, withStore } from "./command-context.ts";
import { fillSandbox, readCredentials } from "./first-start.ts";
import { printJson, printLines } from "./output.ts";

/** Moves the clock of business dates, or prints it. */
export async function sandboxClockCommand({
  forward,
  json = false,
}: {
  readonly forward?: number;
  readonly json?: boolean;
}): Promise<void> {
  const now = await withStore("sandbox", async (opened) => {
    const ctx = commandContext(opened);
    if ((await selectDaysAhead(opened.db)) === undefined) throw noSandbox();
    return forward === undefined ? ctx.now : moveClock(ctx, forward);
  });
  const text = encodeInstant(now);
  if (json) printJson({ now: text });
  else printLines(`The business time of the sandbox is ${text}.`);
}

/** Empties the sandbox and fills it with the sample firm again; its callers keep their credentials. */
export async function sandboxResetCommand({
  json = false,
}: {
  readonly json?: boolean;
}): Promise<void> {
  const config = readConfig(process.env);
  const file = join(config.dataDir, "credentials.json");
  const kept = await readCredentials(file);
  await withStore("sandbox", async (opened) => {
    if ((await selectDaysAhead(opened.db)) === undefined) throw noSandbox();
    await emptySandbox(opened.store.migrating);
    await removeCheckpoints(checkpointFolder(config));
    await fillSandbox({ ...opened, daysAhead: 0 }, kept, file);
  });
  if (json) printJson({ reset: true });
  else printLines("The sandbox has the sample firm again, and its callers their credentials.");
}

function noSandbox(): StoreFault {
  return new StoreFault(
    "The store is no sandbox: only one that was empty when it was first served with SANDBOX=true is.",
  );
}

/** They were taken of chains that are gone. */
async function removeCheckpoints(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => checkpointName.test(each)))
    await rm(join(folder, name));
}
