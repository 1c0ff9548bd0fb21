// `npm run screenshots`: draws every page in both themes and three widths, to be looked at.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../source-files.ts";
import {
  type ConsoleInBrowser,
  goTo,
  openInBrowser,
  type Person,
  people,
  settled,
} from "./browser.ts";
import { chromiumPath } from "./chromium.ts";
import { pages } from "./pages.ts";

const isAsked = process.env.SCREENSHOTS !== undefined;
const executable = isAsked ? await chromiumPath() : undefined;
const folder = join(root, ".bursar", "screenshots");

describe.skipIf(executable === undefined)("screenshots (by npm run screenshots)", () => {
  let open: ConsoleInBrowser;
  beforeAll(async () => {
    open = await openInBrowser(executable ?? "");
    await mkdir(folder, { recursive: true });
  });
  afterAll(() => open?.close());

  for (const person of Object.keys(people) as Person[]) {
    test(`of each page of the ${person}`, async () => {
      const page = await open.signIn(person);
      for (const { name, path } of pages.filter((each) => each.person === person)) {
        await goTo(page, path);
        for (const width of [390, 1_280, 2_560]) {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
          for (const theme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme: theme });
            await settled(page);
            const file = join(folder, `${name}-${width}-${theme}.png`);
            await page.screenshot({ path: file, fullPage: true });
          }
        }
        await page.setViewportSize({ width: 1_280, height: 900 });
      }
      expect(page.url()).toContain("/console/");
    });
  }

  test("of a request in the reference", async () => {
    const page = await open.signIn("adviser");
    page.setDefaultTimeout(120_000);
    const path = "/restapi/accounts/{accountnumber}/restrictions";
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`${open.address}/reference/#tag/restrictions/POST${path}`);
      const tried = `post ${path.replace(/[{}]/g, ".")}.$`;
      const send = page.getByRole("button", { name: new RegExp(tried) });
      await send.waitFor();
      await send.scrollIntoViewIfNeeded();
      await page.waitForTimeout(2_000);
      await page.screenshot({ path: join(folder, `reference-1280-${theme}.png`) });
    }
  });
});
