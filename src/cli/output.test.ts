// The output of commands cannot steer a terminal, nor pass for another line, whatever is named in it.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBursar } from "../../test/service-process.ts";
import { failureMessage } from "./failure.ts";
import { CommandFault } from "./faults.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bursar-output-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const hostile = "a\nbursar: stored\r\u001b[2K\u202eb";
const shown = "a\\u{a}bursar: stored\\u{d}\\u{1b}[2K\\u{202e}b";

const steers = ["\r", "\u001b", "\u202e"];

test("a folder of any name stays within its line, where it is done and where it is refused", async () => {
  const records = join(folder, "records");
  await mkdir(records);
  const contraFirms = "contraFirmId,name,clearingNumber\n";
  await writeFile(join(records, "contra-firms.csv"), contraFirms);
  const out = join(folder, hostile);
  const mend = ["load", "--mend", out, records];
  for (const { stdout, stderr } of [
    await runBursar(mend, {}),
    // There is something by that name now, or its records were refused again.
    await runBursar(mend, {}),
    await runBursar(["load", join(folder, `no ${hostile}`), "--mend", join(folder, "out")], {}),
  ]) {
    expect(stdout + stderr).toContain(shown);
    expect(stdout + stderr).not.toMatch(/^bursar: stored/m);
    for (const steering of steers) expect(stdout + stderr).not.toContain(steering);
  }
});

test("a word that is not understood cannot steer the terminal", async () => {
  const { status, stderr } = await runBursar(["load", "a", "b\u001b[2K\r"], {});
  expect(status).toBe(2);
  for (const steering of steers) expect(stderr).not.toContain(steering);
});

test("a sentence that ends a command is one line", () => {
  expect(failureMessage(new CommandFault(`${hostile} is not there.`))).toBe(
    `${shown} is not there.`,
  );
});

/** Files that write past `printLines` and `printErrors`: documents for other programs, of which each is JSON or of
 * a form of its own. */
const documents = ["engine.ts", "events.ts", "export.ts", "output.ts", "report-form.ts"];

test("commands print through one door, but for documents", async () => {
  const direct: string[] = [];
  for (const name of await readdir(import.meta.dirname)) {
    if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
    const text = await readFile(join(import.meta.dirname, name), "utf8");
    if (/process\.std(?:out|err)\.write\(|console\.\w+\(/.test(text)) direct.push(name);
  }
  expect(direct.toSorted()).toEqual(documents);
});
