// Readers of the text of environment variables: one function for each kind of value.
import { isIP } from "node:net";

/** The value of a variable, or what it must be instead. */
export type Decoded<T> = { readonly value: T } | { readonly mustBe: string };

/** One environment variable. */
export interface Variable<T> {
  readonly name: string;
  /** The text that stands for an absent variable; undefined means that absence has a meaning. */
  readonly preset: string | undefined;
  readonly bounds: string;
  readonly meaning: string;
  readonly decode: (text: string) => Decoded<T>;
}

/** A row of the table, with its type. */
export function variable<T>(entry: Variable<T>): Variable<T> {
  return entry;
}

/** The value that a text stands for. */
export function value<T>(decoded: T): Decoded<T> {
  return { value: decoded };
}

/** The form that the text must have instead. */
export function mustBe(what: string): { readonly mustBe: string } {
  return { mustBe: what };
}

/** A whole number within a range. */
export function integer(
  name: string,
  preset: string,
  range: { from: number; to: number },
  meaning: string,
): Variable<number> {
  const bounds = `a whole number from ${range.from} to ${range.to}`;
  const decode = (text: string): Decoded<number> => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    return number >= range.from && number <= range.to ? value(number) : mustBe(bounds);
  };
  return { name, preset, bounds, meaning, decode };
}

/** A host name or address to listen on; by default this machine alone can reach it. */
export function address(
  name: string,
  { bounds, meaning }: { readonly bounds: string; readonly meaning: string },
): Variable<string> {
  const decode = (text: string): Decoded<string> =>
    /^[\w.:-]+$/.test(text) ? value(text) : mustBe("a host name or address");
  return { name, preset: "127.0.0.1", bounds, meaning, decode };
}

/** A number of bytes, with a unit or without. */
export function size(
  name: string,
  preset: string,
  meaning: string,
  mostMiB = 64,
): Variable<number> {
  const bounds = `a size from 1KiB to ${mostMiB}MiB, such as \`1MiB\`, \`512KiB\` or bytes`;
  const units = { "": 1, KiB: 1_024, MiB: 1_048_576 };
  const range = [1_024, mostMiB * units.MiB] as const;
  return { name, preset, bounds, meaning, decode: decodeUnits(units, range, bounds) };
}

/** A time in milliseconds, written with its unit. */
export function duration(name: string, preset: string, meaning: string): Variable<number> {
  const bounds = "a time from 100ms to 10m, such as `5s`, `500ms` or `2m`";
  const units = { ms: 1, s: 1_000, m: 60_000 };
  const decode = decodeUnits(units, [100, 600_000], bounds);
  return { name, preset, bounds, meaning, decode };
}

function decodeUnits(
  units: Readonly<Record<string, number>>,
  [least, most]: readonly [number, number],
  bounds: string,
): (text: string) => Decoded<number> {
  return (text) => {
    const [, digits = "", unit = ""] = /^(\d{1,9})([A-Za-z]*)$/.exec(text) ?? [];
    const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
    const number = digits === "" || factor === undefined ? -1 : Number(digits) * factor;
    return number >= least && number <= most ? value(number) : mustBe(bounds);
  };
}

/** The address of a PostgreSQL database; absence has a meaning. */
export function postgresUrl(name: string, meaning: string): Variable<string | undefined> {
  const bounds = "an address such as `postgresql://user:password@host:5432/database`";
  const decode = (text: string): Decoded<string> => {
    const url = URL.parse(text);
    const isPostgres = url?.protocol === "postgres:" || url?.protocol === "postgresql:";
    if (!isPostgres || url.pathname.length < 2) return mustBe(bounds);
    const hosts = url.hostname + (url.searchParams.get("host") ?? "");
    return hosts.includes(",") ? mustBe("the address of one server") : value(text);
  };
  return { name, preset: undefined, bounds, meaning, decode };
}

/** Addresses of http or https without query or credentials. */
export function decodePublicUrls(text: string): Decoded<readonly string[]> {
  const urls = listed(text);
  const isGood = (each: string): boolean => {
    const url = URL.parse(each);
    if (url === null || !/^https?:$/.test(url.protocol) || each.endsWith("/")) return false;
    return !/[?#\s]/.test(each) && url.username === "" && url.password === "";
  };
  return urls.every(isGood)
    ? value(urls)
    : mustBe("http or https addresses, separated by commas, without a trailing slash");
}

/** Origins as browsers send them: scheme, host and, unless usual, port. */
export function decodeOrigins(text: string): Decoded<readonly string[]> {
  const origins = listed(text);
  const isGood = (each: string): boolean => {
    const url = URL.parse(each);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === each;
  };
  return origins.every(isGood)
    ? value(origins)
    : mustBe("origins like https://app.example.com, separated by commas");
}

/** A key of 32 bytes. */
export function decodeMasterKey(text: string): Decoded<Buffer> {
  const isHex = /^[0-9a-fA-F]{64}$/.test(text);
  const key = Buffer.from(text, isHex ? "hex" : "base64");
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
  return (isHex || isBase64) && key.length === 32
    ? value(key)
    : mustBe("32 bytes as 64 hexadecimal digits or as base64");
}

/** A token that is hard to guess. */
export function decodeToken(text: string): Decoded<string> {
  return /^[\x21-\x7e]{16,256}$/.test(text)
    ? value(text)
    : mustBe("16 to 256 letters, digits or marks, without spaces");
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** A level of the log, by the logger's own name. */
export function decodeLogLevel(text: string): Decoded<(typeof logLevels)[number]> {
  const level = logLevels.find((each) => each === text);
  return level === undefined ? mustBe(`one of ${logLevels.join(", ")}`) : value(level);
}

/** Addresses and ranges as a list. */
export function decodeAddressRanges(text: string): Decoded<readonly string[]> {
  const ranges = listed(text);
  const isGood = (range: string): boolean => {
    const [address = "", bits, ...rest] = range.split("/");
    const family = isIP(address);
    if (family === 0 || rest.length > 0) return false;
    return (
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
    );
  };
  return ranges.every(isGood)
    ? value(ranges)
    : mustBe("addresses or CIDR ranges, separated by commas");
}

function listed(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** A variable with two words, of which the first means yes; absent it depends on others. */
export function choiceOfTwo(
  [name, yes, no]: readonly [name: string, yes: string, no: string],
  whenAbsent: string,
  meaning: string,
): Variable<boolean | undefined> {
  return variable<boolean | undefined>({
    name,
    preset: undefined,
    bounds: `${yes} or ${no}; absent: ${whenAbsent}`,
    meaning,
    decode: (text) =>
      text === yes || text === no ? value(text === yes) : mustBe(`${yes} or ${no}`),
  });
}
