// An import in a real browser: an administrator drops a custodian's file and answers, and the operator releases it.
import { expect, test } from "vitest";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const history = [
  '"Transactions  for account 7777-1111 as of 02/27/2026 10:00:00 ET"',
  '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
  '"02/20/2026","House Charge","","","","","","-$5.00"',
  '"02/02/2026","MoneyLink Transfer","","Tfr BANK","","","","$1,234.00"',
].join("\r\n");

const drop = `{
  const dropped = new DataTransfer();
  dropped.items.add(new File([${JSON.stringify(history)}], "transactions.csv"));
  const event = new DragEvent("drop", { dataTransfer: dropped, bubbles: true });
  document.querySelector(".drop").dispatchEvent(event);
}`;

await describeInBrowser("imports in a browser", (open) => {
  test("a dropped file is asked about and answered, another person releases it, and its rows are booked", async () => {
    const page = await open.at("adviser", "/office/imports");
    await page.evaluate(drop);
    await page.getByRole("button", { name: "Check files" }).click();
    await page.getByLabel("Answer for House Charge").selectOption("FEE");
    for (const [cell, value] of [
      ["Type", "I"],
      ["Name", "Arrived"],
      ["First name", "Ann"],
      ["Last name", "Arriving"],
      ["Birth date", "1971-04-09"],
    ]) {
      await page.getByLabel(`${cell} of 7777-1111`, { exact: true }).fill(value ?? "");
    }
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Save answers and check" }).click();
    await page.getByText("The operator releases it into the books.").waitFor();
    const owner = page.getByRole("row", { name: /^7777-1111/ });
    await expect.poll(() => owner.textContent()).toContain("Ann Arriving, born Apr 9, 1971");
    await expect.poll(() => page.getByRole("button", { name: "Release" }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);

    const id = new URL(page.url()).pathname.split("/").at(-1);
    const operators = await open.at("operator", `/office/imports/1002/${id}`);
    await expect.poll(() => operators.getByText("Add files").count()).toBe(0);
    await operators.getByRole("button", { name: "Release" }).click();
    await operators.getByRole("button", { name: "Release import" }).click();
    await expect.poll(() => operators.locator(".toast").last().textContent()).toContain("Done");
    await operators.close();

    const { rows } = await open.service.admin(
      "select account_number as number from account where account_name = 'Arrived'",
    );
    await goTo(page, `/accounts/${rows[0]?.number}/activity?range=10y&status=all`);
    await settled(page);
    await expect.poll(() => page.getByText("1,234.00").count()).toBeGreaterThan(0);
    await page.close();
  });
});
