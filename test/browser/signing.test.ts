// Signing in a real browser: by drawing, by the keyboard, and by a file.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("signing in a browser", (open) => {
  const signedOf = async (number: string) => {
    const entries = await open.service.auditOf(number);
    return entries.filter(({ operation }) => operation === "signCustomerAgreement");
  };

  test("an owner draws a signature, which lifts the restriction of the account", async () => {
    const page = await open.at("newcomer", "/accounts/RA00000007/life/terms");
    await expect.poll(() => page.getByRole("region", { name: "Restrictions" }).count()).toBe(1);
    await expect.poll(() => page.getByText("No restrictions").count()).toBe(0);
    await page.getByRole("link", { name: "Action items" }).click();
    await page.getByRole("button", { name: /^Sign.*Customer agreement/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Sign", exact: true }).click();
    await expect.poll(() => dialog.locator(".problem").textContent()).toMatch(/is missing/);
    await draw(page);
    await expect.poll(() => dialog.getByRole("img", { name: "Drawn signature" }).count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Sign", exact: true }).click();
    await expect.poll(() => page.getByText("Agreed").count()).toBe(1);
    await page.getByRole("link", { name: "Restrictions, beneficiaries and billing" }).click();
    await expect.poll(() => page.getByText("No restrictions").count()).toBe(1);
    const [signed] = await signedOf("RA00000007");
    expect(signed?.detail).toMatchObject({
      detail: { signer: "dmitri.ivanov", imageEncoding: "SVG" },
    });
  });

  test("a new account is certified by the keyboard alone", async () => {
    const page = await open.at("newcomer", "/accounts/RA00000007/life");
    await page.getByRole("button", { name: /^Sign.*New account/ }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Subject to backup withholding (IRS)").selectOption("No");
    await dialog.getByRole("button", { name: "Type" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Dmitri <Ivanov> & Söhne");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => page.getByRole("button", { name: /^Sign\b.*:/ }).count()).toBe(0);
  });

  test("an adviser chooses a file of a signature: other bytes are refused at the field", async () => {
    const page = await open.at("adviser", "/accounts/RA00000008/life");
    await page
      .getByRole("button", { name: /^Sign.*Customer agreement/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Choose a file" }).click();
    const file = dialog.getByLabel("Signature of Dmitri Ivanov");
    await file.setInputFiles({
      name: "signed.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("no PDF"),
    });
    await expect.poll(() => dialog.locator(".problem").count()).toBe(1);
    await file.setInputFiles({
      name: "signed.PDF",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.7\n"),
    });
    await expect.poll(() => dialog.locator(".problem").count()).toBe(0);
    await dialog.getByRole("button", { name: "Sign", exact: true }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await settled(page);
    const [signed] = await signedOf("RA00000008");
    expect(signed?.detail).toMatchObject({
      detail: { signer: "dmitri.ivanov", method: "SIGNED_PDF" },
    });
    expect(signed?.caller).toMatchObject({ member: "harbor.lin" });
  });

  test("a user who may not sign sees why", async () => {
    const ofOperator = await open.at("operator", "/accounts/RA00000008/life");
    await expect
      .poll(() => ofOperator.getByText(/^Requires Elena Rossi’s signature/).count())
      .toBe(1);
    await expect.poll(() => ofOperator.getByRole("button", { name: /^Sign\b.*:/ }).count()).toBe(0);
    const ofViewer = await open.at("viewer", "/accounts/RA00000008/life");
    await expect
      .poll(() => ofViewer.getByRole("button", { name: /^Sign.*Customer/ }).count())
      .toBe(0);
  });
});

/** Draws two lines into the field of the dialog. */
async function draw(page: Page): Promise<void> {
  const box = await page.locator(".pad").boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  const go = (across: number, down: number) =>
    page.mouse.move(x + width * across, y + height * down, { steps: 6 });
  for (const [from, to] of [
    [0.2, 0.5],
    [0.4, 0.8],
  ] as const) {
    await go(from, 0.7);
    await page.mouse.down();
    await go((from + to) / 2, 0.2);
    await go(to, 0.75);
    await page.mouse.up();
  }
}
