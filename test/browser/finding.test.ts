// Everything by typing: the search of the console, and the page of a person.
import { expect, test } from "vitest";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("search in a browser", (open) => {
  test("Ctrl+K finds pages, accounts, people, households, securities and offerings", async () => {
    const page = await open.at("adviser", "/firm");
    const dialog = page.getByRole("dialog", { name: "Search" });
    const results = dialog.getByRole("option");
    const type = async (text: string) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type(text);
    };
    const openFound = async (text: string, kind: string, path: string) => {
      await type(text);
      const found = results.filter({ hasText: new RegExp(`${kind}$`) }).first();
      await settled(page);
      await expect.poll(() => found.count()).toBe(1);
      await found.hover();
      await page.keyboard.press("Enter");
      await expect.poll(() => page.url().split("console")[1]).toContain(path);
      await expect.poll(() => dialog.count()).toBe(0);
      await settled(page);
    };
    await openFound("rainy", "Account", "/accounts/RA00000002");
    await openFound("whitfield", "Household", "/households/61");
    await openFound("acme", "Security", "/securities/601");
    await openFound("robotics notes", "Offering", "/offers/801");
    await openFound("bill", "Page", "/billing");
    // Pages below the navigation, by what they are for, and by letters in order.
    await openFound("overdrawn", "Page", "/firm/cash");
    await openFound("bkof", "Page", "/office");
    await openFound("4701", "Fee run", "/billing/4701");
    // Enter right after the text waits for its results.
    await type("rainy");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("/accounts/RA00000002");
    await openFound("ada whit", "Person", "/people/ada.whitfield");
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toBe("Ada Whitfield");
    // The pages of the open record come first.
    await goTo(page, "/accounts/RA00000002");
    await openFound("tax lots", "This page", "/accounts/RA00000002/lots");
    await goTo(page, "/people/ada.whitfield");
    const accounts = page.getByRole("region", { name: "Accounts" });
    await expect
      .poll(() => accounts.getByRole("row", { name: /^House fund/ }).textContent())
      .toContain("Joint owner");
    await type("no such thing at all");
    await expect.poll(() => dialog.getByRole("status").textContent()).toBe("No matches");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
  });

  test("a slash opens it where nothing is typed, arrows choose, and it runs commands", async () => {
    const page = await open.at("adviser", "/accounts");
    await page.getByLabel("Search accounts").fill("a/b");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: "Search everything" }).fill("theme");
    const chosen = page.getByRole("dialog").getByRole("option", { selected: true });
    await expect.poll(() => chosen.textContent()).toContain("Light theme");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => chosen.textContent()).toContain("Dark theme");
    // Up from the first leads to the last.
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => chosen.textContent()).toContain("Light theme");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const theme = () => page.evaluate("document.documentElement.dataset.theme");
    await expect.poll(theme).toBe("dark");
  });

  test("finds for each user what the user may see", async () => {
    const page = await open.at("issuer", "/offers");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.keyboard.press("Control+k");
    await page.keyboard.type("redwood");
    await expect
      .poll(() => page.getByRole("dialog").getByRole("option").count())
      .toBeGreaterThan(0);
    expect(asked.filter((path) => path.startsWith("/restapi/accounts"))).toEqual([]);
    await goTo(page, "/people/ada.whitfield");
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toBe("Page not found");
    const ofOperator = await open.at("operator", "/firm");
    await ofOperator.keyboard.press("Control+k");
    await ofOperator.keyboard.type("4302");
    const event = ofOperator.getByRole("option").filter({ hasText: /Corporate event$/ });
    await expect.poll(() => event.count()).toBe(1);
    await ofOperator.keyboard.press("Enter");
    await expect.poll(() => ofOperator.url()).toContain("/events/4302");
  });

  test("a client sees the value of each account on a phone, too", async () => {
    const page = await open.at("client", "/home");
    await page.setViewportSize({ width: 390, height: 844 });
    const value = page.getByRole("columnheader", { name: "Value" });
    const right = () => value.evaluate((cell) => cell.getBoundingClientRect().right);
    await expect.poll(right).toBeLessThanOrEqual(390);
    await page.close();
  });

  test("a client finds documents of all accounts by what they are", async () => {
    const page = await open.at("client", "/home");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("tax forms");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("/documents");
    await settled(page);
    const statements = page.getByRole("region", { name: "Statements and tax forms" });
    await expect
      .poll(() => statements.getByRole("row").nth(1).textContent())
      .toContain("RA00000001");
    await expect.poll(() => page.getByRole("link", { name: "API reference" }).count()).toBe(0);
  });

  test("an issuer starts at its offerings", async () => {
    const page = await open.signIn("issuer");
    await expect.poll(() => page.url()).toContain("/console/offers");
  });
});
