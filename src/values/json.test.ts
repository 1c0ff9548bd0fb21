// Checks the JSON reader against the platform's own, and the stable form it writes. (interface 1)
import fc from "fast-check";
import { expect, test } from "vitest";
import { isExactNumber, JsonFault, type JsonValue, parseJson } from "./json.ts";

// JSON as the platform reads it, with numbers as text and objects without a prototype, as ours has them.
function platformJson(text: string): unknown {
  return JSON.parse(text, (_key, value, context?: { source?: string }) => {
    if (typeof value === "number") return { number: context?.source };
    return value;
  });
}

function plain(value: JsonValue): unknown {
  if (isExactNumber(value)) return { number: value.text };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonFault) return "refused";
    throw error;
  }
}

const sameAsPlatform = (text: string) =>
  expect(outcome(() => plain(parseJson(text)))).toEqual(outcome(() => platformJson(text)));

const keys = fc.string({ unit: "binary" }).filter((key) => key !== "__proto__");
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom('"', "\\", "/", "\n", "\u2028", "\ud800", "é", "😀") }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("tree")),
    fc.dictionary(keys, tie("tree")),
  ),
}));

test("valid JSON reads as the platform reads it, numbers by their text", () => {
  fc.assert(
    fc.property(tree, fc.constantFrom(0, 1, "\t"), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(plain(parseJson(text))).toEqual(platformJson(text));
      expect(plain(parseJson(Buffer.from(text)))).toEqual(platformJson(text));
    }),
    { numRuns: 500 },
  );
});

test("one error in valid JSON is refused wherever the platform refuses it", () => {
  const slip = fc.constantFrom(..."{}[]:,\"\\'-+.eEtfnu01 \n\t\u0000\ufeff\u00a0/*");
  fc.assert(
    fc.property(tree, fc.nat(), fc.nat(2), slip, (value, seed, removed, inserted) => {
      const text = JSON.stringify(value);
      const at = seed % (text.length + 1);
      const broken = text.slice(0, at) + inserted + text.slice(at + removed);
      fc.pre(!isRefusedByUsAlone(broken));
      sameAsPlatform(broken);
    }),
    { numRuns: 3000 },
  );
});

// An error can make two keys equal, which the platform's reader accepts.
function isRefusedByUsAlone(text: string): boolean {
  try {
    parseJson(text);
    return false;
  } catch (error) {
    return error instanceof JsonFault && error.message.startsWith("A key is ");
  }
}

