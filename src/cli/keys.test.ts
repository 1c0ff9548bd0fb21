// When a new key expires.
import { expect, test } from "vitest";
import { UsageFault } from "./faults.ts";
import { keyExpiry } from "./keys.ts";

const now = new Date("2026-03-02T15:00:00.123Z");

test.each<[title: string, options: Parameters<typeof keyExpiry>[0], expiry: string | undefined]>([
  ["a year later by default", {}, "2027-03-02T15:00:00.123Z"],
  ["when an expiry is named", { expires: "2026-03-03T00:00:00+01:00" }, "2026-03-02T23:00:00.000Z"],
  ["never only on request", { never: true }, undefined],
])("a key expires %s", (_, options, expiry) => {
  expect(keyExpiry(options, now)?.toISOString()).toBe(expiry);
});

test("a key of 29 February expires on the day after the last of the next February", () => {
  const leap = new Date("2028-02-29T12:00:00Z");
  expect(keyExpiry({}, leap)?.toISOString()).toBe("2029-03-01T12:00:00.000Z");
});

test.each([
  ["an instant that is over", { expires: "2026-03-02T15:00:00Z" }],
  ["no instant", { expires: "tomorrow" }],
  ["both at once", { expires: "2027-01-01T00:00:00Z", never: true }],
])("%s is a usage error", (_, options) => {
  expect(() => keyExpiry(options, now)).toThrow(UsageFault);
});
