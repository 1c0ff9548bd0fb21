// The terms of an account in a real browser: its beneficiaries, its billing plan, and the pages that each level of
// permission is offered.
import { expect, test } from "vitest";
import { describeInBrowser, goTo, people, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

/** The pages of an account that each level of a permitted member is offered, written by hand. (interface 5) */
const offered = [
  { level: "SV", pages: ["Overview"], hasDetails: false, ballot: undefined },
  {
    level: "DV",
    pages: ["Overview", "Activity", "Tax lots", "Account services", "Fees"],
    hasDetails: true,
    ballot: "View",
  },
  {
    level: "AM",
    pages: [
      "Overview",
      "Activity",
      "Tax lots",
      "Account services",
      "Fees",
      "Documents",
      "Audit log",
    ],
    hasDetails: true,
    ballot: "Vote",
  },
] as const;
const addresses = {
  "Tax lots": "/lots",
  "Account services": "/life",
  Activity: "/activity",
  Fees: "/fees",
  Documents: "/documents",
  "Audit log": "/history",
} as const;

await describeInBrowser("terms of an account in a browser", (open) => {
  test("beneficiaries are refused at their fields and by their shares, and replaced", async () => {
    const page = await open.at("adviser", "/accounts/RA00000002/life/terms");
    const panel = page.getByRole("region", { name: "Beneficiaries" });
    await expect.poll(() => panel.textContent()).toContain("SSN •••4321");
    await panel.getByRole("button", { name: /^Edit/ }).click();
    const dialog = page.getByRole("dialog");
    const shares = dialog.getByLabel("Share (%)");
    await shares.first().fill("50");
    await dialog.getByLabel("Social Security number").first().fill("12");
    await dialog.getByLabel("Social Security number").first().press("Tab");
    await expect.poll(() => dialog.locator(".problem").count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByLabel("Social Security number").first().fill("4321");
    const notices = dialog.locator(".notice");
    await expect.poll(() => notices.allTextContents()).toHaveLength(2);
    const primary = dialog.getByRole("group", { name: "Primary" });
    const sum = primary.getByRole("status");
    await expect.poll(() => sum.textContent()).toMatch(/% · .*% (under|over)$/);
    await dialog.getByRole("button", { name: "Save beneficiaries" }).click();
    await expect.poll(() => dialog.getByRole("alert").count()).toBe(1);
    await dialog.getByRole("button", { name: /^Add.*primary/ }).click();
    await dialog.getByLabel("First name").nth(2).fill("Mara");
    await dialog.getByLabel("Last name").nth(2).fill("Whitfield");
    await dialog.getByLabel("Relationship").nth(2).selectOption("SIBLING");
    await shares.nth(2).fill("10");
    await expect.poll(() => sum.textContent()).toMatch(/^100(\.00)?%$/);
    await dialog.getByRole("button", { name: /^Remove.*Theo/ }).click();
    await dialog.getByRole("button", { name: "Save beneficiaries" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => panel.textContent()).toContain("Mara Whitfield");
    // The number that four digits stand for has stayed.
    await expect.poll(() => panel.textContent()).toContain("SSN •••4321");
    await expect.poll(() => panel.textContent()).toContain("ContingentNone");
  });

  test("a billing plan is chosen among those of the firm, and refused where it is gone", async () => {
    const page = await open.at("adviser", "/accounts/RA00000006/life/terms");
    const panel = page.getByRole("region", { name: "Billing" });
    await panel.getByRole("button", { name: /^Change/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/One percent of assets/).check();
    await expect.poll(() => dialog.textContent()).toContain("1.00% per year on assets above $0.00");
    expect(await faultsOf(page)).toEqual([]);
    await page.route("**/restapi/accounts/RA00000006", async (route) => {
      const isChange = route.request().method() === "PUT";
      await route.continue(isChange ? { postData: '{"billingPlanOid":"3101"}' } : {});
    });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => dialog.getByRole("alert").count()).toBe(1);
    await page.unroute("**/restapi/accounts/RA00000006");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => panel.textContent()).toContain("Plan 3001");
  });

  test("a user who may not change them sees why", async () => {
    const page = await open.at("client", "/accounts/RA00000002/life/terms");
    for (const name of ["Beneficiaries", "Billing"]) {
      const panel = page.getByRole("region", { name });
      await expect
        .poll(() => panel.getByText("Contact your advisor to make changes.").count())
        .toBe(1);
    }
    const ofViewer = await open.at("viewer", "/accounts/RA00000002/life/terms");
    const offered = ofViewer.getByRole("button", { name: /^Edit.*beneficiaries/ });
    await expect.poll(() => offered.count()).toBe(0);
  });

  test("an account that is not for retirement has no beneficiaries", async () => {
    const page = await open.at("adviser", "/accounts/RA00000001/life/terms");
    await expect.poll(() => page.getByRole("region", { name: "Beneficiaries" }).count()).toBe(0);
  });

  test("a permitted member is offered what its level may see, and nothing else is asked for", async () => {
    const account = "RA00000001";
    const page = await open.signIn("newcomer");
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    for (const { level, pages, hasDetails, ballot } of offered) {
      await open.service.admin(
        `insert into account_permitted_login (account_number, login_id, permission, alert_level)
         values ($1, $2, $3, 'all')
         on conflict (account_number, login_id) do update set permission = excluded.permission`,
        [account, people.newcomer, level],
      );
      await page.goto(`${open.address}/console/accounts/${account}`);
      await settled(page);
      const main = page.getByRole("main");
      const tabs = main.getByRole("navigation", { name: "Account pages" }).getByRole("link");
      await expect.poll(() => tabs.allTextContents(), { message: level }).toEqual(pages);
      const holdings = main.getByRole("region", { name: /^Holdings/ });
      await expect
        .poll(async () => (await holdings.count()) > 0, { message: level })
        .toBe(hasDetails);
      const whys = main.getByRole("button", { name: /calculation/i });
      await expect.poll(async () => (await whys.count()) > 0, { message: level }).toBe(hasDetails);
      for (const [name, path] of Object.entries(addresses)) {
        await goTo(page, `/accounts/${account}${path}`);
        const title = page.getByRole("heading", { level: 1 });
        const isOffered = (pages as readonly string[]).includes(name);
        await expect
          .poll(async () => (await title.textContent()) === "Page not found", {
            message: `${level} ${name}`,
          })
          .toBe(!isOffered);
      }
      if (ballot === undefined) continue;
      await goTo(page, `/accounts/${account}/life/moves`);
      await main.getByRole("button", { name: new RegExp(`^${ballot}.*Acme`) }).click();
      const dialog = page.getByRole("dialog");
      await expect.poll(() => dialog.textContent()).toMatch(/board recommends/i);
      const votes = ballot === "Vote" ? 1 : 0;
      await expect
        .poll(() => dialog.getByRole("button", { name: "Submit vote" }).count(), { message: level })
        .toBe(votes);
      await expect.poll(() => dialog.getByRole("combobox").count(), { message: level }).toBe(votes);
    }
    expect(refused).toEqual([]);
  });
});
