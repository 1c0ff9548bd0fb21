// docs/interface.md names what is served: each operation with its path, each section that code
// cites, and no error code or code list that does not exist.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWithoutStore } from "../src/cli/contract.ts";
import { buildContract } from "../src/platform/http/contract/openapi.ts";
import { callerKinds, callersOnPage } from "./callers-page.ts";
import { examplesOf } from "./examples.ts";
import { root, sourceFiles } from "./source-files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const page = read("docs/interface.md");

test("each operation of the contract is on the page with its request", async () => {
  const contract = buildContract(await openWithoutStore(), []);
  const missing = Object.entries(contract.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`])
      .filter(([id, request]) => !page.includes(`\`${id}\` | \`${request}\``)),
  );
  expect(missing).toEqual([]);
});

test("each operation admits the callers that the page names", async () => {
  const given = callersOnPage();
  const others = given.find(({ names }) => names.length === 0)?.callers;
  const wrong = examplesOf({ app: await openWithoutStore() }).flatMap(({ id, callers }) => {
    const documented = given.find(({ names }) => names.includes(id))?.callers ?? others ?? [];
    return documented.join() === callers.toSorted(byKind).join()
      ? []
      : [`${id}: ${callers.join()}`];
  });
  function byKind(one: string, other: string): number {
    const kinds: readonly string[] = callerKinds;
    return kinds.indexOf(one) - kinds.indexOf(other);
  }
  expect(wrong).toEqual([]);
});

test("each section that code cites is a heading of the page", () => {
  const headings = new Set(
    page.split("\n").flatMap((line) => /^##+ (\d+(?:\.\d+)?)\.? /.exec(line)?.[1] ?? []),
  );
  const cited = sourceFiles("src", "test", "scripts").flatMap(({ path, text }) =>
    [...text.matchAll(/\(interface (\d[\d., to]*)\)/g)].flatMap(([, list = ""]) =>
      list.split(/, | to /).map((section) => ({ path, section })),
    ),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ section }) => !headings.has(section))).toEqual([]);
});

test("each error code that the page names is a code of the service", () => {
  const errors = read("docs/errors.md");
  const named = [...page.matchAll(/`((?:[a-z0-9]+\.)+(?:rule|found|type|key|choice|date))`/g)];
  expect(named.length).toBeGreaterThan(10);
  expect(named.map(([, code]) => code).filter((code) => !errors.includes(`\`${code}\``))).toEqual(
    [],
  );
});

test("the page's links lead to pages that exist", () => {
  const targets = [...page.matchAll(/\]\(([\w-]+\.md)/g)].map(([, target = ""]) => target);
  expect(targets.filter((target) => read(`docs/${target}`) === "")).toEqual([]);
});
