// What a command needs to work on the store: the configuration, the store, and who it is.
import { randomBytes, randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { readConfig } from "../config.ts";
import { type OpenedStore, openConfiguredStore } from "../main.ts";
import type { WriteContext } from "../platform/change/context.ts";
import { openLog } from "../platform/process/log.ts";
import { drawId } from "../values/ids.ts";

/** Runs a command on the configured store and closes it again, whatever happens. */
export async function withStore<T>(
  purpose: string,
  work: (opened: OpenedStore) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env);
  const opened = await openConfiguredStore(config, purpose, openLog(config.logLevel));
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** The context of a change by command; its caller is the operating system's user. */
export function commandContext({ db, vault }: Pick<OpenedStore, "db" | "vault">): WriteContext {
  const now = new Date();
  const random = (bytes: number) => randomBytes(bytes);
  return {
    actor: { command: `cli:${userInfo().username}` },
    now,
    requestId: randomUUID(),
    address: "local",
    db,
    vault,
    newId: () => drawId(now, random),
    random,
    subject: "command",
    repeat: undefined,
    signature: undefined,
    replayed: false,
  };
}

/** Prints a value as JSON on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints lines on standard output. */
export function printLines(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
