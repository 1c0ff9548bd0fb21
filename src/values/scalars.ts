// The wire types of single values: texts, codes, decimals, ids, days, truth values. (interface 1)

import { type Day, decodeDay, earliestDay, endOfDay } from "@bursar/values/dates";
import { compare, type Decimal, decodeDecimal, placesOf } from "@bursar/values/decimal";
import type { ErrorCode } from "@bursar/values/error-code";
import { type Id, isId } from "@bursar/values/ids";
import type { TUnsafe } from "typebox";
import { acceptedDay, acceptedFrom, type Choices, contractForm } from "./contract-form.ts";
import { valueErrors } from "./errors.ts";
import { isExactNumber } from "./json.ts";
import { patternInContract } from "./portable-patterns.ts";
import { fieldProblem, invalid, notListed, type Problem } from "./problem.ts";
import { decode, type Notes, note, type Wire, wired, wrongKind } from "./wire.ts";

const forbiddenText = /[\p{Cc}\p{Cs}]/u;

/** Code points of a text, which is what lengths on the wire count. */
export function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

function isWithin(value: string, min: number, max: number): boolean {
  if (value.length > 2 * max) return false;
  const length = value.length <= max && value.length >= 2 * min ? min : codePoints(value);
  return length >= min && length <= max;
}

interface TextRule extends Notes {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** The words that it is one of. */
  readonly oneOf?: readonly string[];
  /** The code for a wrong length or pattern; `invalid.<field words>` when there is none. */
  readonly error?: ErrorCode;
  /** The code where a required text is missing; `null.<field words>` when there is none. */
  readonly whenMissing?: ErrorCode;
}

/** A text of `min` (1) to `max` (255) code points, without control characters. */
export function text<T extends string = string>(rule: TextRule = {}): TUnsafe<T> {
  const { min = 1, max = 255, pattern, oneOf, error, whenMissing, ...notes } = rule;
  const schema = oneOf ? { type: "string", enum: oneOf } : textShape(min, max, pattern);
  const fits = (raw: string) =>
    oneOf ? oneOf.includes(raw) : isWithin(raw, min, max) && (pattern?.test(raw) ?? true);
  return wired<T>(
    { ...schema, ...notes },
    {
      kind: "scalar",
      ...(whenMissing && { whenMissing }),
      decode(raw, field, problems) {
        if (typeof raw !== "string") return wrongKind(problems, field, "a text");
        if (forbiddenText.test(raw)) return note(problems, field, valueErrors.value);
        if (fits(raw)) return raw;
        return note(problems, field, error);
      },
      codes: (field) => [valueErrors.value.code, error?.code ?? invalid(field).errorCode],
    },
  );
}

function textShape(min: number, max: number, pattern: RegExp | undefined): object {
  const schema = { type: "string", minLength: min, maxLength: max };
  return pattern ? { ...schema, ...patternInContract(pattern) } : schema;
}

interface ChoiceRule extends Notes {
  readonly error?: ErrorCode;
  /** The code where a required one is missing; `null.<field words>` when there is none. */
  readonly whenMissing?: ErrorCode;
  /** Whether a code that is a number may be sent as one. */
  readonly takesNumbers?: boolean;
}

/** A code of a list, decoded to the code also where its long name was sent. */
export function choice(list: Choices, rule: ChoiceRule = {}): TUnsafe<string> {
  const { error = valueErrors.choice, takesNumbers = false, whenMissing, ...notes } = rule;
  const accepted = list.rows.flatMap(({ code, name }) => (list.takesNames ? [code, name] : [code]));
  const codes = list.rows.map(({ code }) => code);
  const refused = (field: string): ErrorCode | Problem =>
    error === valueErrors.choice ? notListed(field, codes) : error;
  return wired<string>(
    {
      type: "string",
      enum: [...new Set(accepted)],
      ...notes,
      [contractForm]: acceptedFrom(list),
    },
    {
      kind: "scalar",
      ...(whenMissing && { whenMissing }),
      decode(raw, field, problems) {
        const written = takesNumbers && isExactNumber(raw) ? raw.text : raw;
        if (typeof written !== "string") return wrongKind(problems, field, "a code as text");
        return list.codeOf(written) ?? note(problems, field, refused(field));
      },
      codes: () => [error.code],
    },
  );
}

interface DecimalRule extends Notes {
  readonly places: number;
  readonly min?: string;
  readonly above?: string;
  readonly max?: string;
  readonly error?: ErrorCode;
}

/** An exact decimal, sent as text or as a JSON number that is read from its digits. */
export function decimal(rule: DecimalRule): TUnsafe<Decimal> {
  const { places, min, above, max, error, ...notes } = rule;
  const fits = (value: Decimal) =>
    placesOf(value) <= places &&
    (min === undefined || compare(value, min as Decimal) >= 0) &&
    (above === undefined || compare(value, above as Decimal) > 0) &&
    (max === undefined || compare(value, max as Decimal) <= 0);
  return wired<Decimal>(
    { type: ["string", "number"], ...notes },
    {
      kind: "scalar",
      limits: { places, min, above, max },
      decode(raw, field, problems) {
        const written = isExactNumber(raw) ? raw.text : raw;
        if (typeof written !== "string") return wrongKind(problems, field, "a decimal");
        const value = decodeDecimal(written);
        return value !== undefined && fits(value) ? value : note(problems, field, error);
      },
      codes: (field) => [error?.code ?? invalid(field).errorCode],
    },
  );
}

