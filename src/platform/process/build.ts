// The build of the service that runs: its version, and the revision of its source where that is
// known.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The version of the service, as `package.json` has it too. */
export const version = "0.1.0";

const root = join(import.meta.dirname, "..", "..", "..");

/** The commit that the service was built from: what an image has in `REVISION`, or what a checkout is
 * at; undefined in neither. */
export async function readRevision(folder: string = root): Promise<string | undefined> {
  const named =
    (await readText(join(folder, "REVISION"))) ?? (await readGitHead(join(folder, ".git")));
  return named !== undefined && /^[0-9a-f]{7,64}$/.test(named) ? named : undefined;
}

/** Reads the revision that `HEAD` of a Git folder names. */
async function readGitHead(git: string): Promise<string | undefined> {
  const head = await readText(join(git, "HEAD"));
  const [, branch] = /^ref: (refs\/[\w./-]+)$/.exec(head ?? "") ?? [];
  if (branch === undefined) return head;
  const loose = await readText(join(git, branch));
  if (loose !== undefined) return loose;
  const packed = (await readText(join(git, "packed-refs"))) ?? "";
  return packed
    .split("\n")
    .find((line) => line.endsWith(` ${branch}`))
    ?.split(" ")[0];
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
}
