// Lists in a real browser: each is saved as CSV as it is shown, and those that are read whole are searched.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, goTo } from "./browser.ts";

await describeInBrowser("lists in a browser", (open) => {
  const saved = async (page: Page) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Export CSV/ }).click();
    return readFile(await (await download).path(), "utf8");
  };

  test("each list is saved as CSV with the rows that are shown", async () => {
    const page = await open.at("adviser", "/securities?search=Acme");
    expect(await saved(page)).toContain("Acme Corporation");
    await goTo(page, "/households");
    expect(await saved(page)).toContain("Whitfield");
    await goTo(page, "/offers?show=all&search=robotics%20notes");
    const offers = await saved(page);
    expect(offers).toContain("Redwood Robotics Notes");
    expect(offers).not.toContain("Seed Units");
    await goTo(page, "/models?search=balanced");
    expect(await saved(page)).toContain("Harbor Balanced Growth and Income");
    await page.getByRole("searchbox", { name: "Search models" }).fill("no such model");
    await expect.poll(() => page.getByText("No matching models").count()).toBe(1);
    await page.close();
    const ofOperator = await open.at("operator", "/events?show=all");
    expect(await saved(ofOperator)).toContain("Cash dividend");
    await ofOperator.close();
  });
});
