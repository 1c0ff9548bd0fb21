// Rows of XML whose elements have their cells as attributes, as a Flex query has them.
import type { FileProblem, LineAside, Question } from "./facts.ts";
import type { TemplateValues } from "./name-template.ts";
import type { Profile, TableShape } from "./profile.ts";
import { cellText, type TextRecord } from "./separated-text.ts";
import {
  type FileTables,
  type Heading,
  headingOf,
  noteUnknown,
  rowOf,
  shown,
  type TableRow,
} from "./table-rows.ts";

/** A tag with its attributes. */
interface Tag {
  readonly line: number;
  readonly name: string;
  readonly kind: "open" | "close" | "empty";
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** Whether a text is XML. */
export function isXml(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/** The rows of the elements that tables name. An element that no table names is reported as ignored, row by row. */
export function xmlTablesOf(
  file: string,
  text: string,
  shapes: readonly TableShape[],
  { statement }: Pick<Profile, "statement">,
): FileTables {
  const rows: TableRow[] = [];
  const asides: LineAside[] = [];
  const problems: FileProblem[] = [];
  const unknown = new Map<string, Question>();
  const headings = new Map<string, Heading | undefined>();
  const open: string[] = [];
  let fromTag: TemplateValues = {};
  for (const tag of tagsOf(text)) {
    if (tag.kind === "open") open.push(tag.name);
    if (tag.kind === "close" && open.at(-1) === tag.name) open.pop();
    if (tag.name === statement?.element && tag.kind !== "close")
      fromTag = valuesOfTag(tag, statement);
    else if (tag.names.length > 0 && open.length > 2) {
      const record = { line: tag.line, cells: tag.values };
      const note = { file, line: tag.line };
      const own = shapes.filter(({ element }) => element === tag.name);
      const heading = headingOfTag(tag, own, headings);
      const row = heading === undefined ? undefined : rowOf(record, heading, fromTag);
      if (row !== undefined) rows.push(row);
      else if (own.length > 0 && heading === undefined) {
        problems.push({ ...note, problem: `<${tag.name}> lacks a required attribute` });
      } else asides.push({ ...note, as: "ignored", text: textOf(tag, record) });
      if (row !== undefined && heading !== undefined) noteUnknown(file, record, heading, unknown);
    }
  }
  const within = open.at(-1);
  if (within !== undefined) {
    problems.push({ file, line: 1, problem: `the file ends within <${within}>` });
  }
  return { rows, asides, problems, questions: [...unknown.values()], hasHeading: true };
}

/** The heading that a tag's attributes make; most tags of a name have the same ones. */
function headingOfTag(
  { line, name, names }: Tag,
  shapes: readonly TableShape[],
  headings: Map<string, Heading | undefined>,
): Heading | undefined {
  const key = [name, ...names].join(" ");
  if (!headings.has(key)) headings.set(key, headingOf({ line, cells: names }, shapes));
  return headings.get(key);
}

function textOf({ name }: Tag, record: TextRecord): string {
  return `${name}: ${shown(record)}`;
}

function valuesOfTag(
  tag: Tag,
  { account, day }: NonNullable<Profile["statement"]>,
): TemplateValues {
  const found: { account?: string; day?: string } = {};
  for (const [at, name] of tag.names.entries()) {
    const value = tag.values[at] ?? "";
    if (name === account) found.account = value;
    if (name === day) found.day = value;
  }
  return found;
}

const tagPattern =
  /<!--[\s\S]*?-->|<(\/?)([A-Za-z][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const attribute = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function* tagsOf(text: string): Generator<Tag> {
  let line = 1;
  let counted = 0;
  for (const found of text.matchAll(tagPattern)) {
    const [, slash, name, attributes = "", end] = found;
    line += linesBetween(text, counted, found.index);
    counted = found.index;
    if (name === undefined) continue;
    const pairs = [...attributes.matchAll(attribute)];
    yield {
      line,
      name,
      kind: kindOf(slash, end),
      names: pairs.map(([, key = ""]) => key),
      values: pairs.map(([, , quoted, single]) => cellText(unescaped(quoted ?? single ?? ""))),
    };
  }
}

function kindOf(slash: string | undefined, end: string | undefined): Tag["kind"] {
  if (slash === "/") return "close";
  return end === "/" ? "empty" : "open";
}

function linesBetween(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|\r|\n/g)?.length ?? 0;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** The five named entities and characters by number; no others are resolved, nor numbers of no character. */
function unescaped(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? all;
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16);
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    return code > 0 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : all;
  });
}
