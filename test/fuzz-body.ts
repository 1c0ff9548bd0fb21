// Hostile bodies: an example is changed at places of the contract's schema, then its text is
// damaged.

/** A part of a JSON Schema, as far as bodies are made from it. */
export interface BodySchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly items?: BodySchema;
  readonly enum?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** How one place of a body is changed; `pick` chooses among what there is. */
export interface Step {
  readonly place: number;
  readonly how: (typeof ways)[number];
  readonly pick: number;
  readonly noise: string;
}

export const ways = [
  ...(["remove", "null", "hostile", "noise", "number", "edge", "plausible", "plausible"] as const),
  ...(["unknown", "twice", "wrap", "many", "deep"] as const),
] as const;

/** How the text of a body is damaged. */
export const damages = [
  ...(["none", "none", "none", "none", "none", "none", "none", "none", "none", "none"] as const),
  ...(["cut", "insert", "mark", "bytes", "empty", "list", "after", "nested", "large"] as const),
] as const;
export type Damage = (typeof damages)[number];

const raw = Symbol("text of JSON");
interface Raw {
  readonly [raw]: string;
}
const rawJson = (text: string): Raw => ({ [raw]: text });

const hostile: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u{1f600}",
  "e\u0301".repeat(9),
  "\u202e",
  "\ufeff",
  "'; drop table account; --",
  "' or 1=1 --",
  "$1",
  "%s%n",
  "{{7*7}}",
  "<script>",
  "../../etc/passwd",
  "\r\nSet-Cookie: a=b",
  "\\",
  '"',
  "\t",
  "\u007f",
  "\u0085",
  "\u2028",
  "__proto__",
  "constructor",
  "toString",
  "true",
  "NULL",
  "undefined",
  "NaN",
  "Infinity",

  "2023-02-29",
  "0000-00-00",
  "9999-12-31",
  "2024-02-30T25:61:61Z",
  "2030-01-01T00:00:00+99:99",
  "-2030-01-01",
  "+020300-01-01",
  "10000-01-01",
  "2030-1-1",
  "2030-06-30T23:59:60Z",
  "a".repeat(256),
  "9".repeat(5000),
  "\u{1f600}".repeat(300),
  "ǅ",
  "ß",
  "İ",
  "ﬁ",
  "١٢٣",
];

const numbers: readonly string[] = [
  "0",
  "-0",
  "1",
  "-1",
  "0.0",
  "0.01",
  "0.001",
  "0.0000001",
  "-0.01",
  "100",
  "100.000001",
  "999999999999999",
  "1000000000000000",
  "999999999999999.999999",
  "1e400",
  "1E2",
  "1e-9",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775809",
  "0.1e1",
  "9007199254740993",
  "4.9e-324",
  `1${"0".repeat(5000)}`,
  `0.${"0".repeat(5000)}1`,
];

type Path = readonly (string | number)[];
interface Place {
  readonly path: Path;
  readonly schema: BodySchema;
}

/** Every place that a body has or could have. */
function placesOf(schema: BodySchema, value: unknown, path: Path = []): Place[] {
  const own = { path, schema };
  if (schema.items !== undefined) {
    const items = Array.isArray(value) ? value : [];
    const { items: of } = schema;
    return [own, ...items.flatMap((item, index) => placesOf(of, item, [...path, index]))];
  }
  const fields = Object.entries(schema.properties ?? {});
  const members = (value ?? {}) as Record<string, unknown>;
  return [own, ...fields.flatMap(([name, of]) => placesOf(of, members[name], [...path, name]))];
}

function changeAt(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return change(value);
  if (typeof value === "object" && value !== null && raw in value) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === first ? changeAt(item, rest, change) : item));
  }
  const members = typeof value === "object" && value !== null ? value : {};
  const old = (members as Record<string, unknown>)[String(first)];
  return { ...members, [first]: changeAt(old, rest, change) };
}

