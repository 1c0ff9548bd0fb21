// Finds SQL in a file: the texts of its SQL tags, and plain texts that begin like statements.
import type { Node } from "oxc-parser";
import { nameOf, nodesOf, parentOf, type SyntaxFile } from "../syntax.ts";

/** A piece of SQL in the code; `$` stands for each of its places. */
export interface SqlText {
  readonly node: Node;
  readonly text: string;
  /** The tag's name; undefined for a plain text. */
  readonly tag: string | undefined;
}

const tags = new Set(["sql", "part", "declared"]);

const beginning = new RegExp(
  `^\\s*(?:${[
    "select (?!an? |the |one )\\S+",
    "insert into \\w+",
    "update \\S+ (?:as \\w+ )?set\\b",
    "delete from\\b",
    "merge into\\b",
    "with (?:recursive )?\\w+ as (?:not )?(?:materialized )?\\(",
    "create (?:unique |temporary |temp |or replace )*(?:table|index|view|role|database|function|schema)\\b",
    "(?:drop|alter) (?:table|index|view|role|database|function|schema)\\b",
    "truncate (?:table )?\\w+\\s*$",
    "lock table\\b",
    "(?:grant|revoke) .+ (?:on|to|from)\\b",
    "copy \\S+ (?:\\(.*\\) )?(?:from|to)\\b",
    "set (?:role|local|session)\\b",
    "(?:analyze|vacuum|reindex)(?: \\S+)?\\s*$",
    "begin(?: isolation| read|\\s*$)",
    "(?:commit|rollback)(?: to savepoint \\w+)?\\s*$",
    "(?:release )?savepoint \\w+\\s*$",
  ].join("|")})`,
  "is",
);

/** Every piece of SQL of a file. */
export function sqlTextsOf(file: SyntaxFile): SqlText[] {
  const found: SqlText[] = [];
  for (const node of nodesOf(file, "TemplateLiteral")) {
    const text = node.quasis.map(({ value }) => value.cooked ?? value.raw).join("$");
    const parent = parentOf(file, node);
    if (parent?.type === "TaggedTemplateExpression") {
      const tag = nameOf(parent.tag) ?? "";
      if (tags.has(tag)) found.push({ node: parent, text, tag });
    } else if (beginning.test(text)) {
      found.push({ node, text, tag: undefined });
    }
  }
  for (const node of nodesOf(file, "Literal")) {
    if (typeof node.value === "string" && beginning.test(node.value)) {
      found.push({ node, text: node.value, tag: undefined });
    }
  }
  return found;
}
