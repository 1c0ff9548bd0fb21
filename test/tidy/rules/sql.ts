// Where SQL may be written, what a function that changes rows takes, and who opens a transaction.
import type { Node } from "oxc-parser";
import { type Finding, fileName, findingAt, inProduct, type Rule } from "../rule.ts";
import {
  ancestorsOf,
  type FunctionNode,
  importsOf,
  memberName,
  nameOfFunction,
  nodesOf,
  type SyntaxFile,
} from "../syntax.ts";
import { sqlTextsOf } from "./sql-texts.ts";

const isQueries = (path: string) => /(?:^|-)queries\.ts$/.test(fileName(path));

const inQueries: Rule = {
  name: "SQL is written in queries",
  instead: "move the statement to queries.ts or a …-queries.ts of its folder",
  find: inProduct(
    (path) => !isQueries(path),
    (file) => sqlTextsOf(file).map(({ node }) => node),
  ),
  broken: [
    { "src/brokerage/placements/offers/create-offer.ts": "const a = sql`select b from c`;" },
    { "src/brokerage/placements/offers/reads.ts": "const a = sql<Row>`select b from c`;" },
    { "src/brokerage/placements/offers/load.ts": 'const a = await query(tx, "select b from c");' },
    {
      "src/brokerage/books/recompute/compute-books.ts":
        "const a = run(tx, `\n  update ${table} set b = 1`);",
    },
    { "src/cli/audit.ts": 'const a = client.query("delete from audit_entry");' },
    { "src/brokerage/books/recompute/a.ts": "const a = `with b as (select 1) select * from b`;" },
    { "src/brokerage/books/recompute/a.ts": "const a = part`b.c = d.e`;" },
  ],
  kept: [
    { "src/brokerage/placements/offers/queries.ts": "const a = sql`select b from c`;" },
    { "src/brokerage/placements/offers/view-queries.ts": "const a = sql`select b from c`;" },
    { "src/brokerage/placements/offers/rules.ts": 'const a = "Select an offer of the firm.";' },
    {
      "src/cli/audit.ts": 'const a = "update the checkpoint"; const b = "Delete from here";'.slice(
        0,
        34,
      ),
    },
    { "src/values/a.ts": "// select b from c\nconst sql = 1;" },
  ],
};

const etag: Rule = {
  name: "SQL is never plain text",
  instead:
    "write it with the tag `sql`, or in a load `declared`, which refuses what is not declared",
  find: inProduct(
    () => true,
    (file) => sqlTextsOf(file).flatMap(({ node, tag }) => (tag === undefined ? [node] : [])),
  ),
  broken: [
    { "src/brokerage/placements/offers/queries.ts": "const a = `select b from ${table}`;" },
    { "src/brokerage/books/recompute/queries.ts": 'const a = "delete from " + table;' },
    { "src/platform/bulk/a.ts": 'const a = "analyze load_change";' },
  ],
  kept: [
    {
      "src/brokerage/placements/offers/queries.ts":
        "const a = sql`select b from c where d = ${e}`;",
    },
    { "src/platform/bulk/a.ts": "const a = declared`select b from ${table}`;" },
  ],
};

const driver: Rule = {
  name: "only the store uses the driver",
  instead: "use a `Reader` or a `Tx`, which take only statements",
  find: inProduct(
    () => true,
    (file) => [
      ...importsOf(file)
        .filter(
          ({ specifier, names, isOfTypes }) =>
            (/^pg(?:-|$)/.test(specifier) && !isOfTypes) ||
            names.some((name) => ["sqlPart", "partText", "nameText"].includes(name)),
        )
        .map(({ node }) => node),
      ...nodesOf(file, "CallExpression").filter(({ callee }) => memberName(callee) === "query"),
    ],
  ),
  broken: [
    { "src/brokerage/placements/offers/queries.ts": "const a = await tx.client.query(text);" },
    { "src/brokerage/placements/offers/queries.ts": 'import pg from "pg";' },
    { "src/brokerage/placements/offers/load.ts": 'import { from } from "pg-copy-streams";' },
    {
      "src/brokerage/books/recompute/queries.ts":
        'import { sqlPart } from "../platform/store/sql.ts";',
    },
  ],
  kept: [
    {
      "src/brokerage/placements/offers/queries.ts":
        "const a = await db.rows(sql`select b from c`);",
    },
    { "src/platform/keys/a.ts": 'import type pg from "pg";' },
    { "src/brokerage/placements/offers/a.ts": "const a = request.query;" },
  ],
};

const changing =
  /(?:^|[();])\s*(?:insert\s+into|update\s+\S+|delete\s+from|merge\s+into|truncate|lock\s+table|copy\s+\S+\s+(?:\(.*\)\s+)?from)\b|\bfor\s+(?:no\s+key\s+)?update\b|\bfor\s+(?:key\s+)?share\b/is;