test("texts made of JSON's own characters read as the platform reads them", () => {
  const marks = fc.constantFrom(..."{}[]:,-+.eE01 ", '"', '"a"', "\\", "\\u00", "true", "null");
  fc.assert(
    fc.property(fc.string({ unit: marks, maxLength: 8 }), (text) => {
      fc.pre(!isRefusedByUsAlone(text));
      sameAsPlatform(text);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  "0",
  "-0",
  "-0.0",
  "1.50",
  "12345678901234567890.12345678901234567890",
  "1e400",
  "1E+2",
  "0.1e-07",
])("the number %s keeps its text", (text) => {
  const value = parseJson(text);
  expect(isExactNumber(value) && value.text).toBe(text);
  expect(Object.isFrozen(value)).toBe(true);
});

test("an object of the request is never taken for a number", () => {
  expect(isExactNumber(parseJson('{"text":"1"}'))).toBe(false);
  expect([{ text: "1" }, "1", 1, null, undefined].some(isExactNumber)).toBe(false);
});

test("objects have no prototype, and names of its members are keys like any other", () => {
  const value = parseJson('{"constructor":"a","toString":"b","hasOwnProperty":"c"}') as object;
  expect(Object.getPrototypeOf(value)).toBeNull();
  expect({ ...value }).toEqual({ constructor: "a", toString: "b", hasOwnProperty: "c" });
});

test("half a surrogate pair written as an escape stays in the text", () => {
  expect(parseJson('"\\ud800"')).toBe("\ud800");
  expect(parseJson('"\\uD83D\\uDE00"')).toBe("😀");
});

test.each([
  ["", "A value is missing, at position 1."],
  ["  ", "A value is missing, at position 3."],
  ["secret", "A value is missing, at position 1."],
  ["-", "A digit is missing, at position 2."],
  ["01", "Text follows the value, at position 2."],
  ["1.", "A digit is missing, at position 3."],
  ["1e", "A digit is missing, at position 3."],
  ["1 2", "Text follows the value, at position 3."],
  ["[1 2]", "A comma or closing bracket is missing, at position 4."],
  ["[1,]", "A value is missing, at position 4."],
  ['{"a":1 "b"}', "A comma or closing brace is missing, at position 8."],
  ['{"a":1,}', "A key in double quotes is missing, at position 8."],
  ["{secret:1}", "A key in double quotes is missing, at position 2."],
  ['{"a" 1}', "A colon is missing after a key, at position 6."],
  ['"secret', "A string is not closed, at position 8."],
  ['"secret\\"', "A string is not closed, at position 10."],
  ['"secret\\', "A string is not closed, at position 9."],
  ['"secret\\x"', "A string holds an escape that is not valid, at position 2."],
  ['"\\u12g4"', "A string holds an escape that is not valid, at position 2."],
  ['"\\u12"', "A string holds an escape that is not valid, at position 2."],
  ['"a\nb"', "A control character stands in a string, at position 3."],
  ['"\\\n"', "A control character stands in a string, at position 3."],
  ["\ufeff1", "A byte order mark is not allowed, at position 1."],
  ['{"secret":1,"secret":2}', "A key is given twice, at position 13."],
  ['{"a":1,"\\u0061":2}', "A key is given twice, at position 8."],
  ['{"__proto__":1}', "A key is not allowed, at position 2."],
  ['{"\\u005f_proto__":1}', "A key is not allowed, at position 2."],
])("%j is refused: %s", (text, message) => {
  expect(() => parseJson(text)).toThrow(new JsonFault(message));
});

test("every control character must be escaped, and no other character need be", () => {
  for (let code = 0; code < 0x20; code += 1) {
    expect(() => parseJson(`"${String.fromCharCode(code)}"`)).toThrow("A control character");
  }
  for (const text of [" ", "\u007f", "\u0080", "\u2028"]) expect(parseJson(`"${text}"`)).toBe(text);
});

test("a message never repeats the text", () => {
  const texts = fc.tuple(tree, fc.nat(), fc.string()).map(([value, seed, slip]) => {
    const text = JSON.stringify([value, "secret"]);
    const at = seed % text.length;
    return text.slice(0, at) + slip + text.slice(at + 1);
  });
  fc.assert(
    fc.property(texts, (text) => {
      try {
        parseJson(text);
      } catch (error) {
        expect(error).toBeInstanceOf(JsonFault);
        const message = error instanceof Error ? error.message : "";
        expect(message).toMatch(/^[A-Z][A-Za-z0-9 -]+(, at position \d+)?\.$/);
        expect(message).not.toContain("secret");
      }
    }),
  );
});

test.each([
  ["a byte that starts nothing", [0x22, 0xff, 0x22]],
  ["a sequence cut short", [0x22, 0xc3, 0x22]],
  ["an overlong form", [0x22, 0xc0, 0x80, 0x22]],
  ["half a surrogate pair", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["a code point above U+10FFFF", [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
])("bytes with %s are refused", (_, bytes) => {
  const message = "The text is not valid UTF-8.";
  expect(() => parseJson(Uint8Array.from(bytes))).toThrow(new JsonFault(message));
});

test("a byte order mark in bytes is refused, and UTF-16 is not read", () => {
  expect(() => parseJson(Buffer.from("\ufeff{}"))).toThrow("byte order mark");
  expect(() => parseJson(Buffer.from("{}", "utf16le"))).toThrow(JsonFault);
});

test.each([
  ["lists", "[", "]", ""],
  ["objects", '{"a":', "}", "1"],
])("32 levels of %s are read and 33 are refused", (_, open, close, inner) => {
  const nested = (levels: number) => open.repeat(levels) + inner + close.repeat(levels);
  expect(() => parseJson(nested(32))).not.toThrow();
  expect(() => parseJson(nested(33))).toThrow("The value has more than 32 levels");
  expect(() => parseJson(open.repeat(1_000_000))).toThrow("The value has more than 32 levels");
});

test.each([
  ["entries", "[", "1", ",", "]"],
  ["lists of entries", "[", "[1]", ",", "]"],
  ["members", '{"a":{', '"#":1', ",", "}}"],
])("15,000 %s are read and one more is refused", (name, open, each, between, close) => {
  const inside = name === "members" ? 1 : 0;
  const count = (name === "lists of entries" ? 7_500 : 15_000) - inside;
  const of = (length: number) =>
    open +
    Array.from({ length }, (_, at) => each.replace("#", at.toString(36))).join(between) +
    close;
  expect(() => parseJson(of(count))).not.toThrow();
  expect(() => parseJson(of(count + 1))).toThrow("more than 15000 members and entries");
});

test("a text may have more members and entries where that is said", () => {
  const of = (length: number) => JSON.stringify(Array.from({ length }, () => 1));
  expect(() => parseJson(of(20_000), 20_000)).not.toThrow();
  expect(() => parseJson(of(20_001), 20_000)).toThrow("more than 20000 members and entries");
});

test("100,000 escapes are read and one more is refused", () => {
  const of = (count: number) => `["${"\\n".repeat(count - 1)}","\\/"]`;
  expect(parseJson(of(100_000))).toEqual(["\n".repeat(99_999), "/"]);
  expect(() => parseJson(of(100_001))).toThrow("more than 100000 escapes");
});

test("long strings and long blanks read as the platform reads them, whatever ends them", () => {
  const run = fc.integer({ min: 25, max: 70 }).map((length) => "x".repeat(length));
  const mark = fc.constantFrom('"', "\\n", '\\"', "\\", "\n", "\u0000", "é", "\u2028", "");
  const blanks = fc.string({
    unit: fc.constantFrom(" ", "\n", "\t", "\r", "\u00a0"),
    maxLength: 3,
  });
  fc.assert(
    fc.property(run, mark, run, mark, blanks, (a, first, b, second, blank) => {
      sameAsPlatform(`[${blank}"${a}${first}${b}${second}"${blank}]${blank}`);
      sameAsPlatform(`["${a}${first}${b}${second}`);
    }),
    { numRuns: 2_000 },
  );
});

test("a string and a number of megabytes are read", () => {
  const long = "7".repeat(5_000_000);
  expect(parseJson(`"${long}"`)).toBe(long);
  expect(parseJson(`"${long}\\n"`)).toBe(`${long}\n`);
  const number = parseJson(long);
  expect(isExactNumber(number) && number.text.length).toBe(long.length);
});
