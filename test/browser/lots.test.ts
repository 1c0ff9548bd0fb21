// Tax lots in a real browser: their figures are the service's own, to the digit.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConsoleInBrowser, chromiumPath, goTo, openInBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const executable = await chromiumPath();
const where = executable === undefined ? " (skipped: set CHROME_PATH to a Chrome or Chromium)" : "";
const account = "RA00000001";

describe.skipIf(executable === undefined)(`lots in a browser${where}`, () => {
  let open: ConsoleInBrowser;
  beforeAll(async () => {
    open = await openInBrowser(executable ?? "");
  });
  afterAll(() => open?.close());

  test("an open lot has its gain and how long it is still short-term, and the terms their sums", async () => {
    const page = await open.signIn("client");
    const answered = page.waitForResponse(/taxlots\/unrealized$/);
    await goTo(page, `/accounts/${account}/lots`);
    const { lots, ...sums } = await (await answered).json();
    const panel = page.getByRole("region", { name: "Open lots" });
    const rows = panel.locator("tbody tr");
    expect(await rows.count()).toBe(lots.length);
    const isShort = ({ daysToLongTerm }: { daysToLongTerm: string }) => daysToLongTerm !== "0";
    expect(lots.some(isShort)).toBe(true);
    for (const [at, lot] of lots.entries()) {
      const told = await rows.nth(at).textContent();
      expect(told).toContain(dollars(lot.marketValue));
      expect(told).toContain(dollars(lot.unrealizedGainLoss));
      expect(told?.includes(`long-term in ${lot.daysToLongTerm} day`)).toBe(isShort(lot));
    }
    for (const [name, sum] of [
      ["Short-term", sums.shortTerm],
      ["Long-term", sums.longTerm],
      ["All", sums.total],
    ]) {
      const shown = panel.locator("dl > div", { hasText: `${name}, unrealized` });
      expect(await shown.textContent()).toContain(dollars(sum.unrealizedGainLoss));
      expect(await shown.textContent()).toContain(dollars(sum.marketValue));
    }
    await rows.first().getByRole("button", { name: /^Why/ }).click();
    const story = await page.getByRole("dialog").textContent();
    expect(story).toContain(dollars(lots[0].unrealizedGainLoss));
    expect(await faultsOf(page)).toEqual([]);
  });
});

/** An amount with its thousands apart, and a true minus before the sign. */
function dollars(amount: string): string {
  const [whole = "", cents = ""] = amount.replace("-", "").split(".");
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${amount.startsWith("-") ? "−" : ""}$${digits}.${cents}`;
}
