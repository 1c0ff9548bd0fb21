// Builds the service as it is installed from a registry: JavaScript, since Node strips no types below node_modules, what
// it reads as it runs, and the console's bundles in place of their sources. (docs/adr/0045-engines-as-packages.md)
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRevision } from "../src/platform/process/build.ts";
import { consoleBundle, referenceBundle } from "../src/web-pages/bundle.ts";
import { writeBundle } from "../src/web-pages/cached-bundle.ts";

const root = join(import.meta.dirname, "..");

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Writes the package of the service into a folder. */
export async function buildService(to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  compile(to);
  for (const path of copiedFiles()) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(root, path), join(to, path), { recursive: true });
  }
  for (const name of [fontFile, "LICENSE_LIBERATION"]) {
    cpSync(join(root, "node_modules/pdfjs-dist/standard_fonts", name), join(to, "fonts", name));
  }
  for (const path of programsOf(to)) {
    const text = readFileSync(join(to, path), "utf8");
    writeFileSync(join(to, path), withBuiltPaths(text));
  }
  for (const { name, make } of [consoleBundle, referenceBundle]) {
    await writeBundle(await make(), join(to, "console", "bundles", name));
  }
  const revision = await readRevision(root);
  if (revision !== undefined) writeFileSync(join(to, "REVISION"), `${revision}\n`);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const text = JSON.stringify(manifestOfBuilt(manifest, to), null, 2);
  writeFileSync(join(to, "package.json"), `${text}\n`);
}

/** The font of papers: all that an installed service needs of pdfjs-dist, which is large and brings a canvas. */
const fontFile = "LiberationSans-Regular.ttf";

/** Compiles the sources; the types have been checked before. The packages are installed beside the service. */
function compile(to: string): void {
  const tsc = join(root, "node_modules", ".bin", "tsc");
  const options = ["-p", join(root, "tsconfig.build.json"), "--outDir", to];
  execFileSync(tsc, options, { stdio: "inherit" });
  rmSync(join(to, "packages"), { recursive: true, force: true });
}

/** The files that the service or its operators read, as the repository has it. */
export function copiedFiles(): readonly string[] {
  const read = globSync(["src/**/*.{csv,json,txt}", "docs/*.md"], { cwd: root });
  const whole = ["LICENSE", "README.md", "CHANGELOG.md", "bin", "install", "migrations", "samples"];
  return [...whole, ...read];
}

/** The programs of a built package, by paths within it. */
function programsOf(folder: string): readonly string[] {
  return globSync(["bin/*.js", "src/**/*.js"], { cwd: folder });
}

/** Leads addresses of files and the import of `bin/` to what the compiler made; it follows other imports itself. */
export function withBuiltPaths(text: string): string {
  return text
    .replaceAll(/(new URL\("\.[^"]*)\.ts(", import\.meta\.url\))/g, "$1.js$2")
    .replaceAll(/(import\("\.[^"]*)\.ts("\))/g, "$1.js$2");
}

/** The packages that only make bundles, which the package has already. */
const bundlers = ["esbuild", "@scalar/fastify-api-reference"];

/** The manifest without what is for the repository; of the dependencies, those that a program names. */
function manifestOfBuilt({ dependencies, ...manifest }: Manifest, folder: string): object {
  const text = programsOf(folder)
    .map((path) => readFileSync(join(folder, path), "utf8"))
    .join("\n");
  const isNamed = (name: string) => text.includes(`"${name}"`) || text.includes(`"${name}/`);
  const { name, version, description, license, type, engines, bin, optionalDependencies } =
    manifest;
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin,
    imports: { "#font-of-papers": `./fonts/${fontFile}` },
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([each]) => isNamed(each) && !bundlers.includes(each)),
    ),
    optionalDependencies,
  };
}
