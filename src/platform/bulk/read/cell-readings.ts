// The possible meanings of a cell that a spreadsheet has written: amounts with separators, currency
// signs, brackets or exponents, days in the forms of a country or as serial numbers. Exact: no
// value passes through a binary float.
import type { TSchema } from "typebox";

/** The content of a column, as far as it decides how its cells may be read. */
export type CellType = "day" | "decimal" | "id" | "truth" | "code" | "text";

/** The way in which a country writes amounts and days. */
export interface Style {
  readonly decimalSign: "." | ",";
  readonly isDayFirst: boolean;
}

/** A meaning of a cell; `style` is what decides between it and another one. */
interface Meaning {
  readonly value: string;
  readonly style?: Partial<Style>;
}

/** The unusual parts of a cell, and its meaning: one value, or one for each style. */
export interface Reading {
  readonly has: readonly string[];
  readonly meanings: readonly Meaning[];
}

interface Described {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
}

/** The type of a column by its schema. */
export function cellTypeFor(schema: TSchema | undefined): CellType {
  const { type = [], format, enum: codes } = (schema ?? {}) as Described;
  if (format === "date") return "day";
  if (codes !== undefined) return "code";
  if (type.includes("integer")) return "id";
  if (type.includes("number")) return "decimal";
  return type.includes("boolean") ? "truth" : "text";
}

/** The meaning of a cell that is not in the form that a load accepts; undefined where nothing is
 * known. */
export function readCell(type: CellType, cell: string, schema?: TSchema): Reading | undefined {
  // No amount or day is longer, and the forms below look at a cell more than once.
  if (cell.length > 60) return undefined;
  const text = cell.replaceAll(/[\s\u00a0\u202f]+/g, " ").trim();
  const has = text === cell ? [] : ["blanks or line breaks too many"];
  const formula = type === "text" ? undefined : formulaIn(text);
  if (formula !== undefined) return { has: [formula], meanings: [] };
  if (type === "decimal") return amount(text, has);
  if (type === "day") return dayReading(text, has);
  if (type === "id") return idReading(text, has);
  if (type === "truth") return truth(text, has);
  if (type === "code") return code(text, has, (schema as Described | undefined)?.enum ?? []);
  return has.length > 0 && text !== "" ? { has, meanings: [{ value: text }] } : undefined;
}

