// Tax lots in a real browser: their figures are the service's own, to the digit.
import { expect, test } from "vitest";
import { reportTaxForms } from "../../src/brokerage/books/tax-forms/report-tax-forms.ts";
import { testContext } from "../sample-template.ts";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const account = "RA00000001";
const averageBasis = `/restapi/accounts/${account}/averagebasis`;

await describeInBrowser("lots in a browser", (open) => {
  test("an open lot has its gain and how long it is still short-term, and the terms their sums", async () => {
    const page = await open.signIn("client");
    const received = page.waitForResponse(/taxlots\/unrealized$/);
    await goTo(page, `/accounts/${account}/lots`);
    const { lots, ...sums } = await (await received).json();
    const panel = page.getByRole("region", { name: "Open lots" });
    const rows = panel.locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(lots.length);
    const isShort = ({ daysToLongTerm }: { daysToLongTerm: string }) => daysToLongTerm !== "0";
    expect(lots.some(isShort)).toBe(true);
    for (const [at, lot] of lots.entries()) {
      const text = () => rows.nth(at).textContent();
      await expect.poll(text).toContain(dollars(lot.marketValue));
      await expect.poll(text).toContain(dollars(lot.unrealizedGainLoss));
      const isDated = async () =>
        (await text())?.includes(`long-term in ${lot.daysToLongTerm} day`);
      await expect.poll(isDated).toBe(isShort(lot));
    }
    for (const [name, sum] of [
      ["Short-term", sums.shortTerm],
      ["Long-term", sums.longTerm],
      ["Total", sums.total],
    ]) {
      const shown = panel.locator("dl > div", { hasText: `${name} unrealized gain/loss` });
      await expect.poll(() => shown.textContent()).toContain(dollars(sum.unrealizedGainLoss));
      await expect.poll(() => shown.textContent()).toContain(dollars(sum.marketValue));
    }
    await rows
      .first()
      .getByRole("button", { name: /^Details/ })
      .click();
    await settled(page);
    const story = () => page.getByRole("dialog").textContent();
    await expect.poll(story).toContain(dollars(lots[0].unrealizedGainLoss));
    const path = `/restapi/accounts/${account}/taxlots/${lots[0].taxLotId}/steps`;
    const { body } = await open.service.call("client", "GET", path);
    expect(body.steps[0].sum).toBe("60.00000 × 52.00 + 0.00 fees = 3120.00");
    await expect.poll(story).toContain("60 × 52.00 + 0.00 fees = 3,120.00.");
    expect(await faultsOf(page)).toEqual([]);
  });

  test("methods that sell the same lots are one row, and the lowest tax is marked", async () => {
    const page = await open.signIn("client");
    await goTo(page, `/accounts/${account}/lots`);
    const panel = page.getByRole("region", { name: "Estimate gain/loss by lot method" });
    await panel.getByLabel("Security").selectOption({ label: "EVER" });
    await panel.getByLabel("Shares").fill("40");
    const rows = panel.locator("tbody tr");
    await panel.getByText("Tax at 32.5% short-term and 15% long-term").waitFor();
    const body = { securityId: "605", shares: "40" };
    const path = `/restapi/accounts/${account}/taxlots/preview`;
    const { sales } = (await open.service.call("client", "POST", path, body)).body;
    const sold = (sale: { lots: readonly object[] }) =>
      sale.lots
        .map((lot) => JSON.stringify(lot))
        .toSorted()
        .join();
    const differing = new Set(sales.map(sold)).size;
    expect(differing).toBeLessThan(sales.length);
    await expect.poll(() => rows.count()).toBe(differing);
    await expect.poll(() => rows.getByText("Lowest tax").count()).toBe(differing === 1 ? 0 : 1);
    const answered = page.waitForResponse(
      (response) =>
        response.url().endsWith(path) &&
        (response.request().postData() ?? "").includes('"longTermTaxRate":"20"'),
    );
    await panel.getByLabel(/^Long-term tax rate/).fill("20");
    const tried = (await (await answered).json()).sales[0];
    await panel.getByText("20% long-term").waitFor();
    await expect.poll(() => rows.first().textContent()).toContain(dollars(tried.estimatedTax));
    expect(await faultsOf(page)).toEqual([]);
  });

  test("a form of a year without a closed lot is saved, and one that is not reported is named", async () => {
    const year = { accountNumber: account, taxYear: "2021" };
    await reportTaxForms(testContext(open.service.db), year);
    const page = await open.signIn("client");
    await goTo(page, `/accounts/${account}/lots`);
    const field = page.getByLabel("Tax year");
    const save = page.getByRole("button", { name: "Form 1099-DIV" });
    await field.fill("202");
    await expect.poll(() => save.isDisabled()).toBe(true);
    await field.fill("2020");
    await save.click();
    await page.getByText("No tax forms for 2020").waitFor();
    await field.fill("2021");
    const saving = page.waitForEvent("download");
    await save.click();
    expect((await saving).suggestedFilename()).toBe(`${account}-2021-1099-div.pdf`);
    expect(await faultsOf(page)).toEqual([]);
  });

  test("a fund has its cost basis method, and an election its day", async () => {
    const page = await open.signIn("adviser");
    const elect = (security: string, body: object) =>
      open.service.call("adviser", "PUT", `${averageBasis}/${security}`, body);
    await goTo(page, `/accounts/${account}/lots`);
    const more = page.locator("summary", { hasText: "Average basis" });
    await more.click();
    const panel = page.getByRole("region", { name: "Average basis" });
    const items = panel.locator("li");
    await items.first().waitFor();
    await expect
      .poll(() => items.allTextContents())
      .toEqual(["DELT Delta Index FundCost basis method: Maximize losses/minimize gains"]);
    expect((await elect("604", { election: "AVE" })).status).toBe(200);
    const plan = { election: "AVE", planSince: "2024-01-02" };
    expect((await elect("601", plan)).status).toBe(200);
    await page.reload();
    await more.click();
    await panel.getByText("Reinvestment plan").waitFor();
    await expect
      .poll(() => items.allTextContents())
      .toEqual([
        "ACME Acme CorporationCost basis method: Average (elected Mar 2, 2026)" +
          "Reinvestment plan since Jan 2, 2024",
        "DELT Delta Index FundCost basis method: Average (elected Mar 2, 2026)",
      ]);
    for (const width of [390, 1_280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await faultsOf(page)).toEqual([]);
    }
    const away = { election: "AVR" };
    for (const security of ["601", "604"]) await elect(security, away);
  });

  test("a line ties a washed loss to the purchase that took it over, which words say as well", async () => {
    const page = await open.signIn("adviser");
    const received = page.waitForResponse(/closedtaxlots$/);
    await goTo(page, `/accounts/${account}/lots`);
    const lots: readonly ClosedLot[] = await (await received).json();
    const washed = lots.filter(({ replacementTransactionId: tied }) => tied !== null);
    expect(washed.length).toBeGreaterThan(0);
    const panel = page.getByRole("region", { name: "Closed lots" });
    for (const { taxYear, disallowedLoss, replacementTransactionId } of washed) {
      await panel.getByRole("button", { name: taxYear }).click();
      const tie = panel.locator(".washed > ul > li", {
        hasText: `transaction ${replacementTransactionId}`,
      });
      const text = () => tie.textContent();
      await expect.poll(text).toContain(`${dollars(disallowedLoss)} loss disallowed`);
      await expect.poll(text).toMatch(/added to the basis of:.* purchased /);
      for (const lot of lots.filter(
        (one) => one.originatingTransactionId === replacementTransactionId,
      ))
        await expect.poll(text).toContain(`cost basis ${dollars(lot.adjustedCostBasis)}`);
      // The line begins at the loss and ends at the purchase.
      const [line, loss, purchase] = await Promise.all(
        ["path", ".losses > li", ":scope > .end-of-tie"].map((part) =>
          tie.locator(part).first().boundingBox(),
        ),
      );
      expect(Math.abs((line?.x ?? 0) - ((loss?.x ?? 0) + (loss?.width ?? 0)))).toBeLessThan(4);
      expect(Math.abs((line?.x ?? 0) + (line?.width ?? 0) - (purchase?.x ?? 0))).toBeLessThan(4);
    }
    expect(await faultsOf(page)).toEqual([]);
    const others = [...new Set(lots.map(({ taxYear }) => taxYear))].filter(
      (year) => !washed.some(({ taxYear }) => taxYear === year),
    );
    for (const year of others) {
      await panel.getByRole("button", { name: year }).click();
      await expect.poll(() => panel.locator(".washed").count()).toBe(0);
    }
  });
});

interface ClosedLot {
  readonly taxYear: string;
  readonly disallowedLoss: string;
  readonly adjustedCostBasis: string;
  readonly originatingTransactionId: string;
  readonly replacementTransactionId: string | null;
}

/** An amount with its thousands apart, and a true minus before the sign. */
function dollars(amount: string): string {
  const [whole = "", cents = ""] = amount.replace("-", "").split(".");
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${amount.startsWith("-") ? "−" : ""}$${digits}.${cents}`;
}
