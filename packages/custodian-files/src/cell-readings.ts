// Days and numbers as custodians write them.
import { type Decimal, decodeDecimal } from "../../values/src/decimal.ts";

const nothing = /^(|-+|n\/?a|null|none|not available|incomplete|unknown)$/i;

/** Whether a cell is empty, or says that there is no figure. */
export function isNothing(cell: string): boolean {
  return nothing.test(cell);
}

const grouped = {
  ".": /^(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/,
  ",": /^(\d+|\d{1,3}([. \u00a0\u202f']\d{3})+)?(,\d*)?$/,
};

/**
 * A number: `1,234.50`, `$1,234.50`, `(12.50)`, `$(12.50)`, `12.50-`, `-$12.50`, `+3`, `12.50 USD`. Under a decimal
 * comma `1.234,50`. Undefined if it cannot be read, or would be read differently elsewhere.
 */
export function readNumber(cell: string, decimal: "." | ","): Decimal | undefined {
  let rest = cell
    .replace(/\u2212/g, "-")
    .replace(/^(USD|US\$)|USD$/g, "")
    .trim();
  const signs: string[] = [];
  const take = (pattern: RegExp, sign: string) => {
    const shorter = rest.replace(pattern, "$1").trim();
    if (shorter !== rest && sign !== "") signs.push(sign);
    rest = shorter;
  };
  take(/^\$\s*(.*)$/, "");
  take(/^-\s*(.*)$/, "-");
  take(/^\+\s*(.*)$/, "+");
  take(/^\$\s*(.*)$/, "");
  take(/^\((.*)\)$/, "-");
  take(/^\$\s*(.*)$/, "");
  take(/^(.*)-$/, "-");
  if (signs.length > 1 || !/\d/.test(rest) || !grouped[decimal].test(rest)) return undefined;
  const [whole = "", places = ""] = rest.split(decimal);
  const digits = whole.replace(/\D/g, "") || "0";
  const sign = signs[0] === "-" ? "-" : "";
  return decodeDecimal(`${sign}${digits}${places === "" ? "" : `.${places}`}`);
}

/** The forms of a day: the year first, or in one of two orders behind. */
export type DayForm = "ymd" | "mdy" | "dmy";

/** The possible readings of a day: by form, as an ISO date. */
export type DayReadings = Readonly<Partial<Record<DayForm, string>>>;

const monthNames = "janfebmaraprmayjunjulaugsepoctnovdec";

/**
 * The readings of a day, none if it is no day. What was posted later counts `as of` its own day; a time of day behind is
 * left out.
 */
export function readDay(cell: string): DayReadings {
  const asOf = /\bas of\s+(.+)$/i.exec(cell)?.[1] ?? cell;
  const day = asOf.replace(/;\d{4,6}$|[;, T]+\d{1,2}:\d{2}.*$/, "").trim();
  const first = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(day);
  if (first !== null && (first[2] !== "" || day.length === 8)) {
    return ofForm("ymd", first[1], first[3], first[4]);
  }
  const named = /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ](\d{4})$/i.exec(day);
  if (named !== null) return ofForm("ymd", named[3], monthOf(named[2]), named[1]);
  const american = /^([a-z]{3})[a-z]*[- .]+(\d{1,2}),? +(\d{4})$/i.exec(day);
  if (american !== null) return ofForm("ymd", american[3], monthOf(american[1]), american[2]);
  const last = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(day);
  if (last === null) return {};
  const [, a, , b, year] = last;
  return { ...ofForm("mdy", year, a, b), ...ofForm("dmy", year, b, a) };
}

function monthOf(name = ""): string {
  const at = monthNames.indexOf(name.toLowerCase());
  return at === -1 || at % 3 !== 0 ? "" : String(at / 3 + 1);
}

function ofForm(form: DayForm, year = "", month = "", day = ""): DayReadings {
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = Date.parse(`${iso}T00:00:00Z`);
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso);
  return isDay ? { [form]: iso } : {};
}

/** Whether a day has two readings that differ. */
export function couldBeEither({ mdy, dmy }: DayReadings): boolean {
  return mdy !== undefined && dmy !== undefined && mdy !== dmy;
}
