// `bursar sandbox clock` and `bursar sandbox reset`. (docs/operations.md)

import { encodeInstant } from "@bursar/values/dates";
import { moveClock } from "../brokerage/service/sandbox/move-clock.ts";
import { readConfig } from "../config/config.ts";
import { selectDaysAhead } from "../platform/change/sandbox-queries.ts";
import { StoreFault } from "../platform/process/store-fault.ts";
import { resetSandboxOf } from "./begin-anew.ts";
import { commandContext, withStore } from "./command-context.ts";
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
  await withStore("sandbox", async (opened) => {
    if ((await selectDaysAhead(opened.db)) === undefined) throw noSandbox();
    await resetSandboxOf(config, opened, opened.store.migrating);
  });
  if (json) printJson({ reset: true });
  else printLines("The sandbox has the sample firm again, and its callers their credentials.");
}

function noSandbox(): StoreFault {
  return new StoreFault(
    "The store is no sandbox: only one that was empty when it was first served with SANDBOX=true is.",
  );
}
