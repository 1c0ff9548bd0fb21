// Facts as others write them, plain objects of text, into the values that the engine computes with. (README.md)
import { decodeDay } from "../../../values/src/dates.ts";
import { decodeDecimal } from "../../../values/src/decimal.ts";
import { isId } from "../../../values/src/ids.ts";
import type { LotFact } from "./fact.ts";

/** A fact with every day, id, amount and quantity as text; flags are booleans. */
export interface PlainFact {
  readonly kind: LotFact["kind"];
  readonly [field: string]: unknown;
}

const days = new Set(
  "tradeOn settlementOn originalOn adjustedOn giftOn donorAcquiredOn diedOn exOn planSince".split(
    " ",
  ),
);
const ids = new Set(["transactionId", "security", "intoSecurity"]);
const texts = new Set([
  "kind",
  "folio",
  "method",
  "keptMethod",
  "place",
  "reason",
  "election",
  "toAccount",
  "toFolio",
  "withholdingState",
  "withholdingCountry",
]);
const flags = new Set(["isCovered", "isInherited"]);
const lists = new Set(["lots", "namedLots", "adjustedLots"]);
const counts = new Set(["holdingDays"]);

/**
 * The fact in a plain object; its place in the order of entry is its place in the list unless it names one:
 * `plain.map(decodeFact)`. Throws a RangeError that names every field with a value that cannot be one.
 */
export function decodeFact(plain: PlainFact, place: number): LotFact {
  const problems: string[] = [];
  const { entryOrder = place, ...fields } = plain;
  if (!Number.isSafeInteger(entryOrder))
    problems.push(problem("entryOrder", entryOrder, "a whole number"));
  const decoded = decodeFields(fields, "", problems);
  if (problems.length > 0) throw new RangeError(problems.join("\n"));
  return { ...decoded, entryOrder } as unknown as LotFact;
}

function decodeFields(fields: object, path: string, problems: string[]): Record<string, unknown> {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    known.map(([field, value]) => [field, decodeField(field, value, { path, problems })]),
  );
}

interface Reading {
  readonly path: string;
  readonly problems: string[];
}

function decodeField(field: string, value: unknown, { path, problems }: Reading): unknown {
  const name = `${path}${field}`;
  if (lists.has(field)) {
    if (!Array.isArray(value)) return void problems.push(problem(name, value, "a list"));
    return value.map((item, index) => decodeFields(Object(item), `${name}[${index}].`, problems));
  }
  const { read, words } = kindOf(field);
  const decoded = read(value);
  if (decoded === undefined) problems.push(problem(name, value, words));
  return decoded;
}

interface FieldKind {
  readonly words: string;
  /** The value, or undefined where it cannot be one. */
  readonly read: (value: unknown) => unknown;
}

const ofText = (words: string, decode: (text: string) => unknown): FieldKind => ({
  words,
  read: (value) => (typeof value === "string" ? decode(value) : undefined),
});
const day = ofText("a day, as 2026-03-02", decodeDay);
const id = ofText("an id: a whole number from 1, as text", (value) =>
  isId(value) ? value : undefined,
);
const text = ofText("text", (value) => value);
const decimal = ofText('a decimal number as text, as "12.50"', decodeDecimal);
const flag: FieldKind = {
  words: "true or false",
  read: (value) => (typeof value === "boolean" ? value : undefined),
};

const count: FieldKind = {
  words: "a whole number",
  read: (value) => (Number.isSafeInteger(value) ? value : undefined),
};

function kindOf(field: string): FieldKind {
  if (days.has(field)) return day;
  if (ids.has(field)) return id;
  if (texts.has(field)) return text;
  if (counts.has(field)) return count;
  return flags.has(field) ? flag : decimal;
}

function problem(field: string, value: unknown, words: string): string {
  return `${field}: ${JSON.stringify(value) ?? String(value)} is not ${words}.`;
}
