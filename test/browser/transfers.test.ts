// Transfers in a real browser: entered with the signature of each owner, and cancelled.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("transfers in a browser", (open) => {
  const transfers = (page: Page) => page.getByRole("region", { name: "Incoming transfers" });

  test("a transfer is refused while it is typed, signed by each owner, and entered", async () => {
    const page = await open.at("adviser", "/accounts/RA00000003/life/moves");
    await transfers(page).getByRole("button", { name: "New transfer" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Delivering firm", { exact: true }).selectOption("Meadow Funds");
    await dialog.getByLabel("Account number at delivering firm").fill("77-120045");
    await dialog.getByLabel("Transfer type").selectOption("partial");
    await dialog.getByRole("button", { name: "Add security" }).click();
    await dialog.getByLabel("Ticker").fill("ACME");
    await dialog.getByLabel("Shares", { exact: true }).fill("0");
    await dialog.getByLabel("Ticker").focus();
    await expect.poll(() => dialog.locator(".problem").count()).toBe(1);
    await dialog.getByLabel("Shares", { exact: true }).fill("25");
    const status = dialog.getByRole("status");
    await expect.poll(() => status.textContent()).toMatch(/firm that takes part in ACATS/);
    await dialog.getByLabel("Delivering firm", { exact: true }).selectOption("Cedar Clearing");
    for (const owner of ["Ada", "Ben"]) {
      const way = dialog.getByRole("group", { name: `How to sign: Signature of ${owner}` });
      await way.getByRole("button", { name: "Type" }).click();
      await dialog.getByLabel(`Signature of ${owner} Whitfield`).last().fill(`${owner} Whitfield`);
      const isFirst = owner === "Ada";
      await expect
        .poll(async () => (await status.allTextContents()).join())
        .toMatch(isFirst ? /Each owner of the account signs once/ : /^$/);
    }
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Submit transfer" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => transfers(page).textContent()).toContain("from 77-120045");
    const entries = await open.service.auditOf("RA00000003");
    expect(entries.find(({ operation }) => operation === "createTransfer")).toMatchObject({
      caller: { member: "harbor.lin" },
      detail: {
        after: {
          transfer: { contraFirmName: "Cedar Clearing", transferType: "partial" },
          signatures: [{ loginId: "ada.whitfield" }, { loginId: "ben.whitfield" }],
        },
      },
    });
  });

  test("a transfer that was just sent is not cancelled any more, another is", async () => {
    const page = await open.at("adviser", "/accounts/RA00000006/life/moves");
    const panel = transfers(page);
    await panel.getByRole("button", { name: /^Cancel/ }).click();
    const dialog = page.getByRole("dialog");
    await page.route("**/acatin/ACAT-10012", (route) =>
      route.continue({ url: route.request().url().replace("10012", "10007") }),
    );
    await dialog.getByLabel("Comment").fill("Withdrawn by\nthe client.");
    await dialog.getByRole("button", { name: "Cancel transfer" }).click();
    await expect.poll(() => dialog.getByRole("alert").count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute("**/acatin/ACAT-10012");
    await dialog.getByRole("button", { name: "Cancel transfer" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => panel.getByRole("button", { name: /^Cancel/ }).count()).toBe(0);
    await expect.poll(() => panel.textContent()).toContain("Withdrawn by the client.");
  });

  test("a user who may not enter or cancel a transfer sees why", async () => {
    for (const person of ["client", "operator"] as const) {
      const page = await open.at(person, "/accounts/RA00000001/life/moves");
      await expect
        .poll(() => page.getByText(/to make changes\.$|can make changes\.$/).count())
        .toBe(1);
      await expect.poll(() => page.getByRole("button", { name: "New transfer" }).count()).toBe(0);
    }
    const page = await open.at("viewer", "/accounts/RA00000006/life/moves");
    await expect.poll(() => page.getByRole("button", { name: "New transfer" }).count()).toBe(0);
  });
});
