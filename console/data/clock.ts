// The service's clock: the device's may be wrong, and a sandbox is ahead of it.
import { secondsOf } from "./ranges.ts";
import { dayIn } from "./texts.ts";

/** By how much the service's clock was ahead of the device's when it was last read, in milliseconds. */
const offset = { ms: 0 };

/** Takes the service's time, as a response stated it on arrival. */
export function setClock(now: string, deviceMs: number = Date.now()): void {
  offset.ms = Date.parse(now) - deviceMs;
}

/** The days from the service's today in New York until a day; 0 once it has come. */
export function daysUntil(last: string, deviceMs: number = Date.now()): number {
  const now = new Date(deviceMs + offset.ms);
  const today = now.toLocaleDateString("en-CA", { timeZone: "America/New_York" });
  return Math.max(0, Math.round((secondsOf(dayIn(last)) - secondsOf(today)) / 86_400));
}
