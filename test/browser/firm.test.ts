// The page of a firm in a real browser: its figures are the service's own, to the digit.
import { expect, test } from "vitest";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("a firm in a browser", (open) => {
  test("what clients have and what waits are as the service returns them", async () => {
    for (const [loginId, accountNumber] of [
      ["ada.whitfield", "RA00000001"],
      ["ben.whitfield", "RA00000004"],
    ] as const) {
      const item = { accountNumber, ifaType: "NO", title: "Annual letter" };
      const path = `/restapi/members/${loginId}/ifas`;
      expect((await open.service.call("operator", "POST", path, item)).status).toBe(201);
    }
    const page = await open.signIn("adviser");
    const received = page.waitForResponse(/firms\/1002\/overview$/);
    await goTo(page, "/firm");
    const overview = await (await received).json();
    const held = page.getByRole("region", { name: "Assets under management" });
    const { value, cash, flows } = overview;
    for (const amount of [value, cash, flows.in, flows.out, flows.net])
      await expect
        .poll(() => held.textContent())
        .toContain(`$${amount.replace(/\B(?=(\d{3})+\.)/g, ",")}`);
    await expect.poll(() => held.textContent()).toContain(`${overview.owners} owners`);
    const work = page.getByRole("region", { name: "Needs attention" });
    const rows = work.getByRole("listitem");
    const waiting: readonly string[] = [
      "itemsForAttention",
      "ordersUndecided",
      "transfersOpen",
      "ballotsOpen",
      "modelsPending",
      "accountsRestricted",
    ];
    for (const [at, kind] of waiting.entries())
      await expect
        .poll(() => rows.nth(at).textContent())
        .toMatch(new RegExp(`${overview.waiting[kind]}$`));
    const entries = work.getByRole("row");
    const { body } = await open.service.call("adviser", "GET", "/restapi/firms/1002/worklist");
    // The same work in several accounts is one row, which unfolds.
    await work.getByRole("button", { name: "2 accounts with Annual letter" }).waitFor();
    const groups = await work.getByRole("button", { name: / accounts? with / }).all();
    for (const group of groups) await group.click();
    await expect.poll(() => entries.count()).toBe(1 + groups.length + body.length);
    await page.getByLabel("Kind of work").selectOption("Subscription");
    await expect.poll(() => entries.count()).toBe(2);
    await entries.getByRole("link").click();
    await expect.poll(() => page.url()).toMatch(/\/offers\/80\d$/);
    await goTo(page, "/firm");
    const assets = await open.service.call("adviser", "GET", "/restapi/firms/1002/assets");
    const [{ accountName }] = assets.body.movers;
    const movers = page.getByRole("region", { name: "Movers of the day" });
    await expect.poll(() => movers.getByRole("row").nth(1).textContent()).toContain(accountName);
    const chart = page.getByRole("region", { name: "Assets by quarter" });
    const { value: newest } = assets.body.quarters.at(-1);
    await expect
      .poll(() => chart.getByRole("img").getAttribute("aria-label"))
      .toContain(newest.replace(/\B(?=(\d{3})+\.)/g, ","));
    await page.close();
  });

  test("cash is shown account by account, and filtered in the address", async () => {
    const page = await open.at("adviser", "/firm");
    await page.getByRole("link", { name: "Cash", exact: true }).click();
    const rows = page.getByRole("region", { name: "Cash by account" }).getByRole("row");
    const { body } = await open.service.call("adviser", "GET", "/restapi/balances?cashfrom=0.01");
    await expect.poll(() => rows.count()).toBeGreaterThan(body.length + 1);
    await page.getByLabel("Cash at least").fill("$0.01");
    await expect.poll(() => rows.count()).toBe(body.length + 1);
    await expect.poll(() => page.url()).toMatch(/cash\?cashfrom=0.01$/);
    for (const [at, { accountNumber, tradeDateBalance }] of body.entries()) {
      const text = async () => (await rows.nth(at + 1).textContent())?.replaceAll(",", "");
      await expect.poll(text).toContain(`${accountNumber}$${tradeDateBalance}`);
    }
    await page.getByLabel("Overdrawn").check();
    await expect.poll(() => page.getByText("No matching accounts").count()).toBe(1);
    await page.close();
  });

  test("a security is found as one types, and shows its closes, its age and its holders", async () => {
    const page = await open.at("adviser", "/securities");
    const found = page.getByRole("region", { name: "Find a security" }).getByRole("row");
    await page.getByLabel("Search securities").fill("crux min");
    await expect.poll(() => page.url()).toMatch(/securities\/?\?search=crux\+min$/);
    await expect.poll(() => found.count()).toBe(2);
    await page.route("**/securities/603", async (route) => {
      const fetched = await route.fetch();
      const former = {
        ticker: "CRXM",
        cusip: null,
        companyName: "Crux Metals",
        from: null,
        to: "2020-01-02T00:00:00.000-05:00",
      };
      const json = { ...(await fetched.json()), priceAge: "5", formerSymbols: [former] };
      await route.fulfill({ response: fetched, json });
    });
    const priced = page.waitForResponse(/603\/prices\?daterange=1y$/);
    await page.getByRole("link", { name: "CRUX", exact: true }).click();
    const { prices } = await (await priced).json();
    await settled(page);
    await expect
      .poll(() => page.getByRole("region", { name: "Price", exact: true }).textContent())
      .toContain("5 trading days old");
    const closes = page.getByRole("region", { name: "Closing prices" });
    await expect.poll(() => closes.getByRole("row").count()).toBe(Math.min(prices.length, 10) + 1);
    await expect
      .poll(() => closes.getByRole("row").nth(1).textContent())
      .toContain(Number(prices.at(-1).close).toFixed(2));
    await expect
      .poll(() => closes.getByRole("img", { name: /^Closing prices of CRUX/ }).count())
      .toBe(1);
    await expect.poll(() => page.getByRole("row", { name: /^CRXM Crux Metals/ }).count()).toBe(1);
    const { body } = await open.service.call("adviser", "GET", "/restapi/accounts?securityid=603");
    const holders = page.getByRole("region", { name: "Holders" }).getByRole("row");
    await expect.poll(() => holders.count()).toBe(body.length + 1);
    await page.close();
  });

  test("staff begin there, and each kind that waits leads to its accounts", async () => {
    const page = await open.signIn("adviser");
    await expect.poll(() => page.url()).toBe(`${open.address}/console/firm`);
    const links = [
      ["Client action items", "openitems=true"],
      ["Subscriptions pending", "waiting=orders"],
      ["Transfers in progress", "waiting=transfers"],
      ["Proxy votes and elections", "waiting=ballots"],
      ["Pending model updates", "waiting=models"],
      ["Restricted accounts", "restricted=true"],
    ] as const;
    for (const [name, query] of links) {
      await goTo(page, "/firm");
      const list = page.waitForResponse((response) => response.url().includes(query));
      await page.getByRole("main").getByRole("link", { name }).click();
      const accounts = (await (await list).json()).length;
      await expect
        .poll(() => page.getByRole("status").textContent())
        .toMatch(`${accounts} account`);
      await expect.poll(() => page.url()).toBe(`${open.address}/console/accounts?${query}`);
    }
    await page.close();
  });

  test("a list is filtered by cash and by name, and its address opens it so again", async () => {
    const page = await open.at("adviser", "/accounts");
    const status = () => page.getByRole("status").textContent();
    await expect.poll(status).toMatch(/^\d+ account/);
    const all = await status();
    await page.getByText("Filters", { exact: true }).click();
    const side = page.getByLabel("Cash at most or at least an amount");
    await side.selectOption("from");
    await expect.poll(() => side.inputValue()).toBe("from");
    await side.selectOption("to");
    // An unknown filter is reported, and no list stands next to it.
    await page.getByLabel("Amount of cash").fill("1,00");
    await expect
      .poll(() => page.getByLabel("Amount of cash").getAttribute("aria-invalid"))
      .toBe("true");
    await expect.poll(() => page.getByText("Enter an amount such as 10,000.").count()).toBe(1);
    await expect.poll(() => page.getByRole("row").count()).toBe(0);
    await page.getByLabel("Amount of cash").fill("$1,000");
    await expect.poll(() => page.url()).toMatch(/accounts\/?\?cashto=1000$/);
    await expect.poll(status).not.toBe(all);
    await expect.poll(status).toMatch(/^\d+ account/);
    await expect.poll(() => page.getByLabel("Amount of cash").inputValue()).toBe("$1,000");
    await side.selectOption("from");
    await expect.poll(() => page.url()).toMatch(/accounts\/?\?cashfrom=1000$/);
    await page.getByLabel("Search accounts").pressSequentially("whitfield");
    await expect.poll(() => page.url()).toMatch(/cashfrom=1000&search=whitfield$/);
    const { body } = await open.service.call(
      ...(["adviser", "GET", "/restapi/accounts?cashfrom=1000&search=whitfield"] as const),
    );
    const some = `${body.length} account${body.length === 1 ? "" : "s"}`;
    await expect.poll(status).toBe(some);
    await page.reload();
    await expect.poll(status).toBe(some);
    await expect.poll(() => page.getByLabel("Search accounts").inputValue()).toBe("whitfield");
    await page.close();
  });

  test("candidates for tax-loss harvesting are those of the service, for a firm and a household", async () => {
    const path = "/restapi/firms/1002/taxlosscandidates";
    const { body } = await open.service.call("adviser", "GET", path);
    expect(body.length).toBeGreaterThan(0);
    const page = await open.at("adviser", "/firm/tax-losses");
    const rows = page.getByRole("region", { name: /^Tax-loss/ }).locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(body.length);
    await expect.poll(() => rows.first().textContent()).toContain(body[0].security.ticker);
    await expect.poll(() => rows.first().textContent()).toContain("Clear");
    for (const width of [390, 1_280, 2_560]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await faultsOf(page)).toEqual([]);
    }
    await goTo(page, "/households/61/tax-losses");
    const own = await open.service.call("adviser", "GET", `${path}?household=61`);
    await expect.poll(() => rows.count()).toBe(own.body.length);
  });
});
