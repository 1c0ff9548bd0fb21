// Offers in a real browser: created, changed and ended, with the rules shown while typing.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { loadOffer } from "../subscriptions.ts";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("offers in a browser", (open) => {
  const heading = (page: Page) => page.getByRole("heading", { level: 1 });

  test("an offer's exemption is named as the law writes it", async () => {
    const page = await open.at("issuer", "/offers/801");
    const terms = page.getByRole("region", { name: "Terms" });
    await expect.poll(() => terms.textContent()).toContain("Rule 506(b)");
    await goTo(page, "/offers");
    await expect.poll(() => page.getByRole("table").textContent()).toContain("Section 3(c)(1-14)");
  });

  test("a new offer is refused at its fields while it is typed, and created", async () => {
    const page = await open.at("adviser", "/offers/new");
    await page.getByLabel("Name", { exact: true }).fill("Redwood/Series D");
    await page.getByLabel("Name", { exact: true }).press("Tab");
    await expect.poll(() => page.locator(".problem").count()).toBe(1);
    await page.getByLabel("Name", { exact: true }).fill("Redwood Series D");
    await page.getByLabel("Security type").selectOption("EQ");
    await page.getByLabel("Issuer firm number").fill("1004");
    await expect.poll(() => page.getByLabel("Issuer representative").inputValue()).toBe("2301");
    await page.getByLabel("Ticker").fill("PRIV.RWN");
    await page.getByLabel("Unit price").fill("10");
    await page.getByLabel("Exemption").selectOption({ label: "Rule 506 b" });
    await page.getByLabel("Industry").selectOption("OTC");
    await page.getByLabel("Issuer size").selectOption("R2");
    await page.getByLabel("Offering size ($)").fill("1000000");
    await page.getByLabel("Execution").selectOption("P");
    await page.getByLabel("Minimum raise").fill("2000000");
    await page.getByLabel("Minimum investment").fill("1000");
    await page.getByLabel("Closing date").fill("2031-06-30");
    await page.getByLabel("Blue sky states").fill("ca, NY");
    const status = page.getByRole("main").getByRole("status");
    await expect
      .poll(() => status.textContent())
      .toMatch(/minimum must not be above the offer size/);
    await page.getByLabel("Minimum raise").fill("500000");
    // Whether another offer has the ticker is judged by the change alone.
    await expect.poll(() => status.allTextContents()).toEqual([]);
    const unjudged = page.getByText("Checked on submission: the ticker is unique.");
    await expect.poll(() => unjudged.count()).toBe(1);
    await page.getByRole("button", { name: "Create offering" }).click();
    await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/this ticker/);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel("Ticker").fill("PRIV.RWQ");
    await page.getByRole("button", { name: "Create offering" }).click();
    await expect.poll(() => heading(page).textContent()).toBe("Redwood Series D");
    await settled(page);
    await expect.poll(() => page.getByText("$500,000.00").count()).toBe(1);
    const [, oid] = /offers\/(\d+)$/.exec(page.url()) ?? [];
    const [made] = await open.service.auditOf(`offer:${oid}`);
    expect(made).toMatchObject({ operation: "createOffer", caller: { member: "harbor.lin" } });
  });

  test("terms are changed until there are subscriptions, and some of them after it", async () => {
    const page = await open.at("adviser", "/offers/802/edit");
    await page.getByLabel("Offering size ($)").fill("300");
    await page.getByLabel("Closing date").fill("2020-01-01");
    await page.getByLabel("Minimum investment").fill("600");
    await expect.poll(() => page.locator(".problem").count()).toBe(1);
    const status = page.getByRole("main").getByRole("status");
    await expect.poll(() => status.textContent()).toMatch(/above the offer size/);
    await page.getByLabel("Offering size ($)").fill("350000");
    await page.getByLabel("Closing date").fill("2031-01-31");
    await page.getByLabel("Participating firms").fill("summit");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Save terms" }).click();
    await expect.poll(() => heading(page).textContent()).toBe("Redwood Robotics Seed Units");
    await settled(page);
    for (const shown of ["$350,000.00", "$600.00", "Jan 31, 2031", "SUMMIT", "Invited"])
      await expect.poll(() => page.getByRole("main").textContent()).toContain(shown);
    await goTo(page, "/offers/801/edit");
    await expect.poll(() => page.getByLabel("Name", { exact: true }).count()).toBe(0);
    await expect.poll(() => page.getByLabel("Offering size ($)").count()).toBe(1);
  });

  test("an offer is not executed before its minimum is approved, and is cancelled", async () => {
    const page = await open.at("adviser", "/offers/801");
    await page.getByRole("button", { name: "Close offering" }).click();
    const dialog = page.getByRole("dialog");
    const status = dialog.getByRole("status");
    await expect.poll(() => status.textContent()).toMatch(/do not reach what the execution type/);
    await dialog.getByRole("button", { name: "Close and fund" }).last().click();
    await expect.poll(() => dialog.getByRole("alert").count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await goTo(page, "/offers/802");
    await page.getByRole("button", { name: "Close offering" }).click();
    await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect.poll(() => status.count()).toBe(0);
    await dialog.getByLabel("Comment").fill("Withdrawn by the issuer");
    await dialog.getByRole("button", { name: "Cancel offering" }).click();
    await expect.poll(() => page.getByText("Closed cancelled").count()).toBe(1);
    await expect.poll(() => page.getByText("This offering is closed.").count()).toBe(1);
  });

  test("a firm answers its invitation, and loses sight of an offer that it declines", async () => {
    const page = await open.at("adviser", "/offers/807");
    await expect.poll(() => page.getByText(/^Only the sponsoring firm/).count()).toBe(1);
    await expect.poll(() => page.getByRole("button", { name: "Close offering" }).count()).toBe(0);
    await page.getByRole("button", { name: "Respond to the invitation" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Participate" }).last().click();
    await expect.poll(() => page.getByText("Participating", { exact: true }).count()).toBe(1);
    await page.getByRole("button", { name: "Respond to the invitation" }).click();
    await dialog.getByRole("button", { name: "Decline" }).click();
    await dialog.getByRole("button", { name: "Decline" }).last().click();
    await expect.poll(() => heading(page).textContent()).toBe("Offerings");
  });

  test("an issuer accepts a part of a subscription, and rejects it with a reason alone", async () => {
    const page = await open.at("issuer", "/offers/801");
    const row = page.getByRole("row", { name: /^Ada Whitfield/ });
    const dialog = page.getByRole("dialog");
    await row.getByRole("button", { name: /^Review/ }).click();
    await dialog.getByLabel("Approved amount ($)").fill("20000");
    await dialog.getByRole("button", { name: "Accept" }).last().click();
    await expect.poll(() => row.textContent()).toMatch(/\$20,000\.00Accepted/);
    await row.getByRole("button", { name: /^Review/ }).click();
    await dialog.getByRole("button", { name: "Reject" }).click();
    await dialog.getByRole("button", { name: "Reject" }).last().click();
    await expect.poll(() => dialog.locator(".problem").count()).toBe(1);
    await dialog.getByLabel("Rejection reason").fill("Too late");
    await dialog.getByRole("button", { name: "Reject" }).last().click();
    await expect.poll(() => row.textContent()).toMatch(/RejectedToo late/);
  });

  test("the operator enters what only the operator may", async () => {
    const page = await open.at("operator", "/offers/808/edit");
    await page.getByLabel("Price discount ($)").fill("5");
    await page.getByLabel("IRA eligible").check();
    await page.getByLabel("Price discount ($)").press("Tab");
    await expect.poll(() => page.locator(".problem").count()).toBe(1);
    await page.getByLabel("Price discount ($)").fill("0.05");
    await page.getByRole("button", { name: "Save terms" }).click();
    await expect.poll(() => heading(page).textContent()).toBe("Redwood Robotics Warrants");
    await settled(page);
    await expect.poll(() => page.getByText("$0.05").count()).toBe(1);
    const ofAdviser = await open.at("adviser", "/offers/808/edit");
    await expect.poll(() => ofAdviser.getByLabel("Price discount ($)").count()).toBe(0);
  });

  test("an issuer sees the book, and accepts several, each of which is judged alone", async () => {
    const { oid } = await loadOffer(
      open.service,
      { offerName: "Book", offerMinimum: null, executionType: "B" },
      ["RA00000001", "INITIAL", "60000.00"],
      ["RA00000006", "INITIAL", "50000.00"],
      ["RB00000001", "ACCEPTED", "10000.00"],
    );
    const page = await open.at("issuer", `/offers/${oid}`);
    const panel = page.getByRole("region", { name: "Subscriptions" });
    const figure = (name: string) => panel.locator("dl > div", { hasText: name }).textContent();
    await expect.poll(() => figure("Committed")).toContain("$120,000.00"); // 60,000 + 50,000 + 10,000
    await expect.poll(() => figure("Pending review")).toContain("$110,000.00");
    await expect.poll(() => figure("Accepted")).toContain("$10,000.00");
    await expect.poll(() => figure("Funded")).toContain("$0.00");
    const saving = page.waitForEvent("download");
    await panel.getByRole("button", { name: /^Export CSV/ }).click();
    expect((await saving).suggestedFilename()).toBe(`subscriptions-${oid}.csv`);
    await panel.getByRole("button", { name: "Accept several" }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByRole("checkbox").count()).toBe(2);
    expect(await faultsOf(page)).toEqual([]);
    // The size of the offering is 100,000: what comes second is refused, and says why.
    await dialog.getByRole("button", { name: "Accept 2 subscriptions, $110,000.00" }).click();
    await dialog.getByText("1 accepted, 1 not accepted.").waitFor();
    await expect.poll(() => dialog.getByRole("alert").count()).toBe(1);
    const path = `/restapi/privateplacementoffers/${oid}/privateplacementorders`;
    const { body } = await open.service.call("issuer", "GET", path);
    const statuses = body.map((order: { orderStatus: string }) => order.orderStatus);
    expect(statuses.toSorted()).toEqual(["ACCEPTED", "ACCEPTED", "INITIAL"]);
    // Without the one that is left, nothing is sent again.
    await dialog.getByRole("checkbox", { disabled: false }).uncheck();
    await expect.poll(() => dialog.getByRole("button", { name: /^Accept/ }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    const client = await open.at("client", `/offers/${oid}`);
    await expect.poll(() => client.getByText("Committed").count()).toBe(0);
  });

  test("who reads documents for a client types the client's name", async () => {
    const page = await open.at("adviser", "/offers/801");
    const listed = page.waitForResponse((fetched) => {
      const { "x-associated-member-id": reader } = fetched.request().headers();
      return reader === "carol.nguyen" && /\/documents$/.test(fetched.url());
    });
    await page.getByLabel("Client", { exact: true }).fill("Carol Nguyen");
    expect(await (await listed).json()).toHaveLength(3);
    // Another firm's client, who has subscribed last, is nobody's to read for.
    await page.route("**/801/privateplacementorders", async (route) => {
      const fetched = await route.fetch();
      await route.fulfill({ response: fetched, json: (await fetched.json()).toReversed() });
    });
    await page.reload();
    const panel = page.getByRole("region", { name: "Documents" });
    await expect.poll(() => panel.textContent()).toContain("Select a client");
  });

  test("a user who may not create or change an offer sees why", async () => {
    for (const person of ["issuer", "client"] as const) {
      const page = await open.at(person, "/offers/new");
      await expect
        .poll(() => page.getByText("Only advisory firms can create offerings.").count())
        .toBe(1);
      await goTo(page, "/offers/801/edit");
      await expect.poll(() => page.getByText(/^Only the sponsoring firm/).count()).toBe(1);
    }
    const page = await open.at("viewer", "/offers/new");
    await expect.poll(() => page.getByText("Read only").count()).toBe(1);
  });

  test("the form of an offer fits a phone", async () => {
    const page = await open.at("adviser", "/offers/new");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });
});
