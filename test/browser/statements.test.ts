// Statement runs in a real browser: drawn for a firm, left and found again, and released by a second person.
import { expect, test } from "vitest";
import { runScheduledJobs } from "../../src/brokerage/service/scheduled-jobs/run-scheduled-jobs.ts";
import { testContext } from "../sample-template.ts";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("statements in a browser", (open) => {
  test("the operator draws those of a firm, and a second person releases them", async () => {
    const page = await open.at("operator", "/statements");
    // Firms that have households are named; any other is chosen by its id.
    const firms = page.getByRole("list", { name: "Firms" });
    await expect.poll(() => firms.getByRole("link").allTextContents()).toHaveLength(2);
    await page.getByLabel("Firm ID").fill("1003");
    await page.getByRole("button", { name: "Open" }).click();
    await expect.poll(() => page.getByText("Summit Wealth").count()).toBe(1);
    await goTo(page, "/statements");
    await firms.getByRole("link", { name: "Harbor Advisory" }).click();
    await page.getByRole("link", { name: "New run" }).click();
    await page.getByLabel("Period end").fill("2026-01-30");
    await expect.poll(() => page.getByText("The period ends with a month that").count()).toBe(1);
    await page.getByLabel("Period end").fill("2026-01-31");
    await page.getByRole("button", { name: "Create run" }).click();
    const heading = page.getByRole("heading", { level: 1 });
    await expect
      .poll(() => heading.textContent())
      .toBe("Account statements, Jan 1, 2026 – Jan 31, 2026");
    await expect.poll(() => page.getByText(/You can leave this page/).count()).toBe(1);
    await goTo(page, "/statements/1002");
    await runScheduledJobs(testContext(open.service.db, open.service.now()));
    await page.getByRole("link", { name: "Jan 1, 2026 – Jan 31, 2026" }).click();
    await expect.poll(() => page.getByText("Awaiting release").count()).toBe(1);
    const drawn = page.getByRole("region", { name: "Look at ten" });
    await drawn.getByLabel("Account").fill("RA00000001");
    await expect.poll(() => drawn.getByRole("button").count()).toBe(1);
    await drawn.getByRole("button").click();
    await expect.poll(() => page.getByRole("dialog").locator("canvas").count()).toBeGreaterThan(0);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Release" }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByText(/^Another person than the one/).count()).toBe(1);
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Simulate next step" }).click();
    await dialog.getByRole("button", { name: "Simulate next step" }).click();
    await expect.poll(() => page.getByText("Released", { exact: true }).count()).toBe(1);
    await page.close();
    const client = await open.at("client", "/accounts/RA00000001/documents");
    const statements = client.getByRole("region", { name: "Statements and tax forms" });
    await expect.poll(() => statements.getByText("New", { exact: true }).count()).toBe(2);
    await client.close();
  });

  test("a paper that another has replaced says so, and when", async () => {
    const page = await open.signIn("client");
    const paper = {
      reportType: "M",
      reportDate: "2025-12-31T00:00:00.000-05:00",
      reportDataType: "P",
      accountNumber: "RA00000001",
      ownerId: "ada.whitfield",
      ownerType: "M",
      isRead: false,
      readts: null,
      templateOid: null,
    };
    const first = { reportId: "1", createts: "2026-01-05T09:00:00.000-05:00", isCorrected: false };
    const second = { reportId: "2", createts: "2026-02-03T09:00:00.000-05:00", isCorrected: true };
    const json = [
      { ...paper, ...second, replacedBy: null },
      { ...paper, ...first, replacedBy: second.reportId },
    ];
    await page.route("**/downloads/statements*", (route) => route.fulfill({ json }));
    await goTo(page, "/accounts/RA00000001/documents");
    const rows = page.getByRole("region", { name: "Statements and tax forms" }).getByRole("row");
    await expect.poll(() => rows.nth(2).getByText("Replaced Feb 3, 2026").count()).toBe(1);
    await expect.poll(() => rows.nth(1).getByText("Replaced").count()).toBe(0);
    await expect.poll(() => rows.nth(1).getByText("Corrected").count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });

  test("what does not close comes first, each account with its reasons", async () => {
    const page = await open.signIn("operator");
    await page.route("**/statementruns/*", async (route) => {
      const run = {
        runOid: "9",
        firmOid: "1002",
        reportType: "M",
        runStatus: "REVIEW",
        periodFrom: "2026-01-01",
        periodEnd: "2026-01-31",
        accountNumbers: null,
        households: false,
        items: "2",
        drawn: "2",
        documents: "2",
        closingValue: "10.00",
        notClosing: [{ accountNumber: "RA00000001", problems: ["Off by 0.01."] }],
        itemsHash: null,
        createdBy: "bursar.ops",
        decidedBy: null,
        createdAt: "2026-03-02T10:00:00.000-05:00",
        readyAt: null,
        decidedAt: null,
      };
      await route.fulfill({ json: run });
    });
    await goTo(page, "/statements/1002/9");
    await settled(page);
    const first = page.getByRole("heading", { level: 2 }).first();
    await expect.poll(() => first.textContent()).toBe("Does not close");
    await expect.poll(() => page.getByText("Off by 0.01.").count()).toBe(1);
    await page.close();
  });

  test("a firm draws performance reports alone, and a client has no such page", async () => {
    const page = await open.at("adviser", "/statements/new");
    const types = page.getByLabel("Type").getByRole("option");
    await expect.poll(() => types.allTextContents()).toEqual(["Performance reports"]);
    await page.close();
    const client = await open.at("client", "/statements");
    await expect
      .poll(() => client.getByRole("heading", { level: 1 }).textContent())
      .toBe("Page not found");
    await client.close();
  });
});
