// Why a return is what it is, in a real browser: from each figure down to its days, as the service has it.
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("why a return is what it is", (open) => {
  /** Clicks a figure; the steps that the service answers. */
  const ask = async (page: Page, figure: Locator) => {
    const received = page.waitForResponse(/performance\/steps\?/);
    await figure.click();
    const response = await (await received).json();
    await settled(page);
    return response;
  };

  test("a year opens into its months, a month into its days, each with its quotient", async () => {
    const page = await open.at("client", "/accounts/RA00000001");
    const calendar = page.getByRole("region", { name: "Monthly returns" });
    const year = await ask(page, calendar.getByRole("button", { name: /calculation of 2025$/ }));
    const dialog = page.getByRole("dialog");
    const steps = dialog.getByRole("listitem");
    await expect.poll(() => steps.count()).toBe(year.steps.length + 3);
    expect(year.steps).toHaveLength(12);
    await expect.poll(() => dialog.textContent()).toContain("2025, net of fees");
    const whole = steps.filter({ hasText: "Linked returns" });
    await expect
      .poll(() => whole.textContent())
      .toContain(`${signed(year.net.timeWeightedReturn)}%`);
    const [{ net: january }] = year.steps;
    const month = steps.filter({ hasText: "Jan 2025" });
    await expect.poll(() => month.textContent()).toContain(`${january.to} / ${january.from} − 1`);
    expect(await faultsOf(page)).toEqual([]);
    const days = await ask(page, dialog.getByRole("button", { name: "Jan 2025" }));
    await expect.poll(() => steps.count()).toBe(days.steps.length + 3);
    expect(days.net).toMatchObject({ startUnitValue: january.from, endUnitValue: january.to });
    const { net: first } = days.steps[0];
    await expect
      .poll(() => steps.nth(1).textContent())
      .toContain(`${apart(first.to)} / ${apart(first.from)} − 1`);
    expect(await faultsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect
      .poll(() => dialog.evaluate((box) => box.scrollWidth <= box.clientWidth))
      .toBe(true);
    await dialog.getByRole("button", { name: "Back" }).click();
    await expect.poll(() => steps.count()).toBe(year.steps.length + 3);
  });

  test("each period, gross and net, with what came and went, and its rate a year", async () => {
    const page = await open.at("adviser", "/accounts/RA00000001");
    const panel = page.getByRole("region", { name: "Returns by period" });
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Gross of fees" }).click();
    const row = panel.getByRole("row", { name: /^Since inception/ });
    const response = await ask(page, row.getByRole("button").first());
    const text = () => dialog.textContent();
    await expect.poll(text).toContain("Since inception, gross of fees");
    await expect.poll(text).toContain(`(1 + return) ^ (365 / ${response.days}) − 1`);
    const flow = response.flows.find(({ inflow }: { inflow: string }) => inflow !== "0.00");
    await expect.poll(text).toContain(`Contribution $${apart(flow.inflow)} on`);
    await expect.poll(text).toContain(`: ${flow.inflowDays} days.`);
    await dialog.getByRole("button", { name: "Close" }).click();
    for (const name of [
      "Time-weighted return (TWR), gross",
      "Money-weighted return (IRR), gross",
    ]) {
      const chart = page.getByRole("region", { name: "Performance" });
      const item = chart.locator("dl > div", { hasText: name });
      await item.getByRole("button").click();
      await expect.poll(() => dialog.count()).toBe(1);
      await settled(page);
      await dialog.getByRole("button", { name: "Close" }).click();
    }
    await row.getByRole("button").last().click();
    await expect.poll(() => dialog.textContent()).toContain("Max drawdown, gross of fees");
  });

  test("a unit value and the return of the last day show their steps, and are copied", async () => {
    const page = await open.signIn("adviser");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await goTo(page, "/accounts/RA00000001");
    const chart = page.getByRole("region", { name: "Performance" });
    const dialog = page.getByRole("dialog");
    const day = await ask(page, chart.locator(".value-now + div").getByRole("button"));
    expect(day.steps).toHaveLength(1);
    await dialog.getByRole("button", { name: "Close" }).click();
    const unit = await ask(page, chart.locator(".reading").getByRole("button"));
    expect(unit.steps.length).toBeGreaterThan(1);
    await dialog.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => dialog.getByRole("button", { name: "Copied" }).count()).toBe(1);
    const copied = async () => String(await page.evaluate("navigator.clipboard.readText()"));
    await expect.poll(async () => (await copied()).split("\n")).toHaveLength(unit.steps.length + 3);
    const lines = (await copied()).split("\n");
    expect(lines[0]).toContain("Beginning value");
    expect(lines.join()).toContain(unit.net.endUnitValue);
  });
});

/** With its thousands apart. */
function apart(amount: string): string {
  return amount.replace(/\B(?=(\d{3})+\.)/g, ",");
}

/** With a true minus. */
function signed(amount: string): string {
  return amount.replace("-", "−");
}
