// `npm run figures`: whether a list of 100,000 accounts is scrolled, searched and filtered without a
// long task of the page.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConsoleInBrowser, goTo, openInBrowser } from "./browser.ts";
import { chromiumPath } from "./chromium.ts";

const isAsked = process.env.FIGURES !== undefined;
const executable = isAsked ? await chromiumPath() : undefined;

const accounts = 100_000;
const part = 200;

describe.skipIf(executable === undefined)("figures of many rows (by npm run figures)", () => {
  let open: ConsoleInBrowser;
  beforeAll(async () => {
    open = await openInBrowser(executable ?? "");
  });
  afterAll(() => open?.close());

  test("of 100,000 accounts, scrolled to the end, searched and filtered", async () => {
    const page = await open.signIn("adviser");
    await page.route("**/restapi/accounts?*", (route) => {
      const after = new URL(route.request().url()).searchParams.get("after");
      const from = after === null ? 0 : Number(after.slice(2)) + 1;
      const size = Math.min(part, accounts - from);
      return route.fulfill({ json: Array.from({ length: size }, (_, at) => account(from + at)) });
    });
    await goTo(page, "/accounts");
    await page.getByText("Account 000003").waitFor();
    await page.evaluate(`
      window.tasks = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.tasks.push(duration);
      }).observe({ type: "longtask" });`);
    // The end is reached once no more rows come.
    await page.evaluate(`(async () => {
      const box = document.querySelector(".rows");
      window.most = 0;
      while (box.getAttribute("aria-rowcount") !== "${accounts + 1}") {
        box.scrollTo(0, box.scrollHeight);
        await new Promise((next) => setTimeout(next, 5));
        window.most = Math.max(window.most, box.querySelectorAll("[role=row]").length);
      }
    })()`);
    const scrolled = await tasksOf(page);
    await expect.poll(async () => Number(await page.evaluate("most"))).toBeLessThan(60);
    await page.getByLabel("Search accounts").pressSequentially("account", { delay: 60 });
    await page.getByText("Filters", { exact: true }).click();
    await page.getByLabel("Amount of cash").pressSequentially("1000", { delay: 60 });
    await page.getByLabel("Account type").selectOption({ index: 1 });
    await expect.poll(() => page.url()).toMatch(/accounttype=/);
    await expect.poll(() => page.getByRole("status").textContent()).toMatch(/^[24]00\+ accounts$/);
    const asked = await tasksOf(page);
    process.stdout.write(`tasks over 50 ms of ${accounts} rows: ${scrolled} then ${asked}\n`);
    expect([...scrolled, ...asked]).toEqual([]);
  }, 300_000);
});

/** The tasks over 50 ms since it was last asked, in milliseconds. */
async function tasksOf(page: Page): Promise<readonly number[]> {
  return page.evaluate("window.tasks.splice(0).map(Math.round)");
}

function account(at: number) {
  const number = String(at).padStart(6, "0");
  return {
    accountNumber: `RA${number}`,
    accountName: `Account ${number}`,
    accountType: "I",
    billingPlanOid: null,
    owners: ["ada.whitfield"],
    restricted: false,
  };
}
