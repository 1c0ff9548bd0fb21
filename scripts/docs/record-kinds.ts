// The part of docs/loading.md for each kind of record that can be loaded.
import type { TSchema } from "typebox";
import type { SentRules } from "../../src/platform/bulk/apply/load-sent.ts";
import type { ColumnUse, LoadKind } from "../../src/platform/bulk/load-kind.ts";
import { requiredColumns } from "../../src/platform/bulk/read/file-columns.ts";

/** A section for each kind in the order of loading; `byRequest` says who may send it. */
export function kindSections(kinds: readonly LoadKind[], byRequest: SentRules): string {
  return kinds.map((kind) => section(kind, byRequest)).join("\n");
}

/** The kinds that a firm cannot do without, as a numbered list with their reasons. */
export function smallestKinds(
  kinds: readonly LoadKind[],
  smallest: ReadonlyMap<string, string>,
): string {
  return kinds
    .filter(({ name }) => smallest.has(name))
    .map(({ name }, index) => `${index + 1}. [\`${name}\`](#${name}): ${smallest.get(name)}`)
    .join("\n");
}

function section(kind: LoadKind, byRequest: SentRules): string {
  const columns = Object.entries(kind.schema.properties);
  const required = new Set(requiredColumns(kind));
  const rows = columns.map(([name, schema]) => {
    const { description = "" } = schema as Described;
    const isRequired = required.has(name) ? "yes" : "";
    return `| \`${name}\` | ${isRequired} | ${cell(typeOf(schema))} | ${cell(description)} |`;
  });
  const lines = [
    `## ${kind.name}`,
    "",
    kind.about,
    "",
    "| Column | Required | Type | Rule |",
    "|---|---|---|---|",
    ...rows,
    "",
    ...[...rulesOf(kind), senders(kind, byRequest)].map((rule) => `- ${rule}`),
    "",
    ...usesOf(kind),
    ...columns.flatMap(([name, schema]) => entriesOf(name, schema)),
    "```csv",
    kind.example,
    "```",
  ];
  return `${lines.join("\n")}\n`;
}

function rulesOf(kind: LoadKind): string[] {
  const keys = [...kind.columnOf]
    .filter(([, column]) => kind.keyColumns.includes(column))
    .map(([field]) => `\`${field}\``);
  const lists = kind.lists.flatMap((list) => list.references ?? []);
  const references = [...kind.references, ...lists].map(
    ({ field, table }) => `\`${field}\` names ${withArticle(table)} that exists.`,
  );
  const uniques = [
    ...(kind.uniques ?? []),
    ...kind.lists.flatMap((list) => (list.unique ? [list.unique] : [])),
  ].map(({ field, reason }) => `\`${field}\` may be refused with “${reason}”`);
  const constraints = Object.values(kind.constraints ?? {}).map(({ column, reason }) =>
    column === undefined ? `Refused: “${reason}”` : `\`${column}\` may be refused with “${reason}”`,
  );
  const privileges = (kind.privileges ?? []).map(
    (field) => `\`${field}\` of a stored row changes only with \`--allow-privileges\`.`,
  );
  const key = keys.length === 0 ? [] : [`A row is identified by ${listed(keys)}.`];
  return [
    ...new Set([...key, firmRule(kind), ...privileges, ...references, ...uniques, ...constraints]),
  ];
}

function senders({ name }: LoadKind, byRequest: SentRules): string {
  const rule = byRequest[name];
  if (rule === undefined) return "By request nobody loads it.";
  const others = rule.byFirms ? " and the administrators of firms" : "";
  return `By request the operator${others} may load it.`;
}

function firmRule({ ofFirm }: LoadKind): string {
  if (ofFirm === undefined) {
    return "Its rows belong to the whole service: a load with `--firm` refuses them.";
  }
  const { field, fixed = [], within } = ofFirm;
  const others = fixed.map((name) => `\`${name}\``);
  const stay = fixed.length === 0 ? "" : ` and leaves ${listed(others)} alone`;
  const programs = within ? `, and \`${within.field}\` programs in which the firm takes part` : "";
  return `With \`--firm\`, \`${field}\` leads to that firm${stay}${programs}.`;
}

/** A table of the columns that rows of each type have. */
function usesOf({ uses, schema }: LoadKind): string[] {
  if (uses === undefined) return [];
  const { field, of } = uses;
  const values = (schema.properties[field] as Described | undefined)?.enum ?? [];
  const signs: Readonly<Record<ColumnUse, string>> = { required: "R", optional: "o", refused: "" };
  const rows = Object.keys(schema.properties).map(
    (column) =>
      `| \`${column}\` | ${values.map((value) => signs[of(value, column)]).join(" | ")} |`,
  );
  return [
    `What each \`${field}\` has: R is required, o optional, and a column without either is refused.`,
    "",
    `| Column | ${values.join(" | ")} |`,
    `|---|${values.map(() => "---|").join("")}`,
    ...rows,
    "",
  ];
}

function listed(keys: readonly string[]): string {
  return [keys.slice(0, -1).join(", "), ...keys.slice(-1)]
    .filter((part) => part !== "")
    .join(" and ");
}

function withArticle(table: string): string {
  return `${/^[aeio]/.test(table) ? "an" : "a"} ${table.replaceAll("_", " ")}`;
}

interface Described {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

const maxCodes = 12;

function typeOf(schema: TSchema): string {
  const { type, format, enum: codes, maxLength, items, pattern = "" } = schema as Described;
  const [, words] = /^\^\(?([\w|]+)\)?\$$/.exec(pattern) ?? [];
  if (words !== undefined) return typeOf({ enum: words.split("|") } as TSchema);
  const [, digits] = /^\^\[0-9\]\{(\d+)\}\$$/.exec(pattern) ?? [];
  if (digits !== undefined) return `${digits} digits`;
  if (codes !== undefined) {
    return codes.length > maxCodes ? "code" : codes.map((code) => `\`${code}\``).join(", ");
  }
  if (format === "date") return "day";
  if (format === "date-time") return "instant";
  if (type === "array") return `list of: ${items === undefined ? "values" : typeOf(items)}`;
  if (type === "object") return "object";
  if (Array.isArray(type)) return wordFor(type);
  return maxLength === undefined ? "text" : `text, at most ${maxLength} characters`;
}

function wordFor(types: readonly string[]): string {
  if (types.includes("boolean")) return "`true` or `false`";
  return types.includes("integer") ? "id" : "decimal";
}

/** A table of the fields of an object, or of the entries of a list of objects. */
function entriesOf(name: string, schema: TSchema): string[] {
  const { items } = schema as Described;
  const { properties, required = [] } = (items ?? schema) as Described;
  if (properties === undefined) return [];
  const what = items === undefined ? `\`${name}\` has` : `An entry of \`${name}\` has`;
  const fields = Object.entries(properties).map(([field, of]) => {
    const { description } = of as Described;
    const notes = [
      typeOf(of),
      ...(required.includes(field) ? [] : ["optional"]),
      ...(description === undefined ? [] : [description]),
    ];
    return `- \`${field}\`: ${notes.join("; ")}`;
  });
  const inner = Object.entries(properties).flatMap(([field, of]) => entriesOf(field, of));
  return [`${what}:`, "", ...fields, "", ...inner];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
