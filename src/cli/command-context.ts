// The surroundings of a command on the store: the configuration, the store, and the actor.
import { randomBytes, randomUUID } from "node:crypto";
import { type Config, readConfig } from "../config/config.ts";
import type { Actor, WriteContext } from "../platform/change/context.ts";
import { businessTime } from "../platform/process/clock.ts";
import { drawId } from "../platform/process/ids.ts";
import { openLog } from "../platform/process/log.ts";
import { StoreFault } from "../platform/process/store-fault.ts";
import { systemUser } from "../platform/process/system-user.ts";
import { holdsStore } from "../platform/store/embedded/data-folder.ts";
import {
  type OpenedDatabase,
  type OpenedStore,
  openConfiguredStore,
} from "../runtime/configured-store.ts";

/** Runs a command on the configured store and closes it again, whatever happens. */
export async function withStore<T>(
  purpose: string,
  work: (opened: OpenedStore) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env);
  if (readers.has(purpose)) refuseWithoutStore(config);
  const opened = await openConfiguredStore(config, purpose, openLog(config.logLevel));
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** The purposes of commands that only read a store, and so create none. */
const readers = new Set(["audit", "backup", "doctor", "events", "export", "verify"]);

function refuseWithoutStore({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || holdsStore(dataDir)) return;
  throw new StoreFault(`${dataDir} holds no store: set DATA_DIR to the folder of one.`);
}

/** A store on which commands work, or what a request has them do for its caller. */
export interface StoreOfCommand extends OpenedDatabase {
  /** The author of the changes, if not the user of the operating system. */
  readonly actor?: Actor;
}

/** The context of a change by command; its caller is the operating system's user, unless it has
 * another. */
export function commandContext({ db, vault, daysAhead, actor }: StoreOfCommand): WriteContext {
  const realNow = new Date();
  const random = (bytes: number) => randomBytes(bytes);
  return {
    actor: actor ?? { command: `cli:${systemUser()}` },
    now: businessTime(realNow, daysAhead),
    realNow,
    requestId: randomUUID(),
    address: "local",
    db,
    vault,
    newId: () => drawId(realNow),
    random,
    subject: "command",
    repeat: undefined,
    signature: undefined,
    replayed: false,
  };
}
