// What is settled of an account in a real browser: its beneficiaries and its billing plan.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ConsoleInBrowser,
  chromiumPath,
  goTo,
  openInBrowser,
  type Person,
} from "./browser.ts";
import { faultsOf } from "./faults.ts";

const executable = await chromiumPath();
const where = executable === undefined ? " (skipped: set CHROME_PATH to a Chrome or Chromium)" : "";

describe.skipIf(executable === undefined)(`terms of an account in a browser${where}`, () => {
  let open: ConsoleInBrowser;
  beforeAll(async () => {
    open = await openInBrowser(executable ?? "");
  });
  afterAll(() => open?.close());

  const at = async (person: Person, path: string) => {
    const page = await open.signIn(person);
    await goTo(page, path);
    return page;
  };

  test("beneficiaries are refused at their fields and by their shares, and replaced", async () => {
    const page = await at("adviser", "/accounts/RA00000002/life/terms");
    const panel = page.getByRole("region", { name: "Beneficiaries" });
    expect(await panel.textContent()).toContain("number ending in 4321");
    await panel.getByRole("button", { name: /^Change/ }).click();
    const dialog = page.getByRole("dialog");
    const shares = dialog.getByLabel("Share, in percent");
    await shares.first().fill("50");
    await dialog.getByLabel("Social security number").first().fill("12");
    await dialog.getByLabel("Social security number").first().press("Tab");
    await expect.poll(() => dialog.locator(".problem").count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByLabel("Social security number").first().fill("4321");
    const told = dialog.locator(".notice");
    await expect.poll(() => told.allTextContents()).toHaveLength(2);
    const primary = dialog.getByRole("group", { name: "Primary" });
    const sum = primary.getByRole("status");
    expect(await sum.textContent()).toMatch(/% · .*% (missing|too much)$/);
    await dialog.getByRole("button", { name: "Save the beneficiaries" }).click();
    await expect.poll(() => dialog.getByRole("alert").count()).toBe(1);
    await dialog.getByRole("button", { name: /^Add.*primary/ }).click();
    await dialog.getByLabel("First name").nth(2).fill("Mara");
    await dialog.getByLabel("Last name").nth(2).fill("Whitfield");
    await dialog.getByLabel("Relationship").nth(2).selectOption("SIBLING");
    await shares.nth(2).fill("10");
    await expect.poll(() => sum.textContent()).toMatch(/^100(\.00)?%$/);
    await dialog.getByRole("button", { name: /^Remove.*Theo/ }).click();
    await dialog.getByRole("button", { name: "Save the beneficiaries" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => panel.textContent()).toContain("Mara Whitfield");
    // The number that four digits stand for has stayed.
    expect(await panel.textContent()).toContain("number ending in 4321");
    expect(await panel.textContent()).toContain("ContingentNobody");
  });

  test("a billing plan is chosen among those of the firm, and refused where it is gone", async () => {
    const page = await at("adviser", "/accounts/RA00000006/life/terms");
    const panel = page.getByRole("region", { name: "Billing" });
    await panel.getByRole("button", { name: /^Change/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/One percent of assets/).check();
    expect(await dialog.textContent()).toContain("1.00% a year of assets from $0.00");
    expect(await faultsOf(page)).toEqual([]);
    await page.route("**/restapi/accounts/RA00000006", async (route) => {
      const isChange = route.request().method() === "PUT";
      await route.continue(isChange ? { postData: '{"billingPlanOid":"3101"}' } : {});
    });
    await dialog.getByRole("button", { name: "Bill by this plan" }).click();
    await expect.poll(() => dialog.getByRole("alert").count()).toBe(1);
    await page.unroute("**/restapi/accounts/RA00000006");
    await dialog.getByRole("button", { name: "Bill by this plan" }).click();
    await expect.poll(() => panel.textContent()).toContain("Billed by plan 3001.");
  });

  test("whoever may not change them is told so", async () => {
    const page = await at("client", "/accounts/RA00000002/life/terms");
    expect(await page.getByText("Only an adviser of the firm changes them.").count()).toBe(1);
    expect(await page.getByText("Only an adviser of the firm chooses the plan.").count()).toBe(1);
    const ofViewer = await at("viewer", "/accounts/RA00000002/life/terms");
    const offered = ofViewer.getByRole("button", { name: /^Change.*beneficiaries/ });
    expect(await offered.count()).toBe(0);
  });

  test("an account that is not for retirement has no beneficiaries", async () => {
    const page = await at("adviser", "/accounts/RA00000001/life/terms");
    expect(await page.getByRole("region", { name: "Beneficiaries" }).count()).toBe(0);
  });
});
