// Keys in a real browser: made and revoked by an administrator who has just signed in.
import { expect, test } from "vitest";
import { testNow } from "../sample-template.ts";
import { describeInBrowser, goTo } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("keys in a browser", (open) => {
  test("a key is made, shown once, and revoked; five minutes later none is", async () => {
    const page = await open.at("adviser", "/office");
    await page.getByRole("link", { name: "API keys" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(1);
    const before = await page.getByRole("row").count();
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    // Neither a client's API user nor another firm's.
    await expect
      .poll(() => dialog.getByLabel("API user").locator("option").allTextContents())
      .toEqual(["Harbor back office (read, write)", "Harbor reporting (read)"]);
    await dialog.getByLabel("API user").selectOption({ label: "Harbor reporting (read)" });
    await dialog.getByLabel("Expires in (days)").fill("400");
    await dialog.getByRole("button", { name: "Create key" }).click();
    await expect.poll(() => dialog.getByRole("alert").count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByLabel("Expires in (days)").fill("30");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("code").textContent()).toMatch(/^bursar_/);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("row").count()).toBe(before + 1);
    await expect.poll(() => page.content()).not.toContain("bursar_");
    const row = page.getByRole("row").filter({ hasText: "harbor.lin" });
    await expect.poll(() => row.textContent()).toContain("Harbor reporting");
    await row.getByRole("button", { name: /^Revoke/ }).click();
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await expect.poll(() => page.locator(".toast").last().textContent()).toBe("Done: Revoke key");
    await expect.poll(() => page.getByRole("row").count()).toBe(before);
    const entries = (await open.service.auditOf("firm:1002")).slice(-2);
    expect(entries.map(({ operation }) => operation)).toEqual(["createKey", "revokeKey"]);

    open.service.setNow(new Date(+testNow + 6 * 60_000).toISOString());
    await page.getByRole("button", { name: "Create key" }).click();
    await dialog.getByRole("button", { name: "Create key" }).click();
    await expect.poll(() => dialog.getByText(/sign in again to make this change/).count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    open.service.setNow(testNow.toISOString());
    await page.close();
  });

  test("a viewer sees who makes keys, and a client has no such page", async () => {
    const page = await open.at("viewer", "/office");
    await expect.poll(() => page.getByRole("link", { name: "API keys" }).count()).toBe(0);
    await goTo(page, "/office/keys");
    await expect
      .poll(() => page.getByText("Only administrators can create and revoke keys.").count())
      .toBe(1);
    await page.close();
    const ofClient = await open.signIn("client");
    await ofClient.evaluate('history.pushState(null, "", "/console/office/keys")');
    await expect
      .poll(() => ofClient.getByRole("heading", { name: "Page not found" }).count())
      .toBe(1);
    await ofClient.close();
  });
});