/** The remains of a formula in a spreadsheet: its error, or the formula itself. */
function formulaIn(text: string): string | undefined {
  if (/^#(?:[A-Z][A-Z/_0-9]*[!?]?|DIV\/0!)$/.test(text)) return `the error of a formula, ${text}`;
  return text.startsWith("=") ? "a formula in place of its result" : undefined;
}

/** Marks around the digits of an amount, each at most once, in whatever order. */
const marks = [
  { what: "brackets for a negative amount", pattern: /^\(\s*(.*?)\s*\)$/, sign: -1 },
  { what: undefined, pattern: /^-\s*(.*)$/, sign: -1 },
  { what: "a minus sign that is no hyphen", pattern: /^−\s*(.*)$/, sign: -1 },
  { what: "a plus sign", pattern: /^\+\s*(.*)$/, sign: 1 },
  { what: "a currency sign", pattern: /^(?:US\$|USD|\$)\s?(.*)$/, sign: 0 },
  { what: "a currency sign", pattern: /^(.*?)\s?(?:US\$|USD|\$)$/, sign: 0 },
  { what: "its minus sign at the end", pattern: /^(.*?)\s*[-−]$/, sign: -1 },
] as const;

function amount(text: string, blanks: readonly string[]): Reading | undefined {
  // Zero as an accounting format writes it.
  if (/^(?:US)?\$ ?[-−–]$/.test(text)) {
    return { has: [...blanks, "a dash for zero"], meanings: [{ value: "0" }] };
  }
  const { rest, has: around, signs } = unmarked(text);
  const has = [...blanks, ...around];
  if (signs.length > 1) return undefined;
  const foreign = foreignCurrency(rest);
  if (foreign !== undefined) {
    return { has: [...has, `the currency ${foreign} and not US dollars`], meanings: [] };
  }
  const exponent = /^(\d+)(?:[.,](\d+))?[eE]([+-]?\d{1,2})$/.exec(rest);
  const numbers = exponent ? expanded(exponent) : separated(rest);
  if (numbers === undefined) return undefined;
  const signed = numbers.meanings.map(({ value, ...of }) => ({
    ...of,
    value: signs.includes(-1) && /[1-9]/.test(value) ? `-${value}` : value,
  }));
  return { has: [...has, ...numbers.has], meanings: signed };
}

function unmarked(text: string): { rest: string; has: string[]; signs: number[] } {
  const has: string[] = [];
  const signs: number[] = [];
  let rest = text;
  const left = new Set<(typeof marks)[number]>(marks);
  for (;;) {
    const mark = [...left].find(({ pattern }) => pattern.test(rest));
    if (mark === undefined) return { rest, has, signs };
    left.delete(mark);
    rest = rest.replace(mark.pattern, "$1");
    if (mark.what !== undefined) has.push(mark.what);
    if (mark.sign !== 0) signs.push(mark.sign);
  }
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

const sign = /([A-Z]{3}|[A-Z]{0,2}\p{Sc})/u.source;
const withSign = new RegExp(`^(?:${sign} ?[\\d.,' ]+|[\\d.,' ]+?${sign})$`, "u");

/** The currency before or behind digits, where it is not the US dollar. */
function foreignCurrency(text: string): string | undefined {
  const [, before, behind] = withSign.exec(text) ?? [];
  const found = before ?? behind ?? "$";
  const isForeign = found !== "$" && (/\p{Sc}$/u.test(found) || currencies.has(found));
  return isForeign ? found : undefined;
}

function expanded([, whole = "", part = "", power = "0"]: readonly string[]): Reading {
  const shift = Number.parseInt(power, 10);
  // A spreadsheet that shortens an amount shows fewer digits than it has: 1.23E+05 is not 123000.
  if (shift > part.length) return { has: [lostDigits], meanings: [] };
  const digits = whole + part;
  const point = whole.length + shift;
  const padded = digits.padStart(digits.length - point + 1, "0");
  const at = point > 0 ? point : padded.length - (digits.length - point);
  const value = plain(padded.slice(0, at), padded.slice(at).replace(/0+$/, ""));
  return { has: ["an exponent"], meanings: [{ value }] };
}

const lostDigits = "an exponent, so that its last digits are lost";

function plain(whole: string, part: string): string {
  const left = whole.replace(/^0+(?=\d)/, "") || "0";
  return part === "" ? left : `${left}.${part}`;
}

/** Digits with points, commas, blanks or apostrophes between them. */
function separated(text: string): Reading | undefined {
  const grouped = /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?$/.test(text);
  const digits = grouped ? text.replaceAll(/[ '’]/g, "") : text;
  const has = grouped ? ["thousands separators"] : [];
  const [, first = "", middle = "", sign = "", last = ""] =
    /^(\d+)((?:[.,]\d{3})*?)([.,])?(\d*)$/.exec(digits) ?? [];
  if (first === "" || (sign === "") !== (last === "")) return undefined;
  if (sign === "" && middle === "") return { has, meanings: [{ value: plain(first, "") }] };
  const whole = first + middle.replaceAll(/[.,]/g, "");
  const groups = new Set(middle.match(/[.,]/g));
  const thousands = [...has, "thousands separators"];
  const isGroup = first.length <= 3 && last.length === 3 && !grouped;
  if (groups.size > 1 || (middle !== "" && first.length > 3)) return undefined;
  if (groups.has(sign)) {
    const value = plain(whole + last, "");
    return last.length === 3 ? { has: thousands, meanings: [{ value }] } : undefined;
  }
  const point = { value: plain(whole, last), style: { decimalSign: sign as "." | "," } };
  const has2 = sign === "," ? [...has, "a decimal comma"] : has;
  if (middle !== "") return { has: thousands, meanings: [{ value: point.value }] };
  if (!isGroup || /^0/.test(first)) return { has: has2, meanings: [{ value: point.value }] };
  const other = sign === "," ? "." : ",";
  return {
    has: [`a ${sign === "," ? "comma" : "point"} that may separate thousands or decimals`],
    meanings: [point, { value: plain(first + last, ""), style: { decimalSign: other } }],
  };
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const shortYear =
  /^(?:\d{1,2}([/.-])\d{1,2}\1|\d{1,2}[ -][A-Za-z]{3,9}\.?,?[ -]|[A-Za-z]{3,9}\.? \d{1,2},? )'?\d\d$/;

function dayReading(text: string, has: readonly string[]): Reading | undefined {
  const one = (what: string, value: string | undefined) =>
    value === undefined ? undefined : { has: [...has, what], meanings: [{ value }] };
  const [, bare] = /^(\d{4}-\d\d-\d\d)[ T]00:00(?::00(?:\.0+)?)?$/.exec(text) ?? [];
  if (bare !== undefined) return one("a time of day", bare);
  if (/^\d{4}-\d\d-\d\d$/.test(text))
    return has.length > 0 ? one("no other fault", text) : undefined;
  if (isTimed(text)) return { has: [...has, "a time of day without an offset"], meanings: [] };
  if (shortYear.test(text)) return { has: [...has, "a year of two digits"], meanings: [] };
  const [, serial] = /^(\d{5})(?:\.0+)?$/.exec(text) ?? [];
  if (serial !== undefined) return one("the serial number of a day", daysAfter1899(serial));
  const compact =
    /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/.exec(text);
  if (compact) return one("other separators", dayText(compact[1], compact[2], compact[3]));
  const named = namedMonth(text);
  if (named) return one("the name of a month", named);
  const [, a = "", sign = "", b = "", year] =
    /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: 0?0:00(?::00)?)?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const dayFirst = dayText(year, b, a);
  // Points are written where the day comes first, whatever the locale.
  const monthFirst = sign === "." ? undefined : dayText(year, a, b);
  const isEither = sign === "." || dayFirst === monthFirst;
  const meanings: Meaning[] = [
    ...(monthFirst && !isEither ? [{ value: monthFirst, style: { isDayFirst: false } }] : []),
    ...(dayFirst ? [{ value: dayFirst, ...(!isEither && { style: { isDayFirst: true } }) }] : []),
  ];
  return meanings.length === 0 ? undefined : { has: [...has, "another form of a day"], meanings };
}

/** Whether a day has a time other than midnight; of a serial number that is its fraction. */
function isTimed(text: string): boolean {
  const [, time] =
    /^[\d/.-]+(?:[A-Za-z]+[ -]\d{4})?[ T](\d{1,2}:[\d:.]+(?: ?[AP]M)?)$/i.exec(text) ?? [];
  if (time !== undefined) return /[1-9]/.test(time);
  return /^\d{5}\.\d*[1-9]\d*$/.test(text);
}

function namedMonth(text: string): string | undefined {
  const dayFirst = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4})$/.exec(text);
  const monthFirst = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/.exec(text);
  const [day, name = "", year] = dayFirst
    ? dayFirst.slice(1)
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? undefined : dayText(year, String(month), day);
}

/** A day that exists, in ISO 8601. */
function dayText(year = "", month = "", day = ""): string | undefined {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}

/** Spreadsheets count days so that 1 March 1900 is 61. */
function daysAfter1899(serial: string): string {
  const at = Date.UTC(1899, 11, 30) + Number.parseInt(serial, 10) * 86_400_000;
  return new Date(at).toISOString().slice(0, 10);
}

function idReading(text: string, has: readonly string[]): Reading | undefined {
  if (/^[0-9][.,]?[0-9]*[eE]\+?[0-9]+$/.test(text)) {
    return { has: [lostDigits], meanings: [] };
  }
  // At most two zeros are decimals: three are the thousands of a round number, as in 5,000.
  const digits = text.replace(/^'/, "").replace(/[.,]0{1,2}$/, "");
  const isGrouped = /^\d{1,3}([,. '’])\d{3}(?:\1\d{3})*$/.test(digits);
  const value = isGrouped ? digits.replaceAll(/\D/g, "") : digits;
  if (!/^[1-9]\d*$/.test(value)) return undefined;
  const what = value === text ? has : [...has, "more than its digits"];
  return { has: what, meanings: [{ value }] };
}

function truth(text: string, has: readonly string[]): Reading | undefined {
  const word = text.toLowerCase();
  const isTrue = ["true", "y", "yes", "1"].includes(word);
  if (!isTrue && !["false", "n", "no", "0"].includes(word)) return undefined;
  return { has: [...has, "another word"], meanings: [{ value: String(isTrue) }] };
}

function code(text: string, has: readonly string[], codes: readonly string[]): Reading | undefined {
  const alike = codes.filter((each) => each.toLowerCase() === text.toLowerCase());
  const [value] = codes.includes(text) ? [text] : alike;
  if (value === undefined || (alike.length > 1 && value !== text)) return undefined;
  return { has: value === text ? has : [...has, "letters of another case"], meanings: [{ value }] };
}