const takesTx: Rule = {
  name: "what changes or locks rows takes a transaction",
  instead: "take a `tx: Tx` first, or its `sender: Sender`; a `Reader` only selects",
  find: inProduct(
    (path) => /^src\/(brokerage|reference|platform)\//.test(path),
    (file) =>
      sqlTextsOf(file).flatMap(({ node, text, tag }): Finding[] => {
        if (tag === "part" || !changing.test(text)) return [];
        const holder = holderOf(file, node);
        if (holder !== undefined && hasTx(file, holder)) return [];
        const name = holder === undefined ? "a statement" : nameOfFunction(file, holder);
        return [findingAt(file, node, `${name} changes or locks rows`)];
      }),
  ),
  broken: [
    {
      "src/brokerage/placements/offers/queries.ts":
        "export async function setOffer(db: Reader) { await db.rows(sql`update offer set a = 1`); }",
    },
    {
      "src/brokerage/placements/offers/queries.ts":
        "export const setOffer = (db: Reader) => db.first(sql`with gone as (delete from offer returning *) select * from gone`);",
    },
    {
      "src/brokerage/placements/offers/queries.ts":
        "export function read(db: Reader) { return db.rows(sql`select from offer for no key update`); }",
    },
    {
      "src/brokerage/placements/offers/queries.ts":
        "export function read(ctx: Context) { return ctx.db.rows(sql`insert into offer values (1)`); }",
    },
    {
      "src/brokerage/books/recompute/queries.ts":
        "function a(db: Reader) { return db.rows(sql`with b as (select 1) update c set d = 1 from b`); }",
    },
    {
      "src/brokerage/books/recompute/queries.ts":
        "const insertAll = sql`insert into offer values (1)`;",
    },
    {
      "src/brokerage/books/recompute/queries.ts":
        "function a(client: Client) { run(client, `delete from ${b}`); }",
    },
  ],
  kept: [
    {
      "src/brokerage/placements/offers/queries.ts":
        "export async function setOffer(tx: Tx, a: A) { await tx.execute(sql`update offer set a = 1`); }",
    },
    {
      "src/brokerage/placements/offers/queries.ts":
        "export function setAll(tx: Tx) { return all.map((each) => tx.execute(sql`update offer set a = ${each}`)); }",
    },
    {
      "src/brokerage/placements/offers/queries.ts":
        "export function setOffer(sender: Sender, a: A) { sender.send(sql`update offer set a = 1`); }",
    },
    {
      "src/brokerage/placements/offers/queries.ts":
        "export function read(db: Reader) { return db.rows(sql`select last_update from updated_offer`); }",
    },
  ],
};

/** The outermost function around a node. */
function holderOf(file: SyntaxFile, node: Node): FunctionNode | undefined {
  return ancestorsOf(file, node)
    .filter(
      (each): each is FunctionNode =>
        each.type === "FunctionDeclaration" ||
        each.type === "FunctionExpression" ||
        each.type === "ArrowFunctionExpression",
    )
    .at(-1);
}

/** Whether a function's parameters are typed as a transaction or what sends in one, and none as a reader. */
function hasTx(file: SyntaxFile, { params }: FunctionNode): boolean {
  const text = params.map(({ start, end }) => file.text.slice(start, end)).join(", ");
  return /:\s*(?:Tx|Sender)\b/.test(text) && !/:\s*(?:Reader|GuardedReader|Database)\b/.test(text);
}

const opened: Rule = {
  name: "only write() opens a transaction",
  instead: "go through write()",
  find: inProduct(
    () => true,
    (file) => [
      ...nodesOf(file, "CallExpression").filter(({ callee }) =>
        /^(?:transaction|inTransaction)$/.test(lastName(callee)),
      ),
      ...sqlTextsOf(file).flatMap(({ node, text }) =>
        /^\s*(?:begin|start transaction)\b/i.test(text) ? [node] : [],
      ),
    ],
  ),
  broken: [
    { "src/brokerage/placements/offers/a.ts": "await ctx.db.transaction(async (tx) => 1);" },
    { "src/cli/a.ts": "await opened(store).forLoads.transaction(work);" },
    { "src/cli/a.ts": 'await client.query("begin");' },
    { "src/platform/a.ts": "await inTransaction(pool, work);" },
  ],
  kept: [
    { "src/brokerage/placements/offers/a.ts": 'await write(ctx, "a", async (tx) => 1);' },
    {
      "src/brokerage/books/transactions/a.ts":
        "const a = transactions(b); const c = d.transaction;",
    },
  ],
};

function lastName(node: Node): string {
  return node.type === "Identifier" ? node.name : (memberName(node) ?? "");
}

const absent: Rule = {
  name: "absence is asked for by not exists",
  instead:
    "write `not exists (select from … where …)`: PostgreSQL compares `not in (select …)` row by row " +
    "where the rows need more than work_mem, and a null among them makes it empty",
  find: inProduct(
    () => true,
    (file) =>
      sqlTextsOf(file).flatMap(({ node, text }) =>
        /\bnot\s+in\s*\(\s*(?:select|with|values)\b/i.test(text) ? [node] : [],
      ),
  ),
  broken: [
    {
      "src/brokerage/books/recompute/queries.ts":
        "const a = sql`select b from c where d not in (select e from f)`;",
    },
    {
      "src/brokerage/books/recompute/queries.ts":
        "const a = declared`delete from c where d not in (\n select 1)`;",
    },
    {
      "src/brokerage/books/recompute/queries.ts":
        "const a = sql`select b from c where (d, e) NOT IN (values (1, 2))`;",
    },
  ],
  kept: [
    {
      "src/brokerage/books/recompute/queries.ts":
        "const a = sql`select b from c where d not in ('e', 'f')`;",
    },
    {
      "src/brokerage/books/recompute/queries.ts":
        "const a = sql`select b from c where d in (select e from f)`;",
    },
    {
      "src/brokerage/books/recompute/queries.ts":
        "const a = sql`select b from c where not exists (select from d)`;",
    },
  ],
};

/** The rules of this theme. */
export const sqlRules: readonly Rule[] = [inQueries, etag, driver, takesTx, opened, absent];
