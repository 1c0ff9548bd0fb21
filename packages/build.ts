// Builds a package as others install it: its programs, declarations, README and licence in `dist/`, whole without this
// repository. `node packages/build.ts tax-lots && npm pack ./packages/tax-lots/dist`
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Writes the package named into a folder, by default its `dist/`. */
export function build(name: string, to = join(import.meta.dirname, name, "dist")): void {
  const from = join(import.meta.dirname, name);
  rmSync(to, { recursive: true, force: true });
  const tsc = join(import.meta.dirname, "..", "node_modules", ".bin", "tsc");
  execFileSync(tsc, ["-p", join(from, "tsconfig.build.json"), "--outDir", to], {
    stdio: "inherit",
  });
  const manifest = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as Manifest;
  const text = JSON.stringify(manifestOfBuilt(name, manifest), null, 2);
  writeFileSync(join(to, "package.json"), `${text}\n`);
  copyFileSync(join(from, "README.md"), join(to, "README.md"));
  copyFileSync(join(import.meta.dirname, "..", "LICENSE"), join(to, "LICENSE"));
}

/** The compiled files of an entry, in place of its source. */
function manifestOfBuilt(name: string, { private: _, ...manifest }: Manifest): object {
  const entries = Object.entries(manifest.exports).map(([entry, source]) => {
    const path = `./${name}/${source.slice("./".length, -".ts".length)}`;
    return [entry, { types: `${path}.d.ts`, default: `${path}.js` }];
  });
  return { ...manifest, exports: Object.fromEntries(entries) };
}

if (import.meta.main) for (const name of process.argv.slice(2)) build(name);
