// How the service stands in a real browser: shown to the operator alone, to the digit.
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { describeInBrowser, goTo } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("the service in a browser", (open) => {
  test("the operator sees how far all is computed, and has the chains verified", async () => {
    const page = await open.at("operator", "/office");
    const received = page.waitForResponse(/restapi\/service$/);
    await page.getByRole("link", { name: "System status" }).click();
    const { computing, sweep } = await (await received).json();
    const computed = page.getByRole("region", { name: "Valuation" });
    await expect.poll(() => computed.textContent()).toContain("Sep 30, 2026");
    await expect
      .poll(() => computed.textContent())
      .toContain(`${computing.accountsValued} of ${computing.accounts}`);
    const rows = page.getByRole("region", { name: "Scheduled jobs" }).getByRole("row");
    await expect.poll(() => rows.count()).toBe(sweep.length + 1);

    await page.getByRole("button", { name: "Verify audit log" }).click();
    const log = page.getByRole("region", { name: "Audit log" });
    await expect.poll(() => log.textContent()).toMatch(/Audit log verified: \d+ entries of \d+/);
    await page.getByRole("button", { name: "Run data checks" }).click();
    const found = page.getByText("Account without a source");
    await expect.poll(() => found.count()).toBe(1);
    await found.focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.getByText(/^Account RA00000002 has no transactions/).isVisible())
      .toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });

  test("several breaks are assigned and resolved together, and those that the search hides are not", async () => {
    const page = await open.at("operator", "/office");
    const breaks = page.getByRole("region", { name: "Reconciliation" });
    await breaks.getByLabel(/Select all/).check();
    await breaks.getByRole("searchbox").fill("cash");
    const rows = breaks.getByRole("row");
    await expect.poll(() => rows.count()).toBeLessThan(4);
    const shown = (await rows.count()) - 1;
    await breaks.getByRole("button", { name: `Assign ${shown}` }).click();
    await page.getByLabel("Assignee").fill("Ann Lee");
    await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
    await expect.poll(() => breaks.getByRole("cell", { name: "Ann Lee" }).count()).toBe(shown);
    await breaks.getByRole("searchbox").fill("");
    await expect.poll(() => rows.count()).toBeGreaterThan(shown + 1);
    await expect.poll(() => breaks.getByRole("cell", { name: "Ann Lee" }).count()).toBe(shown);
    await breaks.getByRole("button", { name: "Assignee" }).click();
    await breaks.getByRole("row").last().getByRole("checkbox").check();
    await breaks.getByRole("button", { name: "Resolve 1" }).click();
    await page.getByLabel("Resolution note").fill("A deposit in transit.");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect
      .poll(() => breaks.getByRole("row").last().textContent())
      .toContain("Ann LeeA deposit in transit.");
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });

  test("a job leads to its history in the audit log, which is searched by record", async () => {
    const page = await open.at("operator", "/office/service");
    await page
      .getByRole("link", { name: /: job history$/ })
      .first()
      .click();
    await expect.poll(() => page.getByRole("heading", { name: "Audit log" }).count()).toBe(1);
    await expect.poll(() => new URL(page.url()).searchParams.get("command")).toBe("sweep");
    await goTo(page, "/office/audit?range=1y");
    await page.getByLabel("Account or record").fill("RA00000003");
    const links = page.getByRole("region", { name: "Entries" }).getByRole("link");
    await expect
      .poll(async () => [...new Set(await links.allTextContents())])
      .toEqual(["RA00000003"]);
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });

  test("an entry that was altered is named", async () => {
    const page = await open.signIn("operator");
    await page.route("**/restapi/service/chains?*", (route) => {
      const after = new URL(route.request().url()).searchParams.get("after");
      const fault = { subject: "RA00000001", sequence: "3", reason: "the entry was altered" };
      const isFirst = after === null;
      return route.fulfill({
        json: {
          subjects: "200",
          entries: "1000",
          faults: isFirst ? [fault] : [],
          next: isFirst ? "RA00000200" : null,
        },
      });
    });
    await goTo(page, "/office/service");
    await page.getByRole("button", { name: "Verify audit log" }).click();
    const log = page.getByRole("region", { name: "Audit log" });
    await expect.poll(() => log.getByRole("row").count()).toBe(2);
    await expect.poll(() => log.textContent()).toContain("RA000000013the entry was altered");
    await expect.poll(() => log.getByRole("alert").count()).toBe(1);
    await page.getByRole("button", { name: "Verify audit log", disabled: false }).waitFor();
    await expect.poll(() => log.textContent()).not.toContain("Audit log verified");
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });

  test.each(["adviser", "viewer"] as const)("%s has no page of the service", async (person) => {
    const page = await open.at(person, "/office");
    await expect.poll(() => page.getByRole("link", { name: "System status" }).count()).toBe(0);
    await goTo(page, "/office/service");
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toBe("Page not found");
    await page.close();
  });

  test("lines of an event are held, released and posted, and another is announced after a dry run", async () => {
    const page = await open.at("operator", "/events");
    const rows = page.getByRole("region", { name: "Open events" }).getByRole("row");
    await rows.filter({ hasText: "ACME" }).getByRole("link").click();
    const dialog = page.getByRole("dialog");
    const lines = page.getByRole("region", { name: "Entitlements" });
    const ofAda = lines.getByRole("row", { name: /^RA00000001/ });
    await expect.poll(() => ofAda.textContent()).toContain("20.00$7.00");
    await ofAda.getByRole("button", { name: /^Hold/ }).click();
    await dialog.getByLabel("Comment").fill("Claim is open");
    await dialog.getByRole("button", { name: "Hold" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    // Lines that wait for a decision come first.
    await expect.poll(() => lines.getByRole("row").count()).toBe(2);
    await expect.poll(() => ofAda.textContent()).toContain("On hold Claim is open");
    expect(await faultsOf(page)).toEqual([]);
    // So do events with such lines.
    await page.getByRole("link", { name: "All corporate events" }).click();
    await expect
      .poll(() => rows.nth(1).textContent())
      .toMatch(/Cash dividend.*Entitled.*On hold.*ACME/);
    await rows.nth(1).getByRole("link").click();
    await ofAda.getByRole("button", { name: /^Release/ }).click();
    await dialog.getByRole("button", { name: "Release" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await expect.poll(() => dialog.textContent()).toContain("The booking date is 2026-12-15.");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Simulate posting" }).click();
    await dialog.getByRole("button", { name: "Simulate posting" }).click();
    await expect.poll(() => page.getByRole("progressbar").count()).toBe(1);
    await goTo(page, "/events");
    await open.service.call("operator", "PUT", "/restapi/sweeps", {});
    await goTo(page, "/events/4302");
    const status = page.getByRole("region", { name: "Status" });
    // The books take no row of a day ahead, so the terms are corrected.
    await expect.poll(() => status.textContent()).toMatch(/Pending0Posted0Rejected3/);
    await page.getByRole("link", { name: "Correct terms" }).click();
    await page.getByLabel("Pay date").fill("2026-02-27");
    const totals = page.getByRole("region", { name: "Estimated totals" });
    await expect.poll(() => totals.textContent()).toContain("$12.78");
    await page.getByRole("button", { name: "Save correction" }).click();
    await expect.poll(() => status.textContent()).toContain("Posting: 0 of 3 accounts posted");
    await open.service.call("operator", "PUT", "/restapi/sweeps", {});
    await expect.poll(() => status.textContent()).toMatch(/Accounts3Pending0Posted3/);
    // The symbol is typed before its securities have been read.
    await page.route(/\/restapi\/securities\?/, async (route) => {
      await delay(1_500);
      await route.continue();
    });
    await goTo(page, "/events/new");
    await page.getByLabel("Type of event").selectOption("SPL");
    await page.getByLabel("Security").fill("acme");
    await page.getByLabel("Ex-date", { exact: true }).fill("2026-03-20");
    await page.getByLabel("New shares").fill("3");
    await page.getByLabel("For old shares").fill("1");
    const estimated = page.getByRole("region", { name: "Estimated entitlements" });
    await expect
      .poll(() => estimated.getByRole("row", { name: /^RA00000001/ }).textContent())
      .toMatch(/20\.00–.*60\.00|20\.00–.*40\.00/);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toBe("Split: Acme Corporation");
    await page.getByRole("button", { name: "Announce" }).click();
    await dialog.getByRole("button", { name: "Announce" }).click();
    await expect.poll(() => status.textContent()).toContain("Announced by");
    await page.close();
  });
});
