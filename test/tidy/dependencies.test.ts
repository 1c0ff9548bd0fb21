// Dependencies are installed as they were chosen: in exact versions, each with the digest of what was published, from
// whichever registry an installation uses.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../source-files.ts";

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}
type Lock = Readonly<Record<string, Locked>>;
type Manifest = Readonly<Record<string, unknown>>;

/** Binaries of other platforms whose digests the registry that made the lock file does not have. */
const withoutDigest = /^node_modules\/@biomejs\/cli-(android|darwin|win32|linux-.+-musl)/;

const groups = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

function faultsOfLock(lock: Lock): string[] {
  return Object.entries(lock).flatMap(([place, { resolved, integrity, link }]) => {
    const isOurs = link === true || !place.includes("node_modules/");
    if (isOurs) return [];
    const isDigest = /^sha512-[\w+/]{86}==$/.test(integrity ?? "");
    const mayLack = withoutDigest.test(place) && integrity === undefined;
    return [
      ...(resolved === undefined ? [] : [`${place} names a registry`]),
      ...(isDigest || mayLack ? [] : [`${place} has no integrity`]),
    ];
  });
}

function faultsOfManifest(manifest: Manifest): string[] {
  return groups.flatMap((group) =>
    Object.entries((manifest[group] ?? {}) as Readonly<Record<string, string>>)
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${name} ${version} is no exact version`),
  );
}

const json = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

test("the lock file has the digest of every package, and names no registry", () => {
  expect(faultsOfLock(json("package-lock.json").packages)).toEqual([]);
});

test("every workspace chooses exact versions", () => {
  const { workspaces } = json("package.json") as { workspaces: readonly string[] };
  const manifests = ["package.json", ...workspaces.map((folder) => `${folder}/package.json`)];
  expect(manifests.flatMap((path) => faultsOfManifest(json(path)))).toEqual([]);
});

test("what is planted in a lock file or a manifest is found", () => {
  const integrity = `sha512-${"a".repeat(86)}==`;
  const planted: Lock = {
    "": {},
    tools: { version: "0.1.0" },
    "node_modules/ours": { resolved: "tools", link: true },
    "node_modules/good": { version: "1.0.0", integrity },
    "node_modules/@biomejs/cli-win32-x64": { version: "1.0.0" },
    "node_modules/bare": { version: "1.0.0" },
    "node_modules/weak": { version: "1.0.0", integrity: "sha1-abc=" },
    "node_modules/a/node_modules/hosted": {
      version: "1.0.0",
      resolved: "https://registry.example/hosted-1.0.0.tgz",
      integrity,
    },
  };
  expect(faultsOfLock(planted)).toEqual([
    "node_modules/bare has no integrity",
    "node_modules/weak has no integrity",
    "node_modules/a/node_modules/hosted names a registry",
  ]);
  const versions = { a: "1.0.0", b: "^1.0.0", c: "latest", d: "1.0.0-beta.1" };
  expect(faultsOfManifest({ devDependencies: versions })).toHaveLength(2);
});
