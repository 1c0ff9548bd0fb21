// Log lines are written in the background; what cannot be written is dropped and counted.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { openLogLines, type Sink } from "./log-lines.ts";

let written = "";
/** The outcomes of the sink's writes in order: takes so many bytes, or fails with this code. */
let fates: (number | string)[] = [];

const sink: Sink = {
  now: (bytes) => take(bytes),
  later: (bytes, done) => {
    setImmediate(() => {
      try {
        done(null, take(bytes));
      } catch (error) {
        done(error as Error, 0);
      }
    });
  },
};

function take(bytes: Buffer): number {
  const fate = fates.shift() ?? bytes.length;
  if (typeof fate === "string") throw Object.assign(new Error(fate), { code: fate });
  written += bytes.toString("utf8", 0, fate);
  return Math.min(fate, bytes.length);
}

beforeEach(() => {
  written = "";
  fates = [];
});

const long = (name: string) => `${name.padEnd(5_000, ".")}\n`;
const names = () => written.match(/^[a-z]+/gm)?.join(" ");

test("lines are gathered, and those that wait at the end are written then", () => {
  const lines = openLogLines(sink);
  lines.write("one\n");
  lines.write("two\n");
  expect(written).toBe("");
  lines.end();
  expect([written, lines.dropped()]).toEqual(["one\ntwo\n", 0]);
});

test("what is taken in parts arrives in order", async () => {
  fates = [10, 1_000, 4_000];
  const lines = openLogLines(sink);
  for (const name of ["one", "two", "three"]) lines.write(long(name));
  await expect.poll(() => written).toBe(["one", "two", "three"].map(long).join(""));
  expect(lines.dropped()).toBe(0);
});

test.each(["ENOSPC", "EPIPE", "EIO"])(
  "lines that fail with %s are dropped and counted",
  async (code) => {
    fates = [code, 5_001, code];
    const lines = openLogLines(sink);
    for (const name of ["one", "two", "three"]) lines.write(long(name));
    await expect.poll(() => lines.dropped()).toBe(2);
    lines.write(long("four"));
    await expect.poll(names).toBe("two four");
  },
);

test("a line that a failure cut off does not run into the next one", async () => {
  fates = [10, "ENOSPC"];
  const lines = openLogLines(sink);
  lines.write(long("one"));
  await expect.poll(() => lines.dropped()).toBe(1);
  lines.write(long("two"));
  await expect.poll(() => written).toBe(`one.......\n${long("two")}`);
});

test("a reader that takes nothing is asked again; what no longer fits meanwhile is dropped", async () => {
  fates = ["EAGAIN", "EAGAIN", "EAGAIN"];
  const lines = openLogLines(sink, 15_000);
  for (const name of ["one", "two", "three", "four", "five"]) lines.write(long(name));
  await expect.poll(names).toBe("one two three");
  expect(lines.dropped()).toBe(2);
});

test("at the end nothing is waited for", () => {
  fates = ["EAGAIN"];
  const lines = openLogLines(sink);
  lines.write("one\n");
  lines.end();
  expect([written, lines.dropped()]).toEqual(["", 1]);
});

/** A process that logs 300,000 characters and then ends; its reader reads nothing, or has gone. */
async function endOfLogger(reader: "is silent" | "has gone"): Promise<unknown[]> {
  const place = pathToFileURL(join(import.meta.dirname, "log.ts")).href;
  const code = `
    const { openLog } = await import(${JSON.stringify(place)});
    const log = openLog("info");
    for (let line = 0; line < 3_000; line += 1) log.info("${"x".repeat(100)}");
    setTimeout(() => process.stdout.write("still here", () => process.exit(7)), 300);
  `;
  const words = ["--input-type=module", "--eval", code];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  if (reader === "has gone") child.stderr.destroy();
  let said = "";
  child.stdout.on("data", (text) => {
    said += text;
  });
  const [status] = await once(child, "exit");
  child.stderr.destroy();
  return [status, said];
}

test.each(["is silent", "has gone"] as const)(
  "a process whose log's reader %s goes on, and ends when it wants to",
  async (reader) => expect(await endOfLogger(reader)).toEqual([7, "still here"]),
);
