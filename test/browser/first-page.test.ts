// The first minute in a browser: the address that `npm start` prints.
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
    await page.getByText("npx bursar console link").first().waitFor();
  });
});
