// Emptying a sandbox and filling it with the sample firm again, for the command and for the request.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Config, checkpointFolder } from "../config/config.ts";
import { checkpointName } from "../platform/change/daily-checkpoints.ts";
import { emptySandbox } from "../platform/maintenance/empty-sandbox.ts";
import type { ConnectionSettings } from "../platform/store/connection.ts";
import type { StoreOfCommand } from "./command-context.ts";
import { fillSandbox, readCredentials } from "./first-start.ts";

/** Resets the sandbox that `migrating` logs in to; the callers of its file of credentials keep theirs. */
export async function resetSandboxOf(
  config: Pick<Config, "dataDir" | "checkpointDir">,
  store: StoreOfCommand,
  migrating: ConnectionSettings,
): Promise<void> {
  const file = join(config.dataDir, "credentials.json");
  const stored = await readCredentials(file);
  await emptySandbox(migrating);
  await removeCheckpoints(checkpointFolder(config));
  await fillSandbox({ ...store, daysAhead: 0 }, stored, file);
}

/** They were taken of chains that are gone. */
async function removeCheckpoints(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => checkpointName.test(each)))
    await rm(join(folder, name));
}
