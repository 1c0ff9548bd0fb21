// The bundles of the console and of the reference: sources through esbuild, each file named by its
// content, and compressed once.
import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { BuildOptions, Plugin } from "esbuild";
import { pdfWorker } from "./pdf-worker.ts";
import { scalarScript } from "./scalar-script.ts";
import { consoleFolder } from "./sources.ts";

/** A file as it is sent; `br` and `gzip` are absent where they would save nothing. */
export interface BuiltFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

/** The files of the console or the reference by name, and those with which its page begins. */
export interface Bundle {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
  readonly files: ReadonlyMap<string, BuiltFile>;
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The type under which a file of the bundle is sent. */
function typeOf(name: string): string {
  return types[extname(name)] ?? "application/octet-stream";
}

/** A bundle by its name, which is also its path, and the function that makes it. */
export interface BundleKind {
  readonly name: "console" | "reference";
  readonly make: () => Promise<Bundle>;
}

/** The console; it takes about a second. */
export const consoleBundle: BundleKind = {
  name: "console",
  make: () => bundle(join(consoleFolder, "main.tsx"), [pdfWorker]),
};

/** The reference, of which most is the script of Scalar (docs/adr/0027-reference.md). */
export const referenceBundle: BundleKind = {
  name: "reference",
  make: () => bundle(join(consoleFolder, "reference", "main.ts"), [scalarScript]),
};

/** The options with which the files of an entry are bundled. */
export function bundling(entry: string, plugins: Plugin[]) {
  return {
    entryPoints: { main: entry, icon: join(consoleFolder, "icon.svg") },
    plugins,
    outdir: consoleFolder,
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    format: "esm",
    target: "es2023",
    jsx: "automatic",
    charset: "utf8",
    legalComments: "none",
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".woff2": "file", ".svg": "copy", ".csv": "text" },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  } as const satisfies BuildOptions;
}

/** How long bundling may take, in milliseconds: a minute, where a second is usual. */
const bundlingMs = 60_000;

/** Bundles an entry; esbuild is a process of its own, for which nobody waits without end. */
export async function bundle(
  entry: string,
  plugins: Plugin[],
  limitMs = bundlingMs,
): Promise<Bundle> {
  // Only the process that bundles loads it: a start must not wait for it.
  const { build, stop } = await import("esbuild");
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(new Error("bundling takes too long")), limitMs);
  try {
    const { outputFiles } = await Promise.race([build(bundling(entry, plugins)), over.promise]);
    const files = new Map<string, BuiltFile>();
    for (const { path, contents } of outputFiles) {
      files.set(basename(path), await compressed(basename(path), Buffer.from(contents)));
    }
    return withEntries(files);
  } finally {
    clearTimeout(timer);
    await stop();
  }
}

/** Finds the files with which a page begins. */
function withEntries(files: ReadonlyMap<string, BuiltFile>): Bundle {
  const named = (pattern: RegExp) => {
    const found = [...files.keys()].find((name) => pattern.test(name));
    if (found === undefined) throw new Error(`a bundle has no file like ${pattern}`);
    return found;
  };
  return {
    script: named(/^main-.*\.js$/),
    style: named(/^main-.*\.css$/),
    icon: named(/^icon-.*\.svg$/),
    files,
  };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** From how many bytes on the best compression would take seconds. */
const largeBytes = 1_000_000;

async function compressed(name: string, plain: Buffer): Promise<BuiltFile> {
  const type = typeOf(name);
  // The font is compressed already.
  if (type === "font/woff2") return { type, plain };
  const isLarge = plain.length > largeBytes;
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [zlib.BROTLI_PARAM_QUALITY]: isLarge ? 6 : 11 } }),
    zip(plain, { level: isLarge ? 6 : 9 }),
  ]);
  return { type, plain, br, gzip: gz };
}

/** Reads a bundle from the folder where it is cached. */
export async function readBundle(folder: string, names: readonly string[]): Promise<Bundle> {
  const files = new Map<string, BuiltFile>();
  for (const name of names.filter((each) => !/\.(br|gz)$/.test(each))) {
    const plain = await readFile(join(folder, name));
    const type = typeOf(name);
    const read = (suffix: string) => readFile(join(folder, name + suffix));
    const isPacked = names.includes(`${name}.br`);
    files.set(
      name,
      isPacked ? { type, plain, br: await read(".br"), gzip: await read(".gz") } : { type, plain },
    );
  }
  return withEntries(files);
}
