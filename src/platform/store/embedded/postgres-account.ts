// Under which account the embedded PostgreSQL runs: it refuses root, so root gives it its own
// account.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { StoreFault } from "../../process/store-fault.ts";

/** The notices of the store's start to the operator. */
export interface StoreLog {
  info(message: string): void;
  warn(message: string): void;
}

/** A system account that is not ours. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account for PostgreSQL: undefined is our own; as root `bursar`, which is made where it is
 * missing and shared with no other service, as `postgres` would be.
 */
export function serverAccount(log: StoreLog): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = findAccount("bursar");
  if (known !== undefined) return known;
  spawnSync("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", "bursar"]);
  const made = findAccount("bursar");
  if (made === undefined) {
    throw new StoreFault(
      "PostgreSQL does not run as root, and no system account bursar could be made for it: " +
        "make one, start as another user, or set DATABASE_URL.",
    );
  }
  log.info("Created the system account bursar, under which the embedded PostgreSQL runs.");
  return made;
}

/** Accounts that other services of a machine run under: each of them could read our files. */
const sharedAccounts = new Set(["postgres", "nobody", "daemon", "www-data"]);

/** Refuses an account that other services share; `folder` is what belongs to it. */
export function refuseShared(uid: number | undefined, folder: string): void {
  if (uid === undefined) return;
  const name = spawnSync("id", ["-un", String(uid)], { encoding: "utf8" }).stdout?.trim() ?? "";
  if (!sharedAccounts.has(name)) return;
  throw new StoreFault(
    `${folder} belongs to the account ${name}, which other services share: give it to an account ` +
      "of its own (chown -R bursar), and start as that account or as root.",
  );
}

/** The account that owns a folder, for a PostgreSQL whose data already exists; root has none. */
export function folderOwner(folder: string): Account | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || stats.uid === 0) return undefined;
  return { name: `#${stats.uid}`, uid: stats.uid, gid: stats.gid };
}

/** Whether the account can pass through every folder of the path, and this one. */
export function canEnter(account: Account | undefined, folder: string): boolean {
  // Tested rather than computed, since access lists and mounts matter too.
  const words = ["-c", 'cd -- "$1"', "sh", folder];
  const { status } = spawnSync("/bin/sh", words, { ...childOptions(account), stdio: "ignore" });
  return status === 0;
}

/** Options that start a child as the account, with none of our environment and its secrets. */
export function childOptions(account: Account | undefined) {
  return {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
  };
}

function findAccount(name: string): Account | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    spawnSync("id", [flag, name], { encoding: "utf8" }).stdout?.trim(),
  );
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}
