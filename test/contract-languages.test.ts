// The contract as generators of other languages read it: patterns that Python, Go and Rust compile,
// and schemas that say what they are. The generators themselves run with the proofs
// (generators.test.ts).
import { execFileSync, spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { openWithoutStore } from "../src/cli/contract.ts";
import type { Contract } from "../src/platform/http/contract/contract-document.ts";
import { buildContract } from "../src/platform/http/contract/openapi.ts";

interface Schema {
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly items?: object;
}

let contract: Contract;
/** Every schema of the contract, by its path. */
const schemas = new Map<string, Schema>();

beforeAll(async () => {
  contract = buildContract(await openWithoutStore(), ["http://127.0.0.1:8080"]);
  collect({ paths: contract.paths, webhooks: contract.webhooks, components: contract.components });
});

const single = new Set(["schema", "items"]);
const named = new Set(["properties", "schemas", "patternProperties"]);
const several = new Set(["anyOf", "oneOf", "allOf"]);

/** Collects the schemas below a part of the contract. */
function collect(part: unknown, path = ""): void {
  if (typeof part !== "object" || part === null) return;
  for (const [key, of] of Object.entries(part)) {
    if (key === "example" || key === "examples") continue;
    const at = path === "" ? key : `${path}.${key}`;
    if (single.has(key)) schemas.set(at, of as Schema);
    if (named.has(key) || several.has(key)) {
      for (const [name, each] of Object.entries(of as object)) schemas.set(`${at}.${name}`, each);
    }
    collect(of, at);
  }
}

const patterns = () => [
  ...new Set([...schemas.values()].flatMap(({ pattern }) => (pattern ? [pattern] : []))),
];

/** The constructs that RE2 or Rust's regex lacks, by name. */
const lacking: Readonly<Record<string, RegExp>> = {
  "a look-around": /\(\?<?[=!]/,
  "a class of Unicode": /\\[pP]\{/,
  "a code point as JavaScript writes it": /\\(?:u|c[A-Z])/,
  "a reference back": /\\(?:[1-9]|k<)/,
  "a named group": /\(\?P?<[A-Za-z]/,
  "an escape that JavaScript alone has": /\\(?![dDwWsSbBnrtfvx0.*+?^${}()|[\]\\/-])/,
  "an operator of Rust's classes": /\[[^\]]*(?:&&|--|~~|\[)/,
};

/** The constructs that a pattern uses and one of the two lacks. */
function lackedBy(pattern: string): string[] {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, from, to]) => [
    from,
    to,
  ]);
  const isLong = counts.some((count) => Number(count ?? 0) > 1_000);
  const used = Object.entries(lacking).filter(([, form]) => form.test(pattern));
  return [...used.map(([what]) => what), ...(isLong ? ["more than 1,000 repetitions"] : [])];
}

test("no pattern uses what RE2 and Rust's regex lack", () => {
  expect(patterns().length).toBeGreaterThan(20);
  const advice = "give it a wider form in src/values/portable-patterns.ts";
  const wrong = patterns().flatMap((pattern) =>
    lackedBy(pattern).map((what) => `${pattern} has ${what} — ${advice}`),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ["^(?=a)b$", "a look-around"],
  ["^(?<!a)b$", "a look-around"],
  ["^\\p{L}$", "a class of Unicode"],
  ["^[\\u2800]$", "a code point as JavaScript writes it"],
  ["^(a)\\1$", "a reference back"],
  ["^(?<year>a)$", "a named group"],
  ["^\\q$", "an escape that JavaScript alone has"],
  ["^[a[b]$", "an operator of Rust's classes"],
  ["^a{0,1001}$", "more than 1,000 repetitions"],
])("the check finds that %s has %s", (pattern, what) => {
  expect(lackedBy(pattern)).toContain(what);
});

const python = spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!python)("Python's re compiles each pattern (needs python3)", () => {
  const program = [
    "import json, re, sys, warnings",
    "warnings.simplefilter('error')",
    "for each in json.load(sys.stdin):",
    "    try: re.compile(each)",
    "    except Exception as fault: print(each, fault)",
  ].join("\n");
  const options = { input: JSON.stringify(patterns()), encoding: "utf8" } as const;
  expect(execFileSync("python3", ["-c", program], options)).toBe("");
});

test("each schema says what it is: a type, a name, or a choice of such", () => {
  const kinds = ["type", "$ref", "anyOf", "oneOf", "allOf"];
  const untyped = [...schemas].filter(([, of]) => !kinds.some((kind) => kind in of));
  expect(untyped.map(([path]) => `${path} — give it a type`)).toEqual([]);
  const mixed = [...schemas].filter(([, { type }]) => {
    if (!Array.isArray(type)) return false;
    const others = type.filter((each) => each !== "null" && each !== "object");
    return type.length < 2 || (type.includes("object") && others.length > 0);
  });
  expect(mixed.map(([path]) => `${path} — one type, or several besides null but objects`)).toEqual(
    [],
  );
  const isList = ({ type }: Schema) => [type].flat().includes("array");
  const bare = [...schemas].filter(([, of]) => isList(of) && of.items === undefined);
  expect(bare.map(([path]) => `${path} — say what its entries are`)).toEqual([]);
});

test("each list of a request, and each that a request bounds, has a limit", () => {
  const reached = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part ?? {}).matchAll(
      /"#\/components\/schemas\/(\w+)"/g,
    )) {
      if (reached.has(name)) continue;
      reached.add(name);
      follow(contract.components.schemas?.[name]);
    }
  };
  const operations = Object.values(contract.paths).flatMap((each) => Object.values(each));
  for (const { requestBody } of operations) follow(requestBody);
  // A response has no more than its request may ask for.
  const limited = operations.filter(({ parameters = [] }) =>
    (parameters as readonly { readonly name?: string }[]).some(({ name }) => name === "limit"),
  );
  const returned = limited.flatMap(({ operationId, responses }) => {
    const { schema } = responses["200"]?.content?.["application/json"] ?? {};
    const { type, maxItems } = (schema ?? {}) as Schema;
    // Without a limit it returns all accounts.
    const isAll = operationId === "listAccounts";
    return type === "array" && maxItems === undefined && !isAll ? [operationId] : [];
  });
  expect(returned.map((name) => `${name} — set the maxItems of its response`)).toEqual([]);
  const endless = [...schemas].filter(([path, { type, maxItems }]) => {
    const [, name = ""] = /^components\.schemas\.(\w+)/.exec(path) ?? [];
    return reached.has(name) && [type].flat().includes("array") && maxItems === undefined;
  });
  expect(endless.map(([path]) => `${path} — set its maxItems`)).toEqual([]);
});
