// How the service stands in a real browser: told to the operator alone, to the digit.
import { expect, test } from "vitest";
import { describeInBrowser, goTo } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("the service in a browser", (open) => {
  test("the operator sees how far all is computed, and has the chains verified", async () => {
    const page = await open.at("operator", "/office");
    const answered = page.waitForResponse(/restapi\/service$/);
    await page.getByRole("link", { name: "System status" }).click();
    const { computing, sweep } = await (await answered).json();
    const computed = page.getByRole("region", { name: "Valuation" });
    await expect.poll(() => computed.textContent()).toContain("30 Sep 2026");
    expect(await computed.textContent()).toContain(
      `${computing.accountsValued} of ${computing.accounts}`,
    );
    const rows = page.getByRole("region", { name: "Scheduled jobs" }).getByRole("row");
    expect(await rows.count()).toBe(sweep.length + 1);

    await page.getByRole("button", { name: "Verify audit log" }).click();
    const log = page.getByRole("region", { name: "Audit log" });
    await expect.poll(() => log.textContent()).toMatch(/Audit log verified: \d+ entries of \d+/);
    await page.getByRole("button", { name: "Run data checks" }).click();
    const found = page.getByText("Account without a source");
    await expect.poll(() => found.count()).toBe(1);
    await found.focus();
    await page.keyboard.press("Enter");
    expect(await page.getByText(/^Account RA00000002 has no transactions/).isVisible()).toBe(true);
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
    expect(await log.textContent()).toContain("RA000000013the entry was altered");
    expect(await log.getByRole("alert").count()).toBe(1);
    expect(await log.textContent()).not.toContain("Audit log verified");
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });

  test.each(["adviser", "viewer"] as const)("%s has no page of the service", async (person) => {
    const page = await open.at(person, "/office");
    expect(await page.getByRole("link", { name: "System status" }).count()).toBe(0);
    await goTo(page, "/office/service");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Page not found");
    await page.close();
  });
});
