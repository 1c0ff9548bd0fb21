// The constructs that operations and rules may not use: an operation throws only refusals, and a rule only checks.
import { fileName, inProduct, type Rule } from "../rule.ts";
import {
  functionsOf,
  importsOf,
  memberName,
  nameOf,
  nameOfFunction,
  nodesOf,
  type SyntaxFile,
} from "../syntax.ts";

/** Names of operation files begin with a verb; those of other files with a noun, or with a helping
 * verb. */
const operation =
  /^(?:accept|answer|cancel|change|create|delete|explain|get|lift|list|place|put|read|remove|replace|report|revoke|send|sign|submit|update|verify|withdraw)-/;

function isOperation(path: string): boolean {
  return path.startsWith("src/brokerage/") && operation.test(fileName(path));
}

const caught: Rule = {
  name: "an operation catches nothing",
  instead: "let it pass: a refusal is answered, anything else is a defect and is logged once",
  find: inProduct(isOperation, (file) => [
    ...nodesOf(file, "TryStatement"),
    ...nodesOf(file, "MemberExpression").filter((node) => memberName(node) === "catch"),
  ]),
  broken: [
    {
      "src/brokerage/placements/offers/create-offer.ts":
        "export async function createOffer() { try { a(); } catch { b(); } }",
    },
    {
      "src/brokerage/placements/offers/get-offer.ts":
        "export async function getOffer() { return a().catch(() => undefined); }",
    },
  ],
  kept: [
    {
      "src/brokerage/clients-and-accounts/agreements/drawing.ts":
        "export function a() { try { b(); } catch { c(); } }",
    },
    {
      "src/brokerage/placements/offers/get-offer.ts":
        "export async function getOffer() { return a(); }",
    },
  ],
};

const refused: Rule = {
  name: "an operation throws only refusals",
  instead: "throw a `Refusal`, or `assert` what must be true if the code is right",
  find: inProduct(isOperation, (file, { product }) => {
    const makers = new Set(["Refusal", ...ownMakers(file)]);
    for (const { target, names } of importsOf(file)) {
      const holder = product.find(({ path }) => path === target);
      const made = holder === undefined ? [] : ownMakers(holder);
      for (const name of names) if (made.includes(name)) makers.add(name);
    }
    return nodesOf(file, "ThrowStatement").filter(({ argument }) => {
      if (argument.type !== "CallExpression" && argument.type !== "NewExpression") return true;
      return !makers.has(nameOf(argument.callee) ?? "");
    });
  }),
  broken: [
    {
      "src/brokerage/placements/offers/create-offer.ts":
        'export async function createOffer() { throw new Error("no"); }',
    },
    {
      "src/brokerage/placements/offers/get-offer.ts":
        'import { parse } from "./rules.ts"; export async function getOffer() { throw parse(); }',
    },
    {
      "src/brokerage/placements/offers/get-offer.ts":
        'export async function getOffer() { throw "no"; }',
    },
  ],
  kept: [
    {
      "src/brokerage/placements/offers/get-offer.ts":
        'import { notFound } from "../../../values/problem.ts"; export async function getOffer() { throw notFound(a); }',
      "src/values/problem.ts": "export function notFound(): Refusal { return new Refusal(); }",
    },
    {
      "src/brokerage/placements/offers/get-offer.ts":
        "export async function getOffer() { throw missing(); } function missing(): Refusal { return a(); }",
    },
    { "src/brokerage/placements/offers/load.ts": 'export function a() { throw new Error("no"); }' },
  ],
};

/** The file's own functions that return a `Refusal`. */
function ownMakers(file: SyntaxFile): string[] {
  return functionsOf(file)
    .filter(({ returnType }) => {
      const text = returnType && file.text.slice(returnType.start, returnType.end);
      return text !== null && text !== undefined && /^:\s*Refusal$/.test(text);
    })
    .map((node) => nameOfFunction(file, node));
}

const isRules = (path: string) =>
  /(?:^|-)rules\.ts$/.test(fileName(path)) && path.startsWith("src/brokerage/");