/** An id: a whole number from 1 to 9223372036854775807 as text (or as a JSON number). */
export function id(rule: Notes & { error?: ErrorCode } = {}): TUnsafe<Id> {
  const { error, ...notes } = rule;
  return wired<Id>(
    { type: ["string", "integer"], ...notes },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        const written = isExactNumber(raw) ? raw.text : raw;
        if (typeof written !== "string") return wrongKind(problems, field, "an id");
        return isId(written) ? written : note(problems, field, error);
      },
      codes: (field) => [error?.code ?? invalid(field).errorCode],
    },
  );
}

/** The last day that is accepted unless a field says otherwise: periods that begin with it still end in a year
 * of four digits. */
export const latestDay = "9899-12-31" as Day;

interface DayRule extends Notes {
  readonly error?: ErrorCode;
  readonly latest?: Day;
}

/** A day from 1900 on: an ISO 8601 date, or the New York day of a date-time. */
export function day(rule: DayRule = {}): TUnsafe<Day> {
  const { error = valueErrors.date, latest = latestDay, ...notes } = rule;
  return wired<Day>(
    { type: "string", format: "date", ...notes, [contractForm]: acceptedDay },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        if (typeof raw !== "string") return wrongKind(problems, field, "a date as text");
        const read = decodeDay(raw);
        if (read === undefined) return note(problems, field, error);
        if (read >= earliestDay && read <= latest) return read;
        const message = read > latest ? `It is after ${latest}.` : `It is before ${earliestDay}.`;
        return note(problems, field, { ...fieldProblem(field, error), message });
      },
      codes: () => [error.code],
    },
  );
}

/** An instant of an imported record: ISO 8601 with its offset. */
export function instant(rule: Notes = {}): TUnsafe<Date> {
  return wired<Date>(
    { type: "string", format: "date-time", ...rule },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        if (typeof raw !== "string") return wrongKind(problems, field, "a time stamp as text");
        const [, date, offset] = instantForm.exec(raw) ?? [];
        if (date === undefined || decodeDay(raw) === undefined || offset === undefined) {
          return note(problems, field, valueErrors.date);
        }
        const at = new Date(raw.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
        return Number.isNaN(at.getTime()) ? note(problems, field, valueErrors.date) : at;
      },
      codes: () => [valueErrors.date.code],
    },
  );
}

/** An instant with its offset, or a day, which stands for its last millisecond in New York. */
export function instantOrDay(rule: Notes = {}): TUnsafe<Date> {
  const exact = instant(rule);
  return wired<Date>(
    { ...exact, type: "string", format: undefined, pattern: "^\\d{4}-\\d\\d-\\d\\d" },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        const day = typeof raw === "string" && raw.length === 10 ? decodeDay(raw) : undefined;
        if (day === undefined) return decode(exact, raw, problems, field);
        return endOfDay(day);
      },
      codes: () => [valueErrors.date.code],
    },
  );
}

const instantForm = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)$/;

/** A truth value: `true`, `false`, or either word as text in any case. */
export function bool(notes: Notes = {}): TUnsafe<boolean> {
  return wired<boolean>(
    { type: ["boolean", "string"], ...notes },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        if (typeof raw === "boolean") return raw;
        if (typeof raw !== "string") return wrongKind(problems, field, "true or false");
        const word = raw.toLowerCase();
        if (word === "true" || word === "false") return word === "true";
        return note(problems, field, undefined);
      },
      codes: (field) => [invalid(field).errorCode],
    },
  );
}

/** Bytes of at least one, sent in strict Base64. */
export function bytes(notes: Notes = {}): TUnsafe<Buffer> {
  return wired<Buffer>(
    { type: "string", minLength: 1, contentEncoding: "base64", ...notes },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        if (typeof raw !== "string") return wrongKind(problems, field, "a text");
        const read = Buffer.from(raw, "base64");
        // The decoder ignores stray characters and missing padding.
        const isStrict = read.length > 0 && read.toString("base64") === raw;
        return isStrict ? read : note(problems, field, undefined);
      },
      codes: (field) => [invalid(field).errorCode],
    },
  );
}

/** A field that is known but may never be sent, refused by its name with this code. In the contract it
 * has a type, without which generators fail. */
export function refused(error: ErrorCode): TUnsafe<never> {
  return wired<never>({ type: "string", ...never(error) }, refusal(error));
}

/** The same of a list, for which null is not the same as leaving it out either. */
export function refusedList(error: ErrorCode): TUnsafe<never> {
  const behaviour: Wire = { ...refusal(error), kind: "list", whenMissing: error };
  return wired<never>({ type: "string", ...never(error) }, behaviour);
}

function never({ sentence }: ErrorCode): object {
  return { not: {}, readOnly: true, description: sentence };
}

function refusal(error: ErrorCode): Wire {
  return {
    kind: "scalar",
    decode: (_raw, field, problems) => note(problems, field, error),
    codes: () => [error.code],
  };
}
