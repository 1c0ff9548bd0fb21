// Days by the service's clock, whatever the device's is.
import { afterEach, expect, test } from "vitest";
import { daysUntil, setClock } from "./clock.ts";

const device = Date.parse("2026-11-27T12:00:00Z");
const closing = "2026-12-01T00:00:00.000-05:00";

afterEach(() => setClock(new Date(device).toISOString(), device));

test.each([
  ["the device's own", "2026-11-27T12:00:00Z", 4],
  ["a sandbox three days ahead", "2026-11-30T12:00:00Z", 1],
  ["a device a day late", "2026-11-28T12:00:00Z", 3],
  ["an evening in New York", "2026-11-28T03:00:00Z", 4], // still Nov 27 there
  ["a day that has passed", "2026-12-05T12:00:00Z", 0],
])("%s", (_, now, days) => {
  setClock(now, device);
  expect(daysUntil(closing, device)).toBe(days);
});
