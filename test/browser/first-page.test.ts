// The first minute in a browser: the address that `npm start` prints.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConsoleInBrowser, chromiumPath, openInBrowser } from "./browser.ts";

const executable = await chromiumPath();
const where = executable === undefined ? " (skipped: set CHROME_PATH to a Chrome or Chromium)" : "";

describe.skipIf(executable === undefined)(`the first page${where}`, () => {
  let open: ConsoleInBrowser;
  beforeAll(async () => {
    open = await openInBrowser(executable ?? "");
  });
  afterAll(() => open?.close());

  test("is the console, which says how to get a link", async () => {
    const page = await open.window();
    await page.goto(open.address);
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(page.url()).toBe(`${open.address}/console/`);
    for (const command of ["npx bursar console link <login>", "npx bursar console link harbor.lin"])
      await page.getByText(command, { exact: true }).waitFor();
    // What a first start prints: links in a terminal, else the second command.
    const printed = await readFile("src/cli/serve.ts", "utf8");
    expect(printed).toContain("npx bursar console link harbor.lin");
    expect(await page.getByText(/Without a terminal.*it prints the command/s).count()).toBe(1);
  });
});
