// An offer's life in a real browser, each step by the person whose it is: from a draft to positions that
// are booked, and to an end without any.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { deposit, loadOffer } from "../subscriptions.ts";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("the life of an offer in a browser", (open) => {
  beforeAll(async () => {
    await deposit(open.service, { RA00000001: "30000.00" });
  });

  const row = (page: Page) => page.getByRole("row", { name: /^Ada Whitfield/ });

  let oid = "";

  test("an adviser drafts it, and no client sees it", async () => {
    const page = await open.at("adviser", "/offers/new");
    await page.getByLabel("Name", { exact: true }).fill("Redwood Series E");
    await page.getByLabel("Security type").selectOption("EQ");
    await page.getByLabel("Issuer firm number").fill("1004");
    await page.getByLabel("Ticker").fill("PRIV.RWE");
    await page.getByLabel("Unit price").fill("10");
    await page.getByLabel("Exemption").selectOption("O");
    await page.getByLabel("Industry").selectOption("OTC");
    await page.getByLabel("Issuer size").selectOption("R2");
    await page.getByLabel("Offering size ($)").fill("100000");
    await page.getByLabel("Execution").selectOption("B");
    await page.getByLabel("Minimum investment").fill("1000");
    await page.getByLabel("Closing date").fill("2031-06-30");
    await page.getByLabel("Blue sky states").fill("CA, CO, NY");
    await page.getByRole("button", { name: "Create offering" }).click();
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toBe("Redwood Series E");
    [, oid = ""] = /offers\/(\d+)$/.exec(page.url()) ?? [];
    await settled(page);
    await expect.poll(() => page.getByRole("button", { name: "Subscribe" }).count()).toBe(0);
    const ofClient = await open.at("client", "/offers");
    await expect.poll(() => ofClient.getByText("Redwood Series E").count()).toBe(0);
  });

  test("the operator of the sandbox makes it ready, and it is published", async () => {
    const page = await open.at("operator", "/sandbox");
    const panel = page.getByRole("region", { name: "Prepare offering" });
    await panel.getByLabel("Offering number").fill("999999");
    await panel.getByLabel("Offering number").blur();
    await expect.poll(() => panel.getByRole("status").count()).toBe(1);
    await panel.getByRole("button", { name: "Approve and publish" }).click();
    await expect.poll(() => panel.getByRole("alert").count()).toBe(1);
    await panel.getByLabel("Offering number").fill(oid);
    // So long that it is rehearsed meanwhile: the earlier notice must not move the button away.
    await panel.getByRole("button", { name: "Approve and publish" }).click({ delay: 1_500 });
    await expect.poll(() => panel.textContent()).toContain(`Offering ${oid} is published.`);
    expect(await faultsOf(page)).toEqual([]);
  });

  test("a client sees the problems of a subscription, reads the document, and subscribes", async () => {
    const page = await open.at("client", `/offers/${oid}`);
    await page.getByRole("button", { name: "Subscribe" }).click();
    const dialog = page.getByRole("dialog");
    const status = dialog.getByRole("status");
    await dialog.getByLabel("Account").fill("RA00000001");
    await dialog.getByLabel("Amount ($)").fill("500");
    await expect.poll(() => status.textContent()).toMatch(/below the minimum investment/);
    await expect.poll(() => status.textContent()).toMatch(/has not viewed the latest version/);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^View.*Subscription agreement/ }).click();
    await expect.poll(() => dialog.textContent()).toContain("binds nobody");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await dialog.getByLabel("Account").fill("RA00000001");
    await dialog.getByLabel("Amount ($)").fill("5000");
    await dialog.getByRole("button", { name: "Subscribe" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => row(page).textContent()).toMatch(/\$5,000\.00.*Pending review/);
    const entries = await open.service.auditOf("RA00000001");
    expect(entries.at(-1)).toMatchObject({
      operation: "createPrivatePlacementOrder",
      caller: { member: "ada.whitfield" },
    });
  });

  test("the issuer accepts it, and the adviser executes the offer", async () => {
    const page = await open.at("issuer", `/offers/${oid}`);
    await row(page)
      .getByRole("button", { name: /^Review/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Accept" }).last().click();
    await expect.poll(() => row(page).textContent()).toMatch(/\$5,000\.00.*Accepted/);
    const ofAdviser = await open.at("adviser", `/offers/${oid}`);
    await ofAdviser.getByRole("button", { name: "Close offering" }).click();
    const dialog = ofAdviser.getByRole("dialog");
    await dialog.getByRole("button", { name: "Close and fund" }).last().click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => row(ofAdviser).textContent()).toContain("Processing");
    await expect.poll(() => ofAdviser.getByRole("button", { name: /^Review/ }).count()).toBe(0);
    await page.reload();
    await settled(page);
    await expect.poll(() => page.getByRole("button", { name: /^Review/ }).count()).toBe(0);
  });

  test("the operator books it, and the client holds the shares", async () => {
    const page = await open.at("operator", `/offers/${oid}`);
    await row(page)
      .getByRole("button", { name: /^Review/ })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
    await dialog.getByRole("button", { name: "Cancel", exact: true }).last().click();
    await expect.poll(() => dialog.locator(".problem").count()).toBe(1);
    await dialog.getByRole("button", { name: "Mark funded" }).first().click();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Mark funded" }).last().click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => row(page).textContent()).toContain("Funded");
    const ofClient = await open.at("client", "/accounts/RA00000001");
    const held = ofClient.getByRole("row", { name: /^PRIV\.RWE/ });
    await expect.poll(() => held.textContent()).toContain("500.00");
    await expect.poll(() => held.textContent()).toContain("$5,000.00");
    await goTo(ofClient, "/accounts/RA00000001/lots");
    const lots = ofClient.getByRole("region", { name: "Open lots" });
    await expect.poll(() => lots.textContent()).toContain("PRIV.RWE");
  });

  test("an adviser subscribes for a client, who withdraws; once the offer is closed, another is cancelled", async () => {
    const { oid: other } = await loadOffer(open.service, {});
    const page = await open.at("adviser", `/offers/${other}`);
    await page.getByRole("button", { name: "Subscribe" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Account").fill("RA00000001");
    await expect.poll(() => dialog.textContent()).toContain("For Ada Whitfield");
    await dialog.getByLabel("Amount ($)").fill("2500");
    await dialog.getByRole("button", { name: "Subscribe" }).click();
    await expect.poll(() => row(page).textContent()).toMatch(/\$2,500\.00.*Pending review/);
    const ofClient = await open.at("client", `/offers/${other}`);
    await row(ofClient)
      .getByRole("button", { name: /^Withdraw/ })
      .click();
    const form = ofClient.getByRole("dialog");
    await form.getByLabel("Comment").fill("Changed my mind");
    expect(await faultsOf(ofClient)).toEqual([]);
    await form.getByRole("button", { name: "Withdraw" }).click();
    await expect.poll(() => row(ofClient).textContent()).toMatch(/Canceled.*Changed my mind/);
    // The event of the change may show it before the dialog is closed.
    await expect.poll(() => ofClient.getByRole("button", { name: /^Withdraw/ }).count()).toBe(0);
    await page.getByRole("button", { name: "Subscribe" }).click();
    await dialog.getByLabel("Account").fill("RA00000001");
    await expect.poll(() => dialog.textContent()).toContain("For Ada Whitfield");
    await dialog.getByLabel("Amount ($)").fill("2600");
    await dialog.getByRole("button", { name: "Subscribe" }).click();
    const again = page.getByRole("row", { name: /\$2,600\.00/ });
    await expect.poll(() => again.textContent()).toMatch(/Pending review/);
    await page.getByRole("button", { name: "Close offering" }).click();
    await dialog.getByRole("button", { name: "Close without funding" }).click();
    await dialog.getByRole("button", { name: "Close offering" }).click();
    await expect.poll(() => again.textContent()).toContain("Canceled");
    await expect.poll(() => page.getByText("This offering is closed.").count()).toBe(1);
    // Here, too, the event may come before the dialog is closed.
    for (const name of ["Subscribe", "Close offering"])
      await expect.poll(() => page.getByRole("button", { name }).count()).toBe(0);
    const ofIssuer = await open.at("issuer", `/offers/${other}`);
    await expect.poll(() => row(ofIssuer).allTextContents()).toHaveLength(2);
    await expect.poll(() => ofIssuer.getByRole("button", { name: /^Review/ }).count()).toBe(0);
  });

  test("the withdrawal of another firm's client is not offered", async () => {
    const page = await open.at("adviser", "/offers/801");
    const other = page.getByRole("row", { name: /^Erin Cole/ });
    await expect.poll(() => other.textContent()).toContain("Accepted");
    await expect.poll(() => other.getByRole("button").count()).toBe(0);
    const own = page.getByRole("row", { name: /^Ada Whitfield/ });
    await expect.poll(() => own.getByRole("button", { name: /^Withdraw/ }).count()).toBe(1);
  });
});