/** A value that the schema probably accepts. */
function plausible(schema: BodySchema, pick: number): unknown {
  const { examples, items, properties } = schema;
  if (examples?.length) return examples[pick % examples.length];
  if (schema.enum?.length) return schema.enum[pick % schema.enum.length];
  if (items) return Array.from({ length: pick % 3 }, (_, index) => plausible(items, pick + index));
  if (properties) {
    const entries = Object.entries(properties);
    return Object.fromEntries(entries.map(([name, of]) => [name, plausible(of, pick)]));
  }
  const texts = ["Everyday", "2101", "12.50", "true", "2031-06-30", "ada.whitfield", "FIFO"];
  return texts[pick % texts.length];
}

/** A value just inside or outside the bounds of the schema. */
function edge(schema: BodySchema, pick: number): unknown {
  const { minLength = 1, maxLength = 255, maxItems = 1000 } = schema;
  const lengths = [maxLength, maxLength + 1, Math.max(0, minLength - 1), minLength];
  const units = ["a", "é", "\u{1f600}", " ", "0"];
  if (schema.items) return Array(maxItems + (pick % 2)).fill(plausible(schema.items, pick));
  if (schema.enum) return [schema.enum[0]?.toLowerCase(), ` ${schema.enum[0]}`, "?"][pick % 3];
  return (units[pick % units.length] ?? "a").repeat(lengths[pick % lengths.length] ?? 0);
}

const at = <T>(list: readonly T[], pick: number): T => list[pick % list.length] as T;

function changed(old: unknown, schema: BodySchema, { how, pick, noise }: Step): unknown {
  switch (how) {
    case "remove":
      return undefined;
    case "null":
      return null;
    case "hostile":
      return at(hostile, pick);
    case "noise":
      return noise;
    case "number":
      return pick % 2 === 0 ? rawJson(at(numbers, pick)) : at(numbers, pick);
    case "edge":
      return edge(schema, pick);
    case "plausible":
      return plausible(schema, pick);
    case "unknown":
      return { ...(old as object), [at(hostile, pick) + noise]: noise };
    case "twice":
      return rawJson(`{"a":${print(old)},"a":1}`);
    case "wrap":
      return [[old], { value: old }, [], {}, true, false, 7][pick % 7];
    case "many":
      // Many of many must not grow beyond what one text can be.
      return Array(1 + (pick % Math.min(1500, Math.ceil(2_000_000 / print(old).length)))).fill(old);
    case "deep":
      return rawJson(`${"[".repeat(pick % 70)}${print(old)}${"]".repeat(pick % 70)}`);
  }
}

function print(value: unknown): string {
  if (value === undefined) return "null";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (raw in value) return (value as Raw)[raw];
  if (Array.isArray(value)) return `[${value.map(print).join(",")}]`;
  const members = Object.entries(value).filter(([, of]) => of !== undefined);
  return `{${members.map(([name, of]) => `${JSON.stringify(name)}:${print(of)}`).join(",")}}`;
}

/** The bytes of an example after its steps and the damage. */
export function hostileBody(
  { schema, example }: { schema: BodySchema; example: unknown },
  steps: readonly Step[],
  damage: Damage,
): Buffer {
  let body = example;
  for (const step of steps) {
    const place = at(placesOf(schema, body), step.place);
    body = changeAt(body, place.path, (old) => changed(old, place.schema, step));
  }
  return damaged(print(body), damage, steps[0]?.pick ?? 0);
}

function damaged(text: string, damage: Damage, pick: number): Buffer {
  const middle = pick % (text.length + 1);
  const halves = [text.slice(0, middle), text.slice(middle)];
  const texts: Record<Damage, string | Buffer> = {
    none: text,
    cut: halves[0] ?? "",
    insert: halves.join(at(['"', "{", ",", "\u0000", "\\u0000", "\\", "//", "'"], pick)),
    mark: `\ufeff${text}`,
    bytes: Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28, 0xff])]),
    empty: "",
    list: `[${text}]`,
    after: `${text}${text}`,
    nested: "[".repeat(20_000),
    large: `${" ".repeat(1_048_577)}${text}`,
  };
  return Buffer.from(texts[damage] as string);
}
