// The place of PostgreSQL's data and its socket for one DATA_DIR. Neither may belong to another
// folder: a copy of a folder must never reach the original's.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { chmod, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../../process/new-file.ts";
import { StoreFault } from "../../process/store-fault.ts";
import { type Account, canEnter, type StoreLog } from "./postgres-account.ts";

/** The content of DATA_DIR/postgres.json, readable only by the service's own user. */
export interface State {
  /** The folder that holds PostgreSQL's data where its account cannot reach DATA_DIR. */
  readonly outside?: string;
  /** The folder that wrote this; in a copy it differs, and the socket belongs to the original. */
  readonly folder: string;
  readonly socketFolder: string;
  readonly adminPassword: string;
  readonly servicePassword: string;
}

/** Whether a folder was ever used as DATA_DIR: it has PostgreSQL's data, or the state that names
 * its place. */
export function holdsStore(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false;
  const places = [join(dataDir, "pg"), statePath(dataDir), join(outsideFolder(dataDir), "pg")];
  return places.some((place) => existsSync(place));
}

/** The stored state, or undefined if there is none; refuses one that cannot be read. */
export async function readState(dataDir: string): Promise<State | undefined> {
  const path = statePath(dataDir);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return undefined;
    throw new StoreFault(`${path} cannot be read (${code}): run as its owner.`);
  }
  const state = decodeState(text);
  if (state !== undefined) return state;
  throw new StoreFault(
    `${path} is damaged: remove it and start again, whereupon PostgreSQL gets new passwords.`,
  );
}

function decodeState(text: string): State | undefined {
  try {
    const state = JSON.parse(text) as Partial<Record<keyof State, unknown>>;
    const { outside = "", folder, socketFolder, adminPassword, servicePassword } = state;
    const texts = [outside, folder, socketFolder, adminPassword, servicePassword];
    return texts.every((each) => typeof each === "string") ? (state as State) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the state, completely or not at all, as the owner of the folder. */
export async function writeState(dataDir: string, state: State): Promise<void> {
  await replaceFile(statePath(dataDir), `${JSON.stringify(state, null, 2)}\n`);
}

/** Passwords of PostgreSQL's two logins. */
export function drawPasswords(): Pick<State, "adminPassword" | "servicePassword"> {
  const draw = () => randomBytes(24).toString("base64url");
  return { adminPassword: draw(), servicePassword: draw() };
}

/** The folder that holds PostgreSQL's data: DATA_DIR if the data is or can be in it, else one
 * outside that its account can reach; refuses one outside that belongs to another folder. */
export async function dataPlace(
  dataDir: string,
  account: Account | undefined,
  state: State | undefined,
  log: StoreLog,
): Promise<string> {
  if (existsSync(join(dataDir, "pg"))) return entered(dataDir, account);
  const outside = state?.outside ?? outsideFolder(dataDir);
  if (existsSync(join(outside, "pg"))) {
    await bindPlace(outside, dataDir);
    return entered(outside, account);
  }
  if (state?.outside !== undefined) {
    throw new StoreFault(`PostgreSQL's data of ${dataDir} is not in ${outside}: bring it back.`);
  }
  if (canEnter(account, dataDir)) return dataDir;
  const made = outsideFolder(dataDir);
  await mkdir(made, { recursive: true });
  await chmod(made, 0o711);
  await bindPlace(made, dataDir);
  log.info(`PostgreSQL's data is in ${made}, since ${account?.name} cannot reach ${dataDir}.`);
  return made;
}

function entered(place: string, account: Account | undefined): string {
  if (canEnter(account, place)) return place;
  throw new StoreFault(
    `PostgreSQL's account ${account?.name} cannot pass through to ${place}, where its ` +
      "data is: allow others to pass through the parent folders (chmod o+x).",
  );
}

function outsideFolder(dataDir: string): string {
  const hash = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 12);
  return `/var/lib/bursar-${hash}`;
}

/** Binds a folder outside to its DATA_DIR; refuses when another that still exists has it. */
async function bindPlace(place: string, dataDir: string): Promise<void> {
  const path = join(place, "data-dir");
  const own = realpathSync(dataDir);
  const holder = await readFile(path, "utf8").catch(() => own);
  if (holder !== own && (await usesPlace(holder, place))) {
    throw new StoreFault(
      `${dataDir} is a copy of ${holder}, whose data in ${place} is not part of the copy: take a ` +
        "copy with `bursar backup`, or set DATA_DIR to an empty folder.",
    );
  }
  await replaceFile(path, own);
}

async function usesPlace(dataDir: string, place: string): Promise<boolean> {
  // A folder whose state cannot be read counts as using its data.
  const state = await readState(dataDir).catch(() => ({ outside: place }));
  return state?.outside === place;
}

function statePath(dataDir: string): string {
  return join(dataDir, "postgres.json");
}
