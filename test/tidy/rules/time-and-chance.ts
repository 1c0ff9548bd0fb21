// Time, randomness, the user and the environment are arguments: few places may read them from the machine.
import type { Node } from "oxc-parser";
import { inProduct, type Rule } from "../rule.ts";
import { importsOf, nameOf, nodesOf, parentOf } from "../syntax.ts";
import { sqlTextsOf } from "./sql-texts.ts";

const clocks = new Set(["Date.now", "performance.now", "process.hrtime", "process.hrtime.bigint"]);

const clock: Rule = {
  name: "time is an argument",
  instead: "take `now` as an argument; the process's clock is read in main.ts and the commands",
  find: inProduct(
    () => true,
    (file) => [
      ...nodesOf(file, "MemberExpression").filter((node) => {
        const name = nameOf(node) ?? "";
        return clocks.has(name) || name.startsWith("Temporal.Now.");
      }),
      ...nodesOf(file, "NewExpression").filter(
        ({ callee, arguments: given }) => nameOf(callee) === "Date" && given.length === 0,
      ),
      ...nodesOf(file, "CallExpression").filter(({ callee }) => nameOf(callee) === "Date"),
    ],
  ),
  broken: [
    { "src/brokerage/placements/offers/rules.ts": "const a = Date.now();" },
    { "packages/tax-lots/src/a.ts": "const a = new Date();" },
    { "packages/tax-lots/src/a.ts": "const a = new Date;" },
    { "src/platform/http/a.ts": "const now = clock ?? Date.now;" },
    { "src/values/a.ts": "const a = performance.now();" },
    { "src/brokerage/books/a/a.ts": "const a = Temporal.Now.instant();" },
  ],
  kept: [
    { "packages/tax-lots/src/a.ts": "const a = new Date(at); const b = Date.parse(text);" },
    { "packages/tax-lots/src/a.ts": "const a = (now: Date) => now;" },
  ],
};

const draws = /^(?:random\w*|getRandomValues|generateKey\w*|generatePrime\w*)$/;

const chance: Rule = {
  name: "randomness is an argument",
  instead: "take `random` as an argument, as `Context` has it",
  find: inProduct(
    () => true,
    (file) => [
      ...importsOf(file)
        .filter(
          ({ specifier, names }) => isCrypto(specifier) && names.some((each) => draws.test(each)),
        )
        .map(({ node }) => node),
      ...nodesOf(file, "MemberExpression").filter((node) => {
        const [owner = "", member = ""] = (nameOf(node) ?? "").split(/\.(?=\w+$)/);
        return /^(?:Math|(?:globalThis\.)?crypto)$/.test(owner) && draws.test(member);
      }),
    ],
  ),
  broken: [
    { "src/values/ids.ts": 'import { randomUUID } from "node:crypto";' },
    {
      "src/brokerage/books/a/a.ts":
        'import { createHash, randomBytes as draw } from "node:crypto";',
    },
    { "packages/tax-lots/src/a.ts": "const a = Math.random();" },
    { "packages/tax-lots/src/a.ts": "const a = crypto.randomUUID();" },
    { "packages/tax-lots/src/a.ts": "const a = globalThis.crypto.getRandomValues(b);" },
  ],
  kept: [
    { "src/values/a.ts": 'import { createHash } from "node:crypto";' },
    { "src/values/a.ts": "const a = ctx.random(16);" },
  ],
};

function isCrypto(specifier: string): boolean {
  return specifier === "node:crypto" || specifier === "crypto";
}

const lookUps = new Set(["userInfo", "homedir"]);

const user: Rule = {
  name: "the system's user is looked up in one place",
  instead: "use systemUser: a user without an entry in /etc/passwd has neither a name nor a home",
  find: inProduct(
    (path) => path !== "src/platform/process/system-user.ts",
    (file) => [
      ...importsOf(file)
        .filter(
          ({ specifier, names }) =>
            /^(?:node:)?os$/.test(specifier) && names.some((each) => lookUps.has(each)),
        )
        .map(({ node }) => node),
      ...nodesOf(file, "MemberExpression").filter((node) =>
        /^os\.(?:userInfo|homedir)$/.test(nameOf(node) ?? ""),
      ),
    ],
  ),
  broken: [
    { "src/cli/a.ts": 'import { userInfo } from "node:os";' },
    { "src/platform/a.ts": 'import { homedir as home } from "os";' },
    { "src/platform/a.ts": 'import os from "node:os"; const a = os.userInfo();' },
  ],
  kept: [
    { "src/platform/process/system-user.ts": 'import { userInfo } from "node:os";' },
    { "src/platform/a.ts": 'import { tmpdir } from "node:os";' },
  ],
};

const environment: Rule = {
  name: "the environment is read in one place",
  instead: "add a variable to src/config/config.ts and take its value as an argument",
  find: inProduct(
    () => true,
    (file): readonly Node[] =>
      nodesOf(file, "MemberExpression").filter((node) => {
        if (nameOf(node) !== "process.env") return false;
        // Commands pass it on as a whole.
        const isTaken = ["MemberExpression", "VariableDeclarator"].includes(
          parentOf(file, node)?.type ?? "",
        );
        return isTaken || !file.path.startsWith("src/cli/");
      }),
  ),
  broken: [
    { "src/platform/a.ts": "const a = process.env.DATA_DIR;" },
    { "src/platform/a.ts": "const a = read(process.env);" },
    { "src/cli/a.ts": "const a = process.env.DATA_DIR;" },
    { "src/cli/a.ts": 'const a = process.env["DATA_DIR"];' },
    { "src/cli/a.ts": "const { DATA_DIR } = process.env;" },
  ],
  kept: [
    { "src/platform/a.ts": "const a = config.dataDir;" },
    { "src/cli/a.ts": "const a = readConfig(process.env);" },
  ],
};

const drawnInSql =
  /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|random|gen_random_uuid)\s*\(|\bcurrent_(?:date|time|timestamp)\b|\blocaltime(?:stamp)?\b/i;

const storeClock: Rule = {
  name: "statements take time and randomness as parameters",
  instead: "give the statement the context's `now`, or what `random` drew",
  find: inProduct(
    (path) => /^src\/(brokerage|reference)\//.test(path),
    (file) => sqlTextsOf(file).flatMap(({ node, text }) => (drawnInSql.test(text) ? [node] : [])),
  ),
  broken: [
    { "src/brokerage/placements/offers/queries.ts": "const a = sql`select now()`;" },
    {
      "src/brokerage/books/recompute/queries.ts":
        'const a = run(tx, "delete from a where b < current_date");',
    },
  ],
  kept: [
    { "src/brokerage/placements/offers/queries.ts": "const a = sql`select known(b), ${now}`;" },
    { "src/platform/store/a.ts": "const a = sql`select now()`;" },
  ],
};

/** The rules of this theme. */
export const timeAndChanceRules: readonly Rule[] = [clock, chance, user, environment, storeClock];
