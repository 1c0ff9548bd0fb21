// Lines on their way to standard error. They are sent in the background and never waited for. What
// cannot be written is dropped and counted, so neither a full disk nor a reader that has stopped or
// gone can hold up the service.
import { write, writeSync } from "node:fs";

/** Where log lines go, each with its line feed. */
export interface LogLines {
  write(line: string): void;
  /** Sends the buffer, once, without waiting for capacity; for the end of the process. */
  end(): void;
  /** How many lines were lost because they could not be written in time. */
  dropped(): number;
}

/** Writes bytes somewhere: at once, returning how many were taken, or in the background. */
export interface Sink {
  now(bytes: Buffer): number;
  later(bytes: Buffer, done: (error: Error | null, taken: number) => void): void;
}

// Lines are sent together, so that not every request costs a system call; but not more than a pipe
// takes in one piece, so that those of several processes do not run into each other.
const sentAtOnce = 4_096;
const sentAfterMs = 500;

/** How long a reader that takes no more is left alone. */
const retriedAfterMs = 100;

/** How many characters may wait; what comes on top is dropped. */
const mostHeld = 4 * 1024 * 1024;

/** Lines to a sink, in order. */
export function openLogLines(sink: Sink, most = mostHeld): LogLines {
  const held = openHeld(most);
  /** Lines that were begun and are not yet written. */
  let rest: Buffer | undefined;
  let isUnderWay = false;
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;
  // A line that was cut off by a failure must not run into the next one.
  let isCutOff = false;

  function write(line: string): void {
    if (!held.add(line)) dropped += 1;
    else if (rest === undefined) sendSoon();
  }

  function sendSoon(): void {
    if (held.length() >= sentAtOnce) send();
    else if (held.length() > 0) sendAfter(sentAfterMs);
  }

  function sendAfter(milliseconds: number): void {
    timer ??= setTimeout(send, milliseconds).unref();
  }

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    rest ??= held.take(isCutOff);
    if (rest === undefined || isUnderWay) return;
    const bytes = rest;
    isUnderWay = true;
    sink.later(bytes, (error, taken) => {
      isUnderWay = false;
      if (error !== null && isBusy(error)) return sendAfter(retriedAfterMs);
      if (error === null) noteTaken(bytes, taken);
      else giveUp(bytes);
      if (rest !== undefined) send();
      else sendSoon();
    });
  }

  function noteTaken(bytes: Buffer, taken: number): void {
    rest = taken < bytes.length ? bytes.subarray(taken) : undefined;
    if (taken > 0) isCutOff = bytes[taken - 1] !== lineFeed;
  }

  function giveUp(bytes: Buffer): void {
    rest = undefined;
    dropped += linesIn(bytes);
  }

  function end(): void {
    // A write that is under way is finished by the system; one that cannot be made now is lost.
    if (isUnderWay) rest = undefined;
    try {
      for (rest ??= held.take(isCutOff); rest !== undefined; rest ??= held.take(isCutOff)) {
        noteTaken(rest, sink.now(rest));
      }
    } catch {
      if (rest !== undefined) giveUp(rest);
    }
  }

  return { write, end, dropped: () => dropped };
}

/** Lines that wait, up to a number of characters in all. */
function openHeld(most: number) {
  let lines: string[] = [];
  let length = 0;
  return {
    add(line: string): boolean {
      if (length + line.length > most) return false;
      lines.push(line);
      length += line.length;
      return true;
    },
    length: () => length,
    take(isCutOff: boolean): Buffer | undefined {
      if (lines.length === 0) return undefined;
      let taken = 0;
      let sum = isCutOff ? 1 : 0;
      for (const line of lines) {
        if (taken > 0 && sum + line.length > sentAtOnce) break;
        taken += 1;
        sum += line.length;
      }
      const text = lines.slice(0, taken).join("");
      lines = lines.slice(taken);
      length -= text.length;
      return Buffer.from((isCutOff ? "\n" : "") + text);
    },
  };
}

/** The lines of some bytes, the first of which may be the rest of one. */
function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed, 1); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    lines += 1;
  }
  return lines;
}

const lineFeed = 10;

function isBusy(error: Error): boolean {
  return "code" in error && error.code === "EAGAIN";
}

/** The lines of this process on standard error. */
export function standardError(): LogLines {
  if (opened !== undefined) return opened;
  // Opened as a stream, a pipe or socket no longer makes its writers wait.
  process.stderr.on("error", () => {});
  const descriptor = 2;
  const lines = openLogLines({
    now: (bytes) => writeSync(descriptor, bytes),
    later: (bytes, done) => write(descriptor, bytes, done),
  });
  process.once("exit", lines.end);
  opened = lines;
  return lines;
}

let opened: LogLines | undefined;
