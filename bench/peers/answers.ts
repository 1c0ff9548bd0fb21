// The values that both peers write alike: days as stamps, and the place of a change.
import { createHash } from "node:crypto";

const stamps = new Map<string, string>();
const newYork = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  timeZoneName: "longOffset",
});

/** A day as the instant at which it begins in New York. */
export function stampOf(day: string): string;
export function stampOf(day: string | null): string | null;
export function stampOf(day: string | null): string | null {
  if (day === null) return null;
  const known = stamps.get(day);
  if (known !== undefined) return known;
  const stamp = `${day}T00:00:00.000${offsetOf(day)}`;
  stamps.set(day, stamp);
  return stamp;
}

const instants = new Map<string, string>();

/** The same in UTC, as series write it. */
export function instantOf(day: string): string {
  const known = instants.get(day);
  if (known !== undefined) return known;
  const instant = new Date(stampOf(day)).toISOString().replace("Z", "+0000");
  instants.set(day, instant);
  return instant;
}

function offsetOf(day: string): string {
  const parts = newYork.formatToParts(new Date(`${day}T05:00:00Z`));
  return parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "") ?? "Z";
}

/** The row of a bearer's token. */
export function hashOf(authorization: string | undefined): string {
  return createHash("sha256")
    .update(authorization?.slice("Bearer ".length) ?? "")
    .digest("hex");
}

/** The days of a `daterange`. */
export function daysOf(daterange: string): readonly [string, string] {
  const [first = "", last = ""] = daterange.split(",");
  return [first, last];
}
