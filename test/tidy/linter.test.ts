// Proves the rules that Biome enforces: each finds what is planted to break it.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../source-files.ts";

const planted: readonly (readonly [rule: string, text: string])[] = [
  ["performance/noReExportAll", 'export * from "./b.ts";'],
  ["style/noDefaultExport", "export default 1;"],
  ["style/noEnum", "export enum A { B }"],
  ["style/noNamespace", "export namespace C { export const d = 1; }"],
  ["style/noNonNullAssertion", "export const e = (f: string | null) => f!.length;"],
  ["style/useImportType", 'import { G } from "./g.ts"; export const h = (i: G) => i;'],
  ["style/useNodejsImportProtocol", 'import { j } from "fs"; export const k = j;'],
  ["suspicious/noExplicitAny", "export const l: any = 1;"],
  ["suspicious/noConsole", 'console.log("m");'],
  ["correctness/noUnusedVariables", "const n = 1; export const o = 1;"],
];

let folder: string;
let found: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bursar-linter-"));
  await Promise.all(
    planted.map(([, text], place) => writeFile(join(folder, `${place}.ts`), `${text}\n`)),
  );
  const biome = join(root, "node_modules", ".bin", "biome");
  const options = ["lint", `--config-path=${root}`, "--vcs-enabled=false", "--reporter=github"];
  // It fails, as it should: every file has a finding.
  const { stdout } = await promisify(execFile)(biome, [...options, folder]).catch(
    (error: { stdout: string }) => error,
  );
  const lines = stdout.split("\n").map((line) => {
    const [, rule = "", place = ""] = /title=lint\/([\w/]+),.*file=.*?(\d+)\.ts/.exec(line) ?? [];
    return { rule, place };
  });
  found = new Map(
    planted.map((_, place) => [
      String(place),
      lines.filter((line) => line.place === String(place)).map(({ rule }) => rule),
    ]),
  );
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(planted.map(([rule, text], place) => [rule, text, String(place)]))(
  "%s finds %s",
  (rule, _, place) => {
    expect(found.get(place)).toContain(rule);
  },
);
