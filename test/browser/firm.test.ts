// The page of a firm in a real browser: its figures are the service's own, to the digit.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConsoleInBrowser, chromiumPath, goTo, openInBrowser } from "./browser.ts";

const executable = await chromiumPath();
const where = executable === undefined ? " (skipped: set CHROME_PATH to a Chrome or Chromium)" : "";

describe.skipIf(executable === undefined)(`a firm in a browser${where}`, () => {
  let open: ConsoleInBrowser;
  beforeAll(async () => {
    open = await openInBrowser(executable ?? "");
  });
  afterAll(() => open?.close());

  test("what clients have and what waits are as the service answers them", async () => {
    const page = await open.signIn("adviser");
    const answered = page.waitForResponse(/firms\/1002\/overview$/);
    await goTo(page, "/firm");
    const overview = await (await answered).json();
    const held = await page.getByRole("region", { name: "What clients have" }).textContent();
    const { value, cash, flows } = overview;
    for (const amount of [value, cash, flows.in, flows.out, flows.net])
      expect(held).toContain(`$${amount.replace(/\B(?=(\d{3})+\.)/g, ",")}`);
    expect(held).toContain(`of ${overview.owners} owners`);
    const rows = page.getByRole("region", { name: "What waits" }).getByRole("listitem");
    const waiting: readonly string[] = [
      ...["itemsForAttention", "ordersUndecided", "transfersOpen", "ballotsOpen"],
      ...["modelsPending", "accountsRestricted"],
    ];
    for (const [at, kind] of waiting.entries())
      expect(await rows.nth(at).textContent()).toMatch(new RegExp(`${overview.waiting[kind]}$`));
    await page.getByRole("link", { name: "Subscriptions" }).click();
    await expect.poll(() => page.url()).toBe(`${open.address}/console/offers`);
  });
});
