// What a command needs to work on the store: the configuration, the store, and who it is.
import { randomBytes, randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { type Config, readConfig } from "../config.ts";
import { type OpenedDatabase, type OpenedStore, openConfiguredStore } from "../configured-store.ts";
import type { Actor, WriteContext } from "../platform/change/context.ts";
import { sealHeads } from "../platform/change/seal-heads.ts";
import { businessTime } from "../platform/process/clock.ts";
import { openLog } from "../platform/process/log.ts";
import { StoreFault } from "../platform/process/store-fault.ts";
import { systemUser } from "../platform/process/system-user.ts";
import { holdsStore } from "../platform/store/embedded/data-folder.ts";
import { sealRights } from "../resources/credentials/seal-rights.ts";
import { drawId } from "../values/ids.ts";

/** Runs a command on the configured store and closes it again, whatever happens. */
export async function withStore<T>(
  purpose: string,
  work: (opened: OpenedStore) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env);
  if (readers.has(purpose)) refuseWithoutStore(config);
  const log = openLog(config.logLevel);
  const opened = await openConfiguredStore(config, purpose, log);
  try {
    await sealUpgraded(opened, log);
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** The purposes of commands that only read a store, and so create none. */
const readers = new Set(["audit", "backup", "doctor", "events", "verify"]);

function refuseWithoutStore({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || holdsStore(dataDir)) return;
  throw new StoreFault(`${dataDir} holds no store: set DATA_DIR to the folder of one.`);
}

/** Seals what an upgrade has found, and reports what it could not verify. */
export async function sealUpgraded(opened: OpenedStore, log: Logger): Promise<void> {
  const ctx = commandContext(opened);
  const heads = await sealHeads(ctx);
  if (heads > 0)
    log.warn({ heads }, "heads of audit chains have no seal: run `bursar audit verify`");
  const rows = await sealRights(ctx);
  if (rows > 0) {
    log.warn({ rows }, "rows that decide rights have no seal: run `bursar verify credentials`");
  }
}

/** A store on which commands work, or what a request has them do for its caller. */
export interface StoreOfCommand extends OpenedDatabase {
  /** Whose changes they are, if not those of the operating system's user. */
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
    newId: () => drawId(realNow, random),
    random,
    subject: "command",
    repeat: undefined,
    signature: undefined,
    replayed: false,
  };
}
