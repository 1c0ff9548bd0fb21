// The response that the contract shows for each operation is the sample firm's answer to its
// example. `npm run answers` writes them.
import { globSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { exampleFile, exampleResponse } from "../src/brokerage/service/system/answers.ts";
import { type Example, examplesOf } from "./examples.ts";
import { testBase, useTestService } from "./harness.ts";
import { root } from "./source-files.ts";

const documented = "http://127.0.0.1:8080";
const howTo = "run `npm run answers`, and read what it wrote";

const service = useTestService();
let examples: readonly Example[];
beforeAll(async () => {
  examples = examplesOf(service);
});

/** The media types of an operation's success that are stored as text, JSON first. */
function mediaTypesOf({ operation, isChange }: Example): string[] {
  if (isChange) return [];
  const [success] = Object.values(operation.responses);
  const types = Object.keys(success?.content ?? {});
  // A stream of events does not end.
  const others = types.filter((type) => type !== "text/event-stream");
  return others.filter((type) => type === "application/json" || type.startsWith("text/"));
}

const kept = () =>
  examples.flatMap((example) => mediaTypesOf(example).map((type) => ({ example, type })));

async function responseOf({ caller, request }: Example, type: string) {
  const { method, path, headers, body } = request;
  const asCsv = `${path}${path.includes("?") ? "&" : "?"}format=csv`;
  const target = type === "text/csv" ? asCsv : path;
  const response = await service.call(caller, method, target, body, headers);
  expect(response.status, response.text).toBe(200);
  const text = response.text.replaceAll(testBase, documented);
  return type === "application/json" ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text;
}

test("each operation shows what the sample firm answers to its example", async () => {
  const different: string[] = [];
  for (const { example, type } of kept()) {
    const text = await responseOf(example, type);
    const file = exampleFile(example.id, type);
    if (process.env.WRITE_ANSWERS === "yes") {
      writeFileSync(pathFor(example.id, file), text);
      continue;
    }
    const known = exampleResponse(example.id, type);
    const now = type === "application/json" ? JSON.parse(text) : text;
    try {
      expect(known).toEqual(now);
    } catch {
      different.push(`${file} — ${howTo}`);
    }
  }
  expect(different).toEqual([]);
});

test("no response is stored for an operation that is not served", () => {
  const names = new Set(kept().map(({ example, type }) => exampleFile(example.id, type)));
  const stray = globSync("src/**/*.answer.*", { cwd: root }).filter(
    (path) => !names.has(basename(path)),
  );
  expect(stray.map((path) => `${path} — delete it`)).toEqual([]);
});

/** The response is stored next to the file of its operation. */
function pathFor(id: string, file: string): string {
  const name = `${file.split(".")[0]}.ts`;
  const [path] = globSync(`src/brokerage/**/${name}`, { cwd: root });
  if (path === undefined) throw new Error(`${id} has no file ${name}`);
  return join(root, path, "..", file);
}
