// The changes to a source file that a test should notice: rules of TypeScript, and rules of
// SQL in the statements tagged `sql`. Text in, places and replacements out.
import { lineAt, nodesOf, type SyntaxFile } from "../../test/tidy/syntax.ts";

/** One change of an expression. */
export interface Mutant {
  /** Where the expression stands in the file. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly operator: string;
  /** The text that replaces it. */
  readonly replacement: string;
}

/** Every mutant of a file, in the order of the text. */
export function mutantsOf(file: SyntaxFile): Mutant[] {
  const types = typesOf(file);
  const found = [
    ...ofComparisons(file),
    ...ofLogic(file),
    ...ofConditions(file),
    ...ofLiterals(file),
    ...ofCalls(file),
    ...ofStatements(file),
  ];
  return found
    .filter(({ start, end }) => !types.some((type) => type.start <= start && end <= type.end))
    .map((each) => ({ ...each, line: lineAt(file, each.start) }))
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** Types, which no test can notice, and names that are not expressions. */
function typesOf(file: SyntaxFile): Place[] {
  const keys = nodesOf(file, "Property").filter(({ computed }) => !computed);
  return [
    ...nodesOf(
      file,
      "TSTypeAliasDeclaration",
      "TSInterfaceDeclaration",
      "TSTypeAnnotation",
      "TSTypeParameterInstantiation",
      "TSTypeParameterDeclaration",
      "TSLiteralType",
      "TSTypeReference",
    ),
    ...keys.map(({ key }) => key),
  ];
}

type Found = Omit<Mutant, "line">;
interface Place {
  readonly start: number;
  readonly end: number;
}

const comparisons: Readonly<Record<string, readonly string[]>> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
};

function ofComparisons(file: SyntaxFile): Found[] {
  const textOf = ({ start, end }: Place) => file.text.slice(start, end);
  return nodesOf(file, "BinaryExpression").flatMap(({ start, end, left, right, operator }) =>
    // + also joins texts, from which nothing can be subtracted.
    [left, right].some(({ type }) => type === "TemplateLiteral" || type === "PrivateIdentifier")
      ? []
      : (comparisons[operator] ?? []).map((other) => ({
          start,
          end,
          operator: `${operator} becomes ${other}`,
          replacement: `${textOf(left)} ${other} ${textOf(right)}`,
        })),
  );
}

function ofLogic(file: SyntaxFile): Found[] {
  const textOf = ({ start, end }: Place) => file.text.slice(start, end);
  return nodesOf(file, "LogicalExpression").flatMap(({ start, end, left, right, operator }) => [
    { start, end, operator: `${operator} keeps its left`, replacement: textOf(left) },
    { start, end, operator: `${operator} keeps its right`, replacement: textOf(right) },
  ]);
}

function ofConditions(file: SyntaxFile): Found[] {
  const choices = nodesOf(file, "ConditionalExpression").map(({ test }) => test);
  const tests = nodesOf(file, "IfStatement").map(({ test }) => test);
  const negated = nodesOf(file, "UnaryExpression").filter(({ operator }) => operator === "!");
  return [
    ...[...choices, ...tests].flatMap(({ start, end }) => [
      { start, end, operator: "the condition always holds", replacement: "true" },
      { start, end, operator: "the condition never holds", replacement: "false" },
    ]),
    ...negated.map(({ start, end, argument }) => ({
      start,
      end,
      operator: "! is dropped",
      replacement: file.text.slice(argument.start, argument.end),
    })),
  ];
}

function ofLiterals(file: SyntaxFile): Found[] {
  return nodesOf(file, "Literal").flatMap(({ start, end, value }) => {
    if (typeof value === "boolean") {
      return [{ start, end, operator: `${value} is turned`, replacement: String(!value) }];
    }
    if (typeof value !== "number" || !Number.isSafeInteger(value)) return [];
    return [{ start, end, operator: `${value} grows by 1`, replacement: String(value + 1) }];
  });
}

const calls: Readonly<Record<string, string>> = { some: "every", every: "some" };

function ofCalls(file: SyntaxFile): Found[] {
  return nodesOf(file, "CallExpression").flatMap(({ start, end, callee }) => {
    if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return [];
    const { name } = callee.property;
    const other = calls[name];
    if (other === undefined) return [];
    const before = file.text.slice(start, callee.property.start);
    const after = file.text.slice(callee.property.end, end);
    const replacement = `${before}${other}${after}`;
    return [{ start, end, operator: `${name} becomes ${other}`, replacement }];
  });
}

function ofStatements(file: SyntaxFile): Found[] {
  return nodesOf(file, "TaggedTemplateExpression").flatMap(({ start, end, tag, quasi }) => {
    if (tag.type !== "Identifier" || tag.name !== "sql") return [];
    const open = quasi.start + 1;
    const statement = file.text.slice(open, quasi.end - 1);
    return statementMutants(statement).map(({ operator, text }) => ({
      start,
      end,
      operator,
      replacement: `${file.text.slice(start, open)}${text}\``,
    }));
  });
}

