// Staff in a real browser: an administrator makes a colleague's sign-in link and revokes the access.
import { expect, test } from "vitest";
import { describeInBrowser, goTo } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("staff in a browser", (open) => {
  test("a link is made and shown once, a colleague signs in by it, and the access is revoked", async () => {
    const page = await open.at("adviser", "/office");
    await page.getByRole("link", { name: "Staff" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(3);
    const own = page.getByRole("row").filter({ hasText: "harbor.lin" });
    await expect.poll(() => own.getByRole("button", { name: /^Create link/ }).count()).toBe(0);
    const row = page.getByRole("row").filter({ hasText: "harbor.park" });
    await row.getByRole("button", { name: "Create link for Noah Park" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create link" }).click();
    await expect.poll(() => page.locator("code").textContent()).toContain("/console/#link=");
    expect(await faultsOf(page)).toEqual([]);
    const link = await page.locator("code").textContent();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.content()).not.toContain("#link=");

    const theirs = await open.window();
    await theirs.goto(link ?? "");
    await theirs.getByRole("button", { name: "Sign out" }).waitFor({ state: "attached" });
    await theirs.close();

    await row.getByRole("button", { name: "Revoke access of Noah Park" }).click();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Revoke access" }).click();
    await expect
      .poll(() => page.locator(".toast").last().textContent())
      .toBe("Done: Revoke access");
    const entries = (await open.service.auditOf("member:harbor.park")).slice(-3);
    expect(entries.map(({ operation }) => operation)).toEqual([
      "createConsoleLink",
      "startConsoleSession",
      "revokeConsoleSessions",
    ]);
    await page.getByRole("searchbox", { name: "Search staff" }).fill("lin administrator");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.close();
  });

  test("a viewer reads who manages staff, and the operator chooses a firm", async () => {
    const page = await open.at("viewer", "/office");
    await expect.poll(() => page.getByRole("link", { name: "Staff" }).count()).toBe(0);
    await goTo(page, "/office/staff");
    await expect.poll(() => page.getByText("Only administrators manage staff.").count()).toBe(1);
    await page.close();
    const ofOperator = await open.at("operator", "/office/staff");
    await ofOperator.getByRole("link", { name: "Harbor Advisory" }).click();
    const button = ofOperator.getByRole("button", { name: "Create link for Grace Lin" });
    await expect.poll(() => button.count()).toBe(1);
    await ofOperator.close();
  });
});
