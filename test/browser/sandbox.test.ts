// The sandbox in a real browser: its clock, and its new beginning.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConsoleInBrowser, chromiumPath, goTo, openInBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const executable = await chromiumPath();
const where = executable === undefined ? " (skipped: set CHROME_PATH to a Chrome or Chromium)" : "";

describe.skipIf(executable === undefined)(`the sandbox in a browser${where}`, () => {
  let open: ConsoleInBrowser;
  beforeAll(async () => {
    open = await openInBrowser(executable ?? "");
  });
  afterAll(() => open?.close());

  test("the clock is moved ahead, and a wrong number of days is told at its field", async () => {
    const page = await open.signIn("operator");
    await goTo(page, "/sandbox");
    const panel = page.getByRole("region", { name: "Clock" });
    await panel.getByLabel("Days").fill("0");
    await panel.getByLabel("Days").press("Tab");
    await expect.poll(() => panel.locator(".problem").count()).toBe(1);
    await panel.getByRole("button", { name: "30 days" }).click();
    await panel.getByRole("button", { name: "Move ahead" }).click();
    await expect.poll(() => panel.textContent()).toContain("The clock was moved");
    expect(await panel.textContent()).toContain("1 Apr 2026");
  });

  test("it begins anew once the word is typed, and whoever asked stays signed in", async () => {
    const page = await open.signIn("operator");
    await goTo(page, "/sandbox");
    const panel = page.getByRole("region", { name: "Begin anew" });
    const word = panel.getByLabel("Type reset");
    const send = panel.getByRole("button", { name: "Remove everything" });
    await word.fill("restart");
    await word.press("Tab");
    await expect.poll(() => panel.locator(".problem").count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await send.click();
    await expect.poll(() => panel.locator(".problem").count()).toBe(1);
    expect(await open.service.auditOf("store")).not.toContainEqual(
      expect.objectContaining({ operation: "resetSandbox" }),
    );
    await word.fill("reset");
    await send.click();
    await expect.poll(() => panel.textContent()).toContain("has the sample firm again");
    expect(await panel.locator(".problem").count()).toBe(0);
    const clock = page.getByRole("region", { name: "Clock" });
    await expect.poll(() => clock.textContent()).toContain("2 Mar 2026");
    expect((await open.service.auditOf("store")).at(-1)).toMatchObject({
      operation: "resetSandbox",
      caller: { member: "bursar.ops" },
    });
  });

  test("nobody but the operator's administrator is offered it, nor in a store in earnest", async () => {
    const page = await open.signIn("adviser");
    await page.goto(`${open.address}/console/sandbox`);
    await expect.poll(() => page.getByText("There is no such page.").count()).toBe(1);
    await open.service.admin("update member set staff_role = 'adviser' where login_id = $1", [
      "bursar.ops",
    ]);
    const ofOperator = await open.signIn("operator");
    await goTo(ofOperator, "/sandbox");
    expect(await ofOperator.getByRole("region", { name: "Clock" }).count()).toBe(1);
    expect(await ofOperator.getByRole("region", { name: "Begin anew" }).count()).toBe(0);
    await open.service.admin("delete from store_property where name = 'sandbox_days_ahead'");
    await ofOperator.reload();
    await expect.poll(() => ofOperator.getByText("This store is in earnest.").count()).toBe(1);
  });
});
