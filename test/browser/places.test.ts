// Where one is in the console: Back, addresses that lead nowhere, and what another tab changes.
import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { publishPending } from "../../src/platform/feed/publisher.ts";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { scrollsTwice } from "./faults.ts";

await describeInBrowser("places in a browser", (open) => {
  test("Back leads to the same place in a list, and a link to its beginning", async () => {
    const page = await open.signIn("adviser");
    await page.route("**/restapi/accounts?*", async (route) => {
      const fetched = await route.fetch();
      const list = await fetched.json();
      const many = Array.from({ length: 150 }, (_, at) => {
        const number = `RA${String(at).padStart(8, "0")}`;
        const account = list.find((each: Listed) => each.accountNumber === number);
        return { ...list[0], accountName: `Account ${at}`, ...account, accountNumber: number };
      });
      await route.fulfill({ response: fetched, json: many });
    });
    await goTo(page, "/accounts?accounttype=I");
    const rows = page.getByRole("table");
    for (const size of [
      { width: 1_280, height: 720 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      expect(await scrollsTwice(page)).toBe(false);
      await expect
        .poll(() => page.evaluate("document.documentElement.scrollHeight"))
        .toBe(size.height);
    }
    await page.setViewportSize({ width: 1_280, height: 900 });
    await rows.evaluate((box) => box.scrollTo(0, 4_300));
    const link = page.getByRole("link", { name: "Account 100", exact: true });
    await link.click();
    await expect.poll(() => page.url()).toContain("/accounts/RA00000100");
    await page.goBack();
    await expect.poll(() => link.count()).toBe(1);
    await expect.poll(() => rows.evaluate((box) => box.scrollTop)).toBe(4_300);
    await expect.poll(() => page.url()).toContain("accounttype=I");
    await page.getByRole("link", { name: "Accounts" }).click();
    await expect.poll(() => rows.evaluate((box) => box.scrollTop)).toBe(0);
    await page.close();
  });

  test("Back leads to where a page was, and to the list of offers that was chosen", async () => {
    const page = await open.signIn("adviser");
    await page.setViewportSize({ width: 1_280, height: 500 });
    await goTo(page, "/accounts/RA00000001");
    await page.evaluate("scrollTo(0, 700)");
    await expect.poll(() => page.evaluate("scrollY")).toBe(700);
    await page.evaluate("new Promise((done) => requestAnimationFrame(done))");
    // A click of the test would scroll to the link first.
    await page
      .getByRole("link", { name: "Tax lots" })
      .evaluate((link: { click(): void }) => link.click());
    await settled(page);
    await expect.poll(() => page.evaluate("scrollY")).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate("scrollY")).toBe(700);
    await goTo(page, "/offers");
    await page.getByRole("button", { name: "All", exact: true }).click();
    await page.getByRole("main").getByRole("link").nth(1).click();
    await settled(page);
    await page.goBack();
    const all = page.getByRole("button", { name: "All", exact: true });
    await expect.poll(() => all.getAttribute("aria-pressed")).toBe("true");
    await page.close();
  });

  test.each([
    ["/nowhere", "Firm"],
    ["/accounts/RA99999999", "Accounts"],
    ["/accounts/RA00000001/nowhere", "Everyday"],
    ["/accounts/RA00000001/life/nowhere", "Everyday"],
    ["/offers/999999", "All offerings"],
    ["/offers/801/nowhere", "All offerings"],
    ["/offers/999999/edit", "All offerings"],
    ["/models/999999", "All models"],
    ["/models/711/nowhere", "All models"],
    ["/office/nowhere", "Back office"],
    ["/office/webhooks/999999", "Back office"],
    ["/sandbox", "Firm"],
  ])("%s has a page of its own, with a way back to %s", async (path, back) => {
    const page = await open.signIn("adviser");
    await page.goto(`${open.address}/console${path}`);
    await settled(page);
    const heading = page.getByRole("heading", { level: 1 });
    await expect.poll(() => heading.allTextContents()).toEqual(["Page not found"]);
    await page.getByRole("main").getByRole("link", { name: back, exact: true }).click();
    await settled(page);
    await expect.poll(() => heading.textContent()).not.toBe("Page not found");
    await page.close();
  });

  /** Gives events their places in the feed, which a service does by itself. */
  const publish = async () => {
    const term = { transaction: (work: never) => open.service.db.transaction(work) } as never;
    for (let from: string | undefined = ""; from !== undefined; ) {
      const { next } = await publishPending(term, open.service.now(), from);
      from = next === "" ? undefined : next;
    }
  };

  test("two tabs agree within seconds, though one of them alone follows", async () => {
    await publish();
    const isStream = (request: Request) => request.headers().accept === "text/event-stream";
    const streamOf = (tab: Page) => tab.waitForResponse((response) => isStream(response.request()));
    const page = await open.window();
    const followed = streamOf(page);
    await page.goto(await open.link("adviser"));
    await followed;
    await goTo(page, "/accounts/RA00000003/life/terms");
    const streams: string[] = [];
    const other = await page.context().newPage();
    other.on("request", (request) => {
      if (isStream(request)) streams.push(request.url());
    });
    await other.goto(`${open.address}/console/accounts/RA00000003/life/terms`);
    await settled(other);
    const restriction = {
      type: { code: "SO" },
      reason: { code: "021" },
      inceptionInfo: "Seen in both",
    };
    const placed = await open.service.call(
      "adviser",
      "POST",
      "/restapi/accounts/RA00000003/restrictions",
      restriction,
    );
    expect(placed.status).toBe(201);
    await publish();
    for (const each of [page, other])
      await expect.poll(() => each.getByText("Seen in both").count()).toBe(1);
    expect(streams).toEqual([]);
    // The tab that followed is closed, and the other one goes on.
    const taken = streamOf(other);
    await page.close();
    await taken;
    expect(streams).toHaveLength(1);
    const number = String(placed.headers.location).split("/").at(-1);
    await open.service.call(
      "adviser",
      "DELETE",
      `/restapi/accounts/RA00000003/restrictions/${number}`,
    );
    await publish();
    await expect.poll(() => other.getByText("No restrictions").count()).toBe(1);
    await other.close();
  });

  test("an unknown filter of the address is reported, and no list stands next to it", async () => {
    const page = await open.signIn("adviser");
    for (const [query, message] of [
      ["owner=ada", "Unknown filter: owner."],
      ["cashfrom=lots", "Enter an amount such as 10,000."],
      ["restricted=perhaps", "is not valid"],
    ] as const) {
      await page.goto(`${open.address}/console/accounts?${query}`);
      await expect.poll(() => page.getByText(message).count()).toBeGreaterThan(0);
      await settled(page);
      await expect.poll(() => page.getByRole("row").count()).toBe(0);
      await expect.poll(() => page.getByRole("link", { name: "Clear filters" }).count()).toBe(1);
    }
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(1);
    await page.close();
  });

  test("a benchmark that matches nothing says so", async () => {
    const page = await open.at("adviser", "/accounts/RA00000001");
    await page.getByLabel("Compare to").fill("No such thing");
    await expect.poll(() => page.getByText("No matches for “No such thing”.").count()).toBe(1);
    await page.getByLabel("Compare to").fill("Brok");
    await expect.poll(() => page.getByText("Select an option.").count()).toBe(1);
    await page.close();
  });

  test("cash has a name, and a closing without shares says what it is", async () => {
    const page = await open.signIn("adviser");
    await page.route("**/closedtaxlots", async (route) => {
      const fetched = await route.fetch();
      const [lot, ...others] = await fetched.json();
      const returned = { ...lot, transCode: "ROC", shareQuantity: "0.00000" };
      await route.fulfill({ response: fetched, json: [returned, ...others] });
    });
    await goTo(page, "/accounts/RA00000001");
    const holdings = page.getByRole("region", { name: "Holdings" });
    await expect.poll(() => holdings.getByRole("rowheader", { name: /^Cash/ }).count()).toBe(1);
    await expect.poll(() => holdings.textContent()).not.toContain("BCASH");
    await goTo(page, "/accounts/RA00000001/lots");
    const row = page.getByRole("row", { name: /Return of capital above basis/ });
    await expect.poll(() => row.count()).toBe(1);
    await expect.poll(() => row.textContent()).not.toContain("0.00000");
    await row.getByRole("button", { name: /^Details/ }).click();
    await expect
      .poll(() => page.getByRole("dialog").textContent())
      .toContain("Capital returned beyond the cost basis");
    await expect
      .poll(() => page.getByRole("dialog").textContent())
      .toContain("no shares were surrendered");
    await page.close();
  });
});

interface Listed {
  readonly accountNumber: string;
}