const waiting: Rule = {
  name: "rules are synchronous",
  instead: "take the facts as arguments; the operation reads them",
  find: inProduct(isRules, (file) => [
    ...functionsOf(file).filter((node) => node.async),
    ...nodesOf(file, "AwaitExpression"),
    ...nodesOf(file, "TSTypeReference").filter(({ typeName }) => nameOf(typeName) === "Promise"),
    ...nodesOf(file, "MemberExpression").filter((node) => /^Promise\./.test(nameOf(node) ?? "")),
  ]),
  broken: [
    { "src/brokerage/placements/offers/rules.ts": "export async function a() { return 1; }" },
    { "src/brokerage/placements/offers/rules.ts": "export const a = async () => 1;" },
    { "src/brokerage/placements/offers/rules.ts": "const a = await b;" },
    {
      "src/brokerage/placements/offers/rules.ts":
        "export function a(): Promise<void> { return b(); }",
    },
  ],
  kept: [
    { "src/brokerage/placements/offers/rules.ts": "export function a() { return 1; }" },
    {
      "src/brokerage/placements/offers/get-offer.ts":
        "export async function getOffer() { return 1; }",
    },
  ],
};

/** The modules that rules may import for more than types: values, reference data, their own folder's nouns. */
function isFact(target: string): boolean {
  if (/^(?:src\/(?:values|reference)|packages\/[^/]+\/src)\//.test(target)) return true;
  if (/^src\/platform\/(?:refusals)\//.test(target)) return true;
  return (
    target.startsWith("src/brokerage/") &&
    !/(?:^|\/|-)(?:queries|reads|changes|load|routes|access)\.ts$/.test(target)
  );
}

const pure: Rule = {
  name: "rules import nothing that can read or change the store",
  instead: "take the facts as arguments; the operation reads them",
  find: inProduct(isRules, (file) =>
    importsOf(file)
      .filter(({ isOfTypes, target, specifier }) =>
        target === undefined ? isOfMachine(specifier) : !isOfTypes && !isFact(target),
      )
      .map(({ node }) => node),
  ),
  broken: [
    {
      "src/brokerage/placements/offers/rules.ts":
        'import { sql } from "../../../platform/store/db.ts";',
    },
    { "src/brokerage/placements/offers/rules.ts": 'import { selectOffer } from "./queries.ts";' },
    {
      "src/brokerage/placements/offers/rules.ts":
        'import { type A, offerOf } from "../../clients-and-accounts/firms/reads.ts";',
    },
    { "src/brokerage/placements/offers/rules.ts": 'import { readFileSync } from "node:fs";' },
    { "src/brokerage/placements/offers/rules.ts": 'import pg from "pg";' },
  ],
  kept: [
    { "src/brokerage/placements/offers/rules.ts": 'import type { OfferRow } from "./queries.ts";' },
    {
      "src/brokerage/placements/offers/rules.ts": 'import { type A, type B } from "./queries.ts";',
    },
    {
      "src/brokerage/placements/offers/rules.ts":
        'import { isDay } from "../../../values/dates.ts";',
    },
    { "src/brokerage/placements/offers/rules.ts": 'import assert from "node:assert/strict";' },
  ],
};

function isOfMachine(specifier: string): boolean {
  return !["node:assert/strict", "node:assert", "typebox"].includes(specifier);
}

const still: Rule = {
  name: "values and engines reach nothing outside the process",
  instead: "take what was read as an argument",
  find: inProduct(
    (path) =>
      /^(?:src\/values|packages\/(?:values|tax-lots|performance|custodian-files)\/src)\//.test(
        path,
      ),
    (file) =>
      importsOf(file)
        .filter(({ target, specifier }) => target === undefined && !isHarmless(specifier))
        .map(({ node }) => node),
  ),
  broken: [
    { "packages/tax-lots/src/a.ts": 'import { readFileSync } from "node:fs";' },
    { "src/values/a.ts": 'import pg from "pg";' },
  ],
  kept: [
    { "packages/tax-lots/src/a.ts": 'import assert from "node:assert/strict";' },
    { "src/values/a.ts": 'import { createHash } from "node:crypto";' },
  ],
};

function isHarmless(specifier: string): boolean {
  return /^(?:node:(?:assert(?:\/strict)?|crypto|buffer|util)|typebox(?:\/.+)?)$/.test(specifier);
}

/** The rules of this theme. */
export const storyRules: readonly Rule[] = [caught, refused, waiting, pure, still];
