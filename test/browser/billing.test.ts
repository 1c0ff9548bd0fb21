// Billing in a real browser: a run from its preview to its posting and refunds, by two persons.
import type { Id } from "@bursar/values/ids";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createKey } from "../../src/brokerage/service/api-users/create-key.ts";
import { runScheduledJobs } from "../../src/brokerage/service/scheduled-jobs/run-scheduled-jobs.ts";
import { send } from "../harness.ts";
import { testContext } from "../sample-template.ts";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const columns =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount";
const tiers = JSON.stringify([
  { fromAmount: "0.00", annualRate: "1.20" },
  { fromAmount: "250000.00", annualRate: "0.90" },
  { fromAmount: "1000000.00", annualRate: "0.60" },
]).replaceAll('"', '""');
const account = "RA00000012";
const other = "RA00000014";
const third = "RA00000016";
const runs = "/restapi/firms/1002/feeruns";

await describeInBrowser("billing in a browser", (open) => {
  let second = "";
  let id = "";
  const sweep = () => runScheduledJobs(testContext(open.service.db, open.service.now()));
  const asSecond = (to: string, body: object) =>
    send(open.service.app, "PUT", to, body, { authorization: second });
  const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();
  const details = (page: Page, of = account) =>
    page.getByRole("button", { name: `Details of ${of}` }).click();

  beforeAll(async () => {
    await open.service.load({
      "billing-plans.csv": `billingPlanOid,firmOid,kind,name,assetFees\n3001,1002,advisory,Wealth,"${tiers}"\n`,
      "transactions.csv": [
        columns,
        `${account},96201,DEP,1,${account}01,2025-06-02,1234567.89`,
        `${other},96202,DEP,1,${other}01,2025-11-15,250000`,
        `${other},96203,WDL,2,${other}01,2026-02-02,249900`,
        "",
      ].join("\n"),
    });
    const asked = { apiUserId: "5001" as Id, kind: "token", expiresAt: undefined } as const;
    const key = await createKey(testContext(open.service.db), {
      ...asked,
      boundLoginId: "harbor.park",
    });
    second = "token" in key ? `Bearer ${key.token}` : "";
  });

  test("a new run is previewed while it is typed, and created", async () => {
    const page = await open.at("adviser", "/billing/new");
    await page.getByLabel("Period end").fill("2025-11-30");
    await expect
      .poll(() => page.getByText(/is billed by quarters: one ends on 2025-12-31/).count())
      .toBe(1);
    await page.getByLabel("Period end").fill("2025-12-31");
    await page.getByLabel("Accounts (optional)").fill(`${account}, ${other}`);
    const estimated = page.getByRole("region", { name: "Estimated fees", exact: true });
    await expect.poll(() => estimated.count()).toBe(1);
    await expect.poll(() => estimated.textContent()).toContain("$3,172.50"); // 2,789.35 + 383.15
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Create fee run" }).click();
    await expect.poll(() => heading(page)).toBe("Advisory fees, period ending Dec 31, 2025");
    await expect.poll(() => page.getByText(/You can leave this page/).count()).toBe(1);
    [, id = ""] = /billing\/(\d+)/.exec(page.url()) ?? [];
    // It is left, goes on, and is found again.
    await goTo(page, "/billing");
    await sweep();
    await page.getByRole("link", { name: "Dec 31, 2025" }).click();
    await expect.poll(() => page.getByText("Awaiting approval").count()).toBe(1);
    await page.close();
  });

  test("exceptions come first and filter the lines, each of which unfolds to its tiers", async () => {
    const page = await open.at("adviser", `/billing/${id}`);
    const exceptions = page.getByRole("region", { name: "Exceptions" });
    await exceptions.getByRole("button", { name: "New account" }).click();
    await expect.poll(() => page.url()).toMatch(/\?warning=inception$/);
    const lines = page.getByRole("region", { name: "Fees by account" });
    await expect.poll(() => lines.getByRole("link").allTextContents()).toEqual([other]);
    await exceptions.getByRole("button", { name: "New account" }).click();
    // The largest change is the first.
    await expect.poll(() => lines.getByRole("link").allTextContents()).toEqual([account, other]);
    await details(page);
    for (const part of ["First $250,000.00", "Next $750,000.00", "Next $234,567.89", "0.90%"])
      await expect.poll(() => lines.textContent()).toContain(part);
    await expect.poll(() => lines.textContent()).toContain("$2,789.351835");
    await expect.poll(() => lines.getByRole("button", { name: /^Custodian file/ }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });

  test("a fee is adjusted with a reason, and who did so does not approve the run", async () => {
    const page = await open.at("adviser", `/billing/${id}`);
    await details(page);
    await page.getByRole("button", { name: "Adjust fee" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Fee ($)").fill("$9,000");
    await dialog.getByLabel("Reason").fill("Agreed with the client");
    await expect
      .poll(() => dialog.getByText(/is above the [0-9.]+ that was computed/).count())
      .toBe(1);
    await dialog.getByLabel("Fee ($)").fill("$2,500");
    await dialog.getByRole("button", { name: "Adjust fee" }).click();
    const lines = page.getByRole("region", { name: "Fees by account" });
    await expect.poll(() => lines.textContent()).toContain("$2,500.00");
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await expect
      .poll(() => dialog.getByText("Another person than those who created or adjusted").count())
      .toBe(1);
    await page.close();
  });

  test("an approved run is posted, pays out, and an account shows and refunds its fee", async () => {
    const approved = await asSecond(`${runs}/${id}`, { runStatus: "APPROVED" });
    expect(approved.status, approved.text).toBe(200);
    await sweep();
    await sweep();
    const page = await open.at("adviser", `/billing/${id}`);
    await expect.poll(() => page.getByText("Posted", { exact: true }).count()).toBeGreaterThan(0);
    await expect.poll(() => page.getByRole("region", { name: "Payouts" }).count()).toBe(1);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Custodian file/ }).click();
    expect((await saving).suggestedFilename()).toBe("custodian-2025-12-31.csv");
    await goTo(page, `/accounts/${account}/fees`);
    const fees = page.getByRole("region", { name: "Fees", exact: true });
    await expect.poll(() => fees.textContent()).toContain("$2,500.00");
    await fees.getByRole("button", { name: /^Details of Advisory fees/ }).click();
    await page.getByRole("button", { name: /^Refund/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount ($)").fill("5000");
    await dialog.getByLabel("Reason").fill("Billed twice");
    await expect.poll(() => dialog.getByText(/^Of the fee 2500.00 is left/).count()).toBe(1);
    await dialog.getByLabel("Amount ($)").fill("100");
    await dialog.getByRole("button", { name: "Refund fee" }).click();
    await expect.poll(() => fees.textContent()).toContain("$100.00 refunded");
    await settled(page);
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });

  test("what free cash does not cover is past due, and written off with a reason", async () => {
    const page = await open.at("adviser", "/billing");
    const row = page.getByRole("row", { name: /^Dec 31, 2025/ });
    await expect.poll(() => row.textContent()).toContain("Past due");
    await goTo(page, `/billing/${id}?state=PART`);
    const lines = page.getByRole("region", { name: "Fees by account" });
    await expect.poll(() => lines.getByRole("link").allTextContents()).toEqual([other]);
    await expect.poll(() => lines.textContent()).toContain("$283.15 due"); // 383.15 − 100.00
    await details(page, other);
    await page.getByRole("button", { name: /^Retry/ }).waitFor();
    await page.getByRole("button", { name: /^Write off/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Account was emptied");
    await dialog.getByRole("button", { name: "Write off" }).click();
    await expect.poll(() => lines.getByText("No matching items").count()).toBe(1);
    await lines.getByLabel("Status").selectOption("WRITTENOFF");
    await expect.poll(() => lines.getByRole("link").allTextContents()).toEqual([other]);
    await page.close();
  });

  test("a viewer reads runs, and is offered no step", async () => {
    const page = await open.at("viewer", "/billing");
    await expect.poll(() => page.getByRole("link", { name: "New fee run" }).count()).toBe(0);
    await goTo(page, `/billing/${id}`);
    await expect.poll(() => page.getByRole("button", { name: "Reverse" }).count()).toBe(0);
    await details(page, other);
    await expect.poll(() => page.getByRole("button", { name: /^Adjust/ }).count()).toBe(0);
    await page.close();
  });

  test("in the page one person excludes and includes, another approves and collects, the first reverses", async () => {
    await open.service.load({
      "transactions.csv": [
        columns,
        `${third},96204,DEP,1,${third}01,2025-06-02,250000`,
        `${third},96205,WDL,2,${third}01,2026-02-02,249900`,
        "",
      ].join("\n"),
      "billing-terms.csv": `accountNumber,from,billingPlanOid,collect\n${account},2025-01-01,3001,invoice\n`,
    });
    await open.service.admin(
      "update member set staff_role = 'administrator' where login_id = 'harbor.park'",
    );
    const asked = { periodEnd: "2025-09-30", accountNumbers: [account, third] };
    const response = await open.service.call("adviser", "POST", runs, asked);
    expect(response.status, response.text).toBe(201);
    const path = `/billing/${String(response.headers.location).split("/").at(-1)}`;
    await sweep();
    const act = async (page: Page, name: string, of: string, fill: Record<string, string>) => {
      await page.getByRole("button", { name: new RegExp(`^${name}\\s*: ${of}`) }).click();
      const dialog = page.getByRole("dialog");
      for (const [label, value] of Object.entries(fill)) {
        await dialog.getByLabel(label).fill(value);
      }
      await dialog.getByRole("button", { name, exact: true }).click();
      await expect.poll(() => dialog.count()).toBe(0);
    };
    const step = async (page: Page, name: string, comment: string) => {
      await page.getByRole("button", { name, exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Comment").fill(comment);
      await dialog.getByRole("button", { name, exact: true }).click();
      await expect.poll(() => dialog.count()).toBe(0);
    };
    const row = (page: Page, of: string) => page.getByRole("row", { name: new RegExp(`^${of}`) });
    const reason = { Reason: "Agreed with the client" };

    const first = await open.at("adviser", path);
    await details(first, account);
    await act(first, "Exclude", account, reason);
    await expect.poll(() => row(first, account).textContent()).toContain("Excluded");
    await act(first, "Include", account, reason);
    await expect.poll(() => row(first, account).textContent()).not.toContain("Excluded");

    await first.close();

    let page = await open.at("viewer", path);
    await step(page, "Approve", "Looked at");
    await expect.poll(() => page.getByText("Awaiting approval").count()).toBe(0);
    await sweep();
    await sweep();
    await page.close();
    page = await open.at("viewer", path);
    await expect.poll(() => row(page, third).textContent()).toContain("$650.00 due"); // 750.00 − 100.00
    await open.service.load({
      "transactions.csv": `${columns}\n${third},96206,DEP,3,${third}01,2026-03-02,1000\n`,
    });
    await details(page, third);
    await act(page, "Retry", third, reason);
    await expect.poll(() => row(page, third).textContent()).toContain("Posted");
    await details(page, account);
    await act(page, "Mark paid", account, { ...reason, "Paid on": "2026-03-02" });
    await expect.poll(() => row(page, account).textContent()).toContain("Posted");
    expect(await faultsOf(page)).toEqual([]);
    await page.close();

    // A deposit of the period that comes late leaves the fee, and marks it.
    await open.service.load({
      "transactions.csv": `${columns}\n${third},96207,DEP,4,${third}01,2025-06-03,10000\n`,
    });
    await sweep();
    page = await open.at("adviser", path);
    const exceptions = page.getByRole("region", { name: "Exceptions" });
    await exceptions.getByRole("button", { name: "Changed since posting" }).click();
    await expect.poll(() => page.url()).toMatch(/\?warning=changed$/);
    await expect.poll(() => row(page, account).count()).toBe(0);
    await expect.poll(() => row(page, third).textContent()).toContain("Changed since posting");
    // 250,000.00 × 1.20% ÷ 4 + 10,000.00 × 0.90% ÷ 4
    await expect.poll(() => row(page, third).textContent()).toContain("now $772.50");
    await page.close();

    page = await open.at("adviser", path);
    await step(page, "Reverse", "Billed by the wrong plan");
    await sweep();
    await page.close();
    page = await open.at("adviser", path);
    await expect.poll(() => row(page, third).textContent()).toContain("Refunded");
    await page.close();
  });

  test("accounts that the run cannot bill come first among its exceptions", async () => {
    const came = "RB00000001";
    await open.service.load({
      "billing-plans.csv": `billingPlanOid,firmOid,kind,name,assetFees\n3109,1003,advisory,Theirs,"${tiers}"\n`,
      "billing-terms.csv": `accountNumber,from,billingPlanOid\n${came},2025-01-01,3109\n`,
    });
    await open.service.load({
      "accounts.csv": `accountNumber,accountName,accountType,owners,openedOn\n${came},Growth,I,"[""dmitri.ivanov""]",2020-09-14\n`,
    });
    const { app } = open.service;
    const created = await send(
      app,
      "POST",
      runs,
      { periodEnd: "2025-03-31" },
      { authorization: second },
    );
    expect(created.status, created.text).toBe(201);
    await sweep();
    const at = String(created.headers.location).split("/").at(-1);
    const page = await open.at("adviser", `/billing/${at}`);
    const exceptions = page.getByRole("region", { name: "Exceptions" });
    const first = exceptions.getByRole("row").nth(1);
    await expect.poll(() => first.textContent()).toMatch(/^Not billed1.*another firm's plan/);
    await expect.poll(() => first.getByRole("link").allTextContents()).toEqual([came]);
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });
});
