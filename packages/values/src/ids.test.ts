// Checks what may be an id or a number of an account, and how ids are drawn. (interface 1)
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareIds, drawId, isAccountNumber, isFolioNumber, isId, openIds } from "./ids.ts";

test.each([
  ["1", true],
  ["9", true],
  ["10", true],
  ["999999999999999999", true],
  ["9007199254740993", true],
  ["9223372036854775806", true],
  ["9223372036854775807", true],
  ["9223372036854775808", false],
  ["9999999999999999999", false],
  ["10000000000000000000", false],
  ["0", false],
  ["01", false],
  ["-1", false],
  ["+1", false],
  ["1.0", false],
  ["1e3", false],
  ["0x1", false],
  [" 1", false],
  ["1\n", false],
  ["", false],
  ["١", false],
])("%j as an id: %s", (text, expected) => {
  expect(isId(text)).toBe(expected);
});

test("a text of digits is an id exactly when its number is in range", () => {
  const numbers = fc.oneof(fc.bigInt(0n, 2n ** 64n), fc.bigInt(2n ** 63n - 99n, 2n ** 63n + 99n));
  fc.assert(
    fc.property(numbers, (n) => {
      expect(isId(n.toString())).toBe(n >= 1n && n < 2n ** 63n);
    }),
  );
});

test.each([
  ["RA1234ABC", true],
  ["RA1234ABCD", true],
  ["R00000000", true],
  ["RA1234AB", false],
  ["RA1234ABCDE", false],
  ["A123456789", false],
  ["rA1234ABC", false],
  ["Ra1234ABC", false],
  ["RA1234AB-", false],
  ["RA1234ABC\n", false],
  [" RA1234ABC", false],
  ["RÄ1234ABC", false],
  ["", false],
])("%j as an account number: %s", (text, expected) => {
  expect(isAccountNumber(text)).toBe(expected);
});

test.each([
  ["RA1234ABC01", true],
  ["RA1234ABCD02", true],
  ["RA1234ABCD99", true],
  ["RA1234ABCD00", false],
  ["RA1234ABCD", false],
  ["RA1234ABCDXY", false],
  ["RA1234ABCD001", false],
  ["RA1234ABCD01\n", false],
  ["01", false],
])("%j as a folio number: %s", (text, expected) => {
  expect(isFolioNumber(text)).toBe(expected);
});

const epochMs = Date.UTC(2020, 0, 1);
const lastMs = epochMs + 2 ** 41 - 1;
const noise = fc.uint8Array({ minLength: 3, maxLength: 3 });
const instants = fc.integer({ min: epochMs, max: lastMs });

test("a drawn id has the instant above 22 random bits", () => {
  fc.assert(
    fc.property(instants, noise, (ms, bytes) => {
      const id = drawId(new Date(ms), () => bytes);
      expect(isId(id)).toBe(true);
      if (id !== "1") expect(BigInt(id) >> 22n).toBe(BigInt(ms - epochMs));
    }),
  );
});

test("a later millisecond draws a greater id", () => {
  fc.assert(
    fc.property(instants, noise, noise, (ms, early, late) => {
      fc.pre(ms < lastMs);
      const first = drawId(new Date(ms), () => early);
      const second = drawId(new Date(ms + 1), () => late);
      expect(BigInt(second) > BigInt(first)).toBe(true);
    }),
  );
});

test("the first instant with no random bits draws 1, for 0 is not an id", () => {
  expect(drawId(new Date(epochMs), (bytes) => new Uint8Array(bytes))).toBe("1");
});

test("the last instant with all random bits draws the greatest id", () => {
  const id = drawId(new Date(lastMs), (bytes) => new Uint8Array(bytes).fill(255));
  expect(id).toBe("9223372036854775807");
});

test("all 22 random bits count", () => {
  const at = new Date("2026-03-02T15:00:00Z");
  const drawn = [0, 1, 2].flatMap((index) =>
    Array.from({ length: index === 0 ? 6 : 8 }, (_, bit) =>
      drawId(at, (bytes) => new Uint8Array(bytes).fill(2 ** bit, index, index + 1)),
    ),
  );
  expect(new Set(drawn).size).toBe(22);
});

test.each([
  ["before 2020", new Date(epochMs - 1)],
  ["after the 41 bits are used up", new Date(lastMs + 1)],
  ["that is no instant", new Date(Number.NaN)],
])("an instant %s draws no id", (_, at) => {
  expect(() => drawId(at, (bytes) => new Uint8Array(bytes))).toThrow(RangeError);
});

test("a process draws no two equal ids, and each greater than the one before", () => {
  const draw = openIds(randomBytes);
  const at = Date.UTC(2026, 2, 2, 15);
  const ids = [0, 0, 1, 1, -5_000, 2].flatMap((ms) =>
    Array.from({ length: 5_000 }, () => draw(new Date(at + ms))),
  );
  expect(ids.every((id, place) => place === 0 || compareIds(ids[place - 1] ?? id, id) < 0)).toBe(
    true,
  );
});
