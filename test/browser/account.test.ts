// The figures of an account in a real browser: they are the service's own, to the digit.
import { expect, test } from "vitest";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { isRead } from "./pages.ts";

await describeInBrowser("an account in a browser", (open) => {
  test("the standard periods stand next to a benchmark that is searched for", async () => {
    const page = await open.at("adviser", "/accounts/RA00000001");
    const panel = page.getByRole("region", { name: "Returns by period" });
    const chart = page.getByRole("region", { name: "Performance" });
    const year = panel.getByRole("row", { name: /^One year/ });
    const net = await year.textContent();
    await chart.getByRole("button", { name: "Gross of fees" }).click();
    await expect.poll(() => year.textContent()).not.toBe(net);
    // One switch for all panels, which the device remembers.
    await expect.poll(() => page.getByRole("button", { name: "Gross of fees" }).count()).toBe(1);
    for (const name of ["Returns by period", "Calendar years", "Monthly returns"])
      await expect
        .poll(() => page.getByRole("region", { name }).textContent())
        .toContain("Gross of fees");
    await page.reload();
    await settled(page);
    const switched = chart.getByRole("button", { name: "Gross of fees" });
    await expect.poll(() => switched.getAttribute("aria-pressed")).toBe("true");
    await chart.getByLabel("Compare to").fill("Brok");
    const account = chart.locator('option[value="Brokerage (RA00000006)"]');
    await expect.poll(() => account.count()).toBe(1);
    const asked = page.waitForResponse(/performance\/periods\?.*benchmark=security/);
    await chart.getByLabel("Compare to").fill("ACME");
    const { periods, days } = await (await asked).json();
    const { gross } = periods.find(({ period }: { period: string }) => period === "SI");
    const acmeColumn = panel.getByRole("columnheader", { name: "ACME" });
    await expect.poll(() => acmeColumn.count()).toBe(1);
    const whole = panel.getByRole("row", { name: /^Since inception/ });
    for (const figure of [gross.timeWeightedReturn, gross.benchmark.timeWeightedReturn])
      await expect.poll(() => whole.textContent()).toContain(`${rounded(figure)}%`);
    // The chart has a second line, and shows the value of both on its last day.
    await expect
      .poll(() => chart.getByRole("img").getAttribute("aria-label"))
      .toContain("vs. ACME");
    await expect.poll(() => chart.locator(".legend").textContent()).toContain("ACME");
    const newest = `ACME ${trimmed(days.at(-1).benchmarkValue)}`;
    await expect.poll(() => chart.locator(".reading").textContent()).toContain(newest);
    // Calendar years stand next to it as well.
    const years = page.getByRole("region", { name: "Calendar years" });
    await expect.poll(() => years.getByRole("columnheader", { name: "ACME" }).count()).toBe(1);
    // A custom year, next to the same benchmark.
    const own = page.waitForResponse(
      /periods\?.*since=2024-12-31.*asof=2025-12-31|asof=2025-12-31.*since=2024-12-31/,
    );
    await chart.getByLabel("Start date").fill("2024-12-31");
    await chart.getByLabel("End date").fill("2025-12-31");
    const [year2025] = (await (await own).json()).periods.slice(-1);
    const tiles = chart.locator("dl");
    for (const figure of [year2025.gross, year2025.gross.benchmark])
      await expect
        .poll(() => tiles.textContent())
        .toContain(`${rounded(figure.timeWeightedReturn)}%`);
    await expect.poll(() => tiles.textContent()).toContain("ACME");
    expect(await faultsOf(page)).toEqual([]);
    await chart.getByLabel("Compare to").fill("");
    await expect.poll(() => acmeColumn.count()).toBe(0);
  });

  test("a browser without a locale shows the charts as well", async () => {
    const page = await open.window();
    await page.addInitScript(
      'Object.defineProperty(Navigator.prototype, "language", { get: () => "en-US@posix" })',
    );
    await page.goto(await open.link("adviser"));
    await page.getByRole("button", { name: "Sign out" }).waitFor({ state: "attached" });
    await goTo(page, "/accounts/RA00000001");
    const chart = page.getByRole("region", { name: "Performance" });
    await expect.poll(() => chart.locator("canvas").count()).toBe(1);
  });

  test("a benchmark that is younger than a period says since when it has values", async () => {
    const page = await open.at("adviser", "/accounts/RA00000001");
    const chart = page.getByRole("region", { name: "Performance" });
    await chart.getByLabel("Compare to").focus();
    const offered = chart.locator('option[value="Brokerage (RA00000006)"]');
    await chart.getByLabel("Compare to").fill("Brok");
    await expect.poll(() => offered.count()).toBe(1);
    const asked = page.waitForResponse(/performance\/periods\?.*benchmark=account/);
    await chart.getByLabel("Compare to").fill("Brokerage (RA00000006)");
    const { periods, benchmark } = await (await asked).json();
    const panel = page.getByRole("region", { name: "Returns by period" });
    const row = panel.getByRole("row", { name: /^Since inception/ });
    expect(periods.at(-1).net.benchmark).toBeNull();
    await expect
      .poll(() => row.textContent())
      .toMatch(benchmark.firstDate === null ? /No data for this period/ : /Data since /);
    expect(await faultsOf(page)).toEqual([]);
  });

  test("nothing is drawn of days that have not come, and a named span costs no further read", async () => {
    const page = await open.signIn("adviser");
    // Reads of the first page that are still under way are none of this page's reads.
    await settled(page);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (isRead(request.url())) asked.push(request.url());
    });
    const received = page.waitForResponse(/performance\/periods\?/);
    await page.goto(`${open.address}/console/accounts/RA00000001`);
    const { asOf, days, periods } = await (await received).json();
    await settled(page);
    expect(asked).toHaveLength(4);
    const today = open.service.now().toISOString().slice(0, 10);
    expect(asOf.slice(0, 10) <= today).toBe(true);
    expect(days.at(-1).date).toBe(asOf);
    const chart = page.getByRole("region", { name: "Performance" });
    await expect
      .poll(() => chart.getByLabel("End date").getAttribute("value"))
      .toBe(asOf.slice(0, 10));
    for (const { period, net } of periods) {
      const name = period === "SI" ? "All" : period;
      await chart.getByRole("button", { name, exact: true }).click();
      await expect
        .poll(() => chart.locator("dl").textContent())
        .toContain(`${rounded(net.timeWeightedReturn)}%`);
    }
    expect(asked).toHaveLength(4);
    await chart.getByLabel("Start date").fill(days[1].date.slice(0, 10));
    await settled(page);
    await expect.poll(() => asked.length).toBe(5);
  });

  test("returns by month and year are shown by sign and shape, before fees and after", async () => {
    const page = await open.signIn("client");
    const received = page.waitForResponse(/RA00000001\/performance\/periods\?series=true$/);
    await goTo(page, "/accounts/RA00000001");
    const { calendar } = await (await received).json();
    const panel = page.getByRole("region", { name: "Monthly returns" });
    for (const fees of ["net", "gross"]) {
      await page.getByRole("button", { name: new RegExp(`^${fees} of`, "i") }).click();
      for (const { year, months, ...whole } of calendar) {
        const row = panel.getByRole("row", { name: new RegExp(`^${year}`) });
        const cells = row.getByRole("cell");
        for (const { month, [fees]: figure } of [...months, { month: "-13", ...whole }])
          await expect
            .poll(() => cells.nth(Number(month.slice(-2)) - 1).textContent())
            .toContain(`${rounded(figure)}%`);
        await expect
          .poll(() => cells.filter({ hasNotText: /^–$/ }).count())
          .toBe(months.length + 1);
      }
    }
    const losses = panel.locator("td", { hasText: "−" });
    const fallen = panel.locator("td:has(.change.down)");
    await expect.poll(async () => (await losses.count()) - (await fallen.count())).toBe(0);
  });

  test("activity is filtered in its address, explained row by row, and saved as CSV", async () => {
    const page = await open.signIn("client");
    await page.route("**/transactions?*limit=50*", (route) =>
      route.continue({ url: route.request().url().replace("limit=50", "limit=30") }),
    );
    await goTo(page, "/accounts/RA00000001/activity?range=10y");
    const rows = page.getByRole("region", { name: "Activity" }).getByRole("row");
    await expect.poll(() => rows.count()).toBe(31);
    await page.getByRole("button", { name: "Load more" }).click();
    const { body } = await open.service.call(
      ...([
        "client",
        "GET",
        "/restapi/accounts/RA00000001/transactions?daterange=10y&limit=999",
      ] as const),
    );
    await expect.poll(() => rows.count()).toBe(body.length + 1);
    await page.getByLabel("Category").selectOption("Corporate Actions/SPLIT");
    await page.getByLabel("Search by symbol").fill("crux");
    await expect.poll(() => page.url()).toMatch(/category=Corporate.*&ticker=crux$/);
    await expect.poll(() => rows.count()).toBe(2);
    await expect.poll(() => rows.nth(1).textContent()).toContain("−63.125");
    await rows.getByRole("button", { name: /^Details/ }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.textContent()).toContain("−63.125 CRUX");
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Accepted" }).click();
    await page.getByRole("region", { name: "Audit log" }).waitFor();
    await expect.poll(() => page.url()).toMatch(/history\?entry=\d+$/);
    await page.goBack();
    await page.getByLabel("Status").selectOption("replaced");
    await expect.poll(() => page.getByText("No transactions").count()).toBe(1);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Export CSV/ }).click();
    expect((await saved).suggestedFilename()).toBe("RA00000001-transactions.csv");
    await page.close();
  });

  test("cash is shown as the service knows it, with what settles on each day", async () => {
    const page = await open.signIn("client");
    const settles = { credits: "440.99", debits: "3000.00", balance: "7569.13" };
    await page.route("**/balances", async (route) => {
      const fetched = await route.fetch();
      const date = "2026-11-27T00:00:00.000-05:00";
      const json = {
        ...(await fetched.json()),
        held: "2000.00",
        settlements: [{ date, ...settles }],
      };
      await route.fulfill({ response: fetched, json });
    });
    await goTo(page, "/accounts/RA00000001");
    const panel = page.getByRole("region", { name: "Cash" });
    await expect
      .poll(() => panel.locator("dl").textContent())
      .toContain("Available to withdraw$10,128.14After $2,000.00 on hold");
    const day = panel.getByRole("row", { name: /^Nov 27, 2026/ });
    await expect.poll(() => day.textContent()).toBe("Nov 27, 2026$440.99$3,000.00$7,569.13");
    await panel.getByText("Cash by folio").click();
    const folio = panel.getByRole("row", { name: /^Core index/ });
    await expect.poll(() => folio.textContent()).toContain("$4,209.97");
    await page.close();
  });

  test("a sale is tried by each method, refused in words, and stores nothing", async () => {
    const page = await open.at("client", "/accounts/RA00000001/lots");
    const before = await open.service.auditOf("RA00000001");
    const panel = page.getByRole("region", { name: "Estimate gain/loss by lot method" });
    await panel.getByLabel("Security").selectOption({ label: "EVER" });
    await panel.getByLabel("Price").fill("27.50");
    await panel.getByLabel("Shares").fill("4000");
    await expect.poll(() => panel.getByRole("alert").count()).toBe(1);
    await panel.getByLabel("Shares").fill("40");
    // The account has one lot of it, so that all methods sell the same.
    const all = panel.getByRole("row", { name: /All methods/ });
    for (const amount of ["+$209.60", "$890.40", "+$52.40"])
      await expect.poll(() => all.textContent()).toContain(amount);
    await expect.poll(() => panel.getByRole("row").count()).toBe(2);
    expect(await faultsOf(page)).toEqual([]);
    await settled(page);
    expect(await open.service.auditOf("RA00000001")).toEqual(before);
  });
});

/** Without zeros at its end, but at least two places. */
function trimmed(figure: string): string {
  return figure.replace(/(\.\d\d\d*?)0+$/, "$1");
}

/** Two places, with a true minus; the figures of the sample are not halves. */
function rounded(figure: string): string {
  return Number(figure).toFixed(2).replace("-", "−");
}
