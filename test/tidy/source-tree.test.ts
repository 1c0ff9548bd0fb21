// Checks the whole project against every tidy rule. Each finding says what to do instead.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { root, sourceFiles } from "../source-files.ts";
import { type Exception, exceptions } from "./exceptions.ts";
import { type Finding, type Rule, sourceTreeOf } from "./rule.ts";
import { rules } from "./rules.ts";
import { syntaxFile } from "./syntax.ts";

const tree = sourceTreeOf(
  sourceFiles("packages", "src", "console", "test", "scripts", "bench").map(syntaxFile),
);
const results = rules.map((rule) => ({ rule, found: rule.find(tree) }));

function excepts(exception: Exception, rule: Rule, { path, what }: Finding): boolean {
  const isThere = exception.path.endsWith("/")
    ? path.startsWith(exception.path)
    : path === exception.path;
  const isMeant = exception.what === undefined || exception.what === what;
  return exception.rule === rule.name && isThere && isMeant;
}

function shown(rule: Rule, { path, line, what }: Finding): string {
  return `${line === undefined ? path : `${path}:${line}`}: ${what} — ${rule.instead}`;
}

test.each(results.map((each) => [each.rule.name, each] as const))("%s", (_, { rule, found }) => {
  const left = found.filter((finding) => !exceptions.some((each) => excepts(each, rule, finding)));
  expect(left.map((finding) => shown(rule, finding))).toEqual([]);
});

test("every exception is needed", () => {
  const idle = exceptions.filter(
    (each) => !results.some(({ rule, found }) => found.some((one) => excepts(each, rule, one))),
  );
  expect(idle.map(({ rule, path, what = "" }) => `${rule}: ${path} ${what} — take it off`)).toEqual(
    [],
  );
});

test("no generated or private file is tracked", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  const stray = tracked.filter((path) => /\.(log|tmp|orig|rej)$|(^|\/)\.bursar\//.test(path));
  expect(stray).toEqual([]);
});