/** The mutants of one statement, whose parameters appear as `${…}`. */
export function statementMutants(statement: string): { operator: string; text: string }[] {
  const found: { operator: string; text: string }[] = [];
  const cut = (from: number, to: number, operator: string, instead = "") => {
    const what = statement.slice(from, to).replaceAll(/\s+/g, " ").trim();
    const text = `${statement.slice(0, from)}${instead}${statement.slice(to)}`;
    found.push({ operator: `${operator}: ${what}`, text });
  };
  for (const { start, conjuncts } of conditionsOf(statement)) {
    if (conjuncts.length === 1) {
      const [only] = conjuncts;
      if (only) cut(only.start, only.end, "a condition is dropped", " true");
      continue;
    }
    conjuncts.forEach(({ start: from, end }, index) => {
      const next = conjuncts[index + 1];
      const last = conjuncts[index - 1];
      if (next !== undefined)
        cut(index === 0 ? start : from, next.start, "a conjunct is dropped", " ");
      else cut(last?.end ?? from, end, "a conjunct is dropped");
    });
  }
  for (const { start, items } of listsOf(statement, /\border by\b/gi)) {
    const last = items.at(-1);
    const before = items.at(-2);
    if (last && before) cut(before.end, last.end, "the last tie is dropped");
    else if (last) cut(start - "order by".length, last.end, "the order is dropped");
  }
  for (const { items } of listsOf(statement, /\bon conflict \(|\bpartition by\b/gi)) {
    for (const [index, item] of items.entries()) {
      if (items.length === 1) break;
      const next = items[index + 1];
      if (next) cut(item.start, next.start, "a key column is dropped", " ");
      else cut(items[index - 1]?.end ?? item.start, item.end, "a key column is dropped");
    }
  }
  for (const [pattern, operator, instead] of words) {
    for (const match of statement.matchAll(pattern)) {
      cut(match.index, match.index + match[0].length, operator, instead);
    }
  }
  return found;
}

const words: readonly (readonly [RegExp, string, string])[] = [
  [/\bfor (?:no key )?update\b|\bfor (?:key )?share\b/gi, "a lock is dropped", ""],
  [/\bselect distinct\b/gi, "distinct is dropped", "select"],
  [/\bnot exists\b/gi, "not is dropped", "exists"],
  [/\bis not null\b/gi, "not is dropped", "is null"],
  [/\bunion(?! all)\b/gi, "doubles are kept", "union all"],
  [/\bdesc\b/gi, "the order is turned", "asc"],
];

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The words that end a condition or a list at its own depth. */
const ends =
  /\b(?:order by|group by|having|limit|offset|returning|union|for (?:no key )?(?:update|share|key share)|window|on conflict|do (?:update|nothing)|set|where|join|left|inner|cross|when|then|from|rows between|desc|asc|nulls)\b|;/iy;

/** The conditions of `where`, `on`, `having` and `filter`, each as its conjuncts. */
function conditionsOf(statement: string): { start: number; conjuncts: Span[] }[] {
  const openings = /\bwhere\b|\bon\b(?! conflict)|\bhaving\b/gi;
  return [...statement.matchAll(openings)].map((match) => {
    const start = match.index + match[0].length;
    return { start, conjuncts: split(statement, start, /\band\b/iy) };
  });
}

function listsOf(statement: string, opening: RegExp): { start: number; items: Span[] }[] {
  return [...statement.matchAll(opening)].map((match) => {
    const start = match.index + match[0].length;
    return { start, items: split(statement, start, /,/y) };
  });
}

/** The parts from an offset up to the end of its depth or of its clause. */
function split(statement: string, from: number, separator: RegExp): Span[] {
  const parts: Span[] = [];
  let start = from;
  let depth = 0;
  let isBetween = false;
  let at = from;
  const isEnd = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(statement)?.[0];
  };
  const isList = separator.source === ",";
  while (at < statement.length) {
    const char = statement[at] ?? "";
    if (char === "'") at = statement.indexOf("'", at + 1);
    else if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) {
      if (depth === 0) break;
      depth -= 1;
    } else if (depth === 0 && /\W/.test(statement[at - 1] ?? " ")) {
      const ending = isEnd(ends);
      // A list continues after the direction of an item.
      if (ending !== undefined && !(isList && /^(?:desc|asc|nulls)$/i.test(ending))) break;
      if (/^between\b/i.test(statement.slice(at, at + 8))) isBetween = true;
      const found = isEnd(separator);
      if (found !== undefined && isBetween && !isList) isBetween = false;
      else if (found !== undefined) {
        parts.push({ start, end: at });
        start = at + found.length;
      }
    } else if (depth === 0 && isList && char === ",") {
      parts.push({ start, end: at });
      start = at + 1;
    }
    at += 1;
  }
  parts.push({ start, end: at });
  return parts.filter((part) => statement.slice(part.start, part.end).trim() !== "");
}
