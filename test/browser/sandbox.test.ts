// The sandbox in a real browser: its clock, and its new beginning.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("the sandbox in a browser", (open) => {
  test("the clock is moved ahead, and a wrong number of days is reported at its field", async () => {
    const page = await open.at("operator", "/sandbox");
    const panel = page.getByRole("region", { name: "Clock" });
    await panel.getByLabel("Days").fill("0");
    await panel.getByLabel("Days").press("Tab");
    await expect.poll(() => panel.locator(".problem").count()).toBe(1);
    await panel.getByRole("button", { name: "30 days" }).click();
    await panel.getByRole("button", { name: "Advance clock" }).click();
    await expect.poll(() => panel.textContent()).toContain("Clock advanced");
    await expect.poll(() => panel.textContent()).toContain("Apr 1, 2026");
  });

  test("it is reset once that was asked for and the word is typed, and whoever asked stays signed in", async () => {
    const page = await open.at("operator", "/sandbox");
    const panel = page.getByRole("region", { name: "Reset sandbox" });
    await panel.getByRole("button", { name: "Reset sandbox" }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.textContent()).toContain("Deletes all data and history");
    const word = dialog.getByLabel("Type reset");
    const send = dialog.getByRole("button", { name: "Reset", exact: true });
    await word.fill("restart");
    await expect.poll(() => dialog.locator(".problem").count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await send.click();
    await expect.poll(() => dialog.locator(".problem").count()).toBe(1);
    expect(await open.service.auditOf("store")).not.toContainEqual(
      expect.objectContaining({ operation: "resetSandbox" }),
    );
    await word.fill("reset");
    await send.click();
    await expect.poll(() => panel.textContent()).toContain("sample firm reloaded");
    const clock = page.getByRole("region", { name: "Clock" });
    await expect.poll(() => clock.textContent()).toContain("Mar 2, 2026");
    expect((await open.service.auditOf("store")).at(-1)).toMatchObject({
      operation: "resetSandbox",
      caller: { member: "bursar.ops" },
    });
  });

  test("nobody but the operator's administrator is offered it, nor in a store that is none", async () => {
    const badge = (page: Page) => page.locator(".rail > .sandbox");
    const page = await open.signIn("adviser");
    await expect.poll(() => badge(page).textContent()).toBe("Sandbox");
    await page.goto(`${open.address}/console/sandbox`);
    const heading = page.getByRole("heading", { level: 1 });
    await expect.poll(() => heading.textContent()).toBe("Page not found");
    await open.service.admin("update member set staff_role = 'adviser' where login_id = $1", [
      "bursar.ops",
    ]);
    const ofOperator = await open.at("operator", "/sandbox");
    await expect.poll(() => ofOperator.getByRole("region", { name: "Clock" }).count()).toBe(1);
    await expect
      .poll(() => ofOperator.getByRole("region", { name: "Reset sandbox" }).count())
      .toBe(0);
    await open.service.admin("delete from store_property where name = 'sandbox_days_ahead'");
    await ofOperator.reload();
    const title = ofOperator.getByRole("heading", { level: 1 });
    await expect.poll(() => title.textContent()).toBe("Page not found");
    await expect.poll(() => ofOperator.getByRole("link", { name: "Sandbox" }).count()).toBe(0);
    await expect.poll(() => badge(ofOperator).count()).toBe(0);
  });
});
