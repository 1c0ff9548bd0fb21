// Forms in a real browser: rehearsed from the first key, amounts as people type them, and nothing that was
// typed is lost before it is sent.
import { expect, test } from "vitest";
import { describeInBrowser, goTo } from "./browser.ts";

await describeInBrowser("drafts in a browser", (open) => {
  const terms = "/accounts/RA00000002/life/terms";
  const stored = async () => (await open.service.auditOf("RA00000002")).length;

  test("Escape and the end of a session lose nothing that was typed, but for tax ids", async () => {
    const page = await open.at("adviser", terms);
    const dialog = page.getByRole("dialog");
    const ask = page.getByRole("button", { name: /^Edit.*beneficiaries/ });
    const entries = await stored();
    await ask.click();
    const primary = dialog.getByRole("group", { name: "Primary" });
    await primary.getByLabel("First name").first().fill("Theodora");
    await primary.getByLabel("Social Security number").first().fill("123-45-6789");
    await dialog.getByRole("button", { name: /^Add.*primary/ }).click();
    await primary.getByLabel("First name").last().fill("Nadia");
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
    const kept = () => page.evaluate("JSON.stringify(sessionStorage)");
    await expect.poll(kept).toContain("Theodora");
    await expect.poll(kept).toContain("Nadia");
    expect(await kept()).not.toContain("6789");
    // The session ends elsewhere; the same person signs in again in this tab.
    await ask.click();
    await expect.poll(() => dialog.textContent()).toContain("Draft restored.");
    await primary.getByLabel("Last name").last().fill("Sore");
    await page.context().clearCookies();
    // The next request finds it out: of this form, or of the page behind it before the key is pressed.
    await primary
      .getByLabel("Last name")
      .last()
      .press("l", { timeout: 5_000 })
      .catch(() => {});
    const title = page.getByRole("heading", { level: 1 });
    await expect.poll(() => title.textContent()).toBe("Sign in");
    await expect
      .poll(() => page.getByRole("status").textContent())
      .toContain("unsent entries stay");
    await page.getByLabel("Link").fill(await open.link("adviser"));
    await page.getByRole("button", { name: "Sign in" }).click();
    await ask.click();
    await expect.poll(() => primary.getByLabel("First name").first().inputValue()).toBe("Theodora");
    await expect.poll(() => primary.getByLabel("First name").last().inputValue()).toBe("Nadia");
    await expect
      .poll(() => primary.getByLabel("Last name").last().inputValue())
      .toMatch(/^Sorel?$/);
    await expect
      .poll(() => primary.getByLabel("Social Security number").first().inputValue())
      .not.toContain("6");
    await dialog.getByRole("button", { name: "Start over" }).click();
    await expect
      .poll(() => primary.getByLabel("First name").first().inputValue())
      .not.toBe("Theodora");
    expect(await stored()).toBe(entries);
    await primary.getByLabel("First name").first().fill("Theodora");
    await page.keyboard.press("Escape");
    // Signing out leaves no draft behind.
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect.poll(() => title.textContent()).toBe("Sign in");
    await expect
      .poll(() => page.evaluate("JSON.stringify(sessionStorage)"))
      .not.toContain("Theodora");
    await page.close();
  });

  test("what was sent is no draft any more, and a signature never is one", async () => {
    const page = await open.at("adviser", "/accounts/RA00000006/life/moves");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "New transfer" }).click();
    await dialog.getByLabel("Account number at delivering firm").fill("55-1");
    await dialog.getByRole("button", { name: "Type", exact: true }).first().click();
    await dialog.locator(".signature").first().getByRole("textbox").fill("A Signature");
    const kept = await page.evaluate<string>("JSON.stringify(sessionStorage)");
    expect(kept).toContain("55-1");
    expect(kept).toContain('signatures\\":{}');
    await page.keyboard.press("Escape");
    await goTo(page, "/accounts/RA00000005/life/terms");
    await page.getByRole("button", { name: "Add a restriction" }).click();
    await dialog.getByLabel("Reason details").fill("Sent for good");
    await dialog.getByRole("button", { name: "Add restriction" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect
      .poll(() => page.evaluate("JSON.stringify(sessionStorage)"))
      .not.toContain("Sent for good");
    await page.close();
  });

  test("a form is rehearsed before a field is left, and amounts are sent plain", async () => {
    const page = await open.at("client", "/offers/801");
    await page.getByRole("button", { name: "Subscribe" }).click();
    const dialog = page.getByRole("dialog");
    const rehearsed = (amount: string) =>
      page.waitForRequest(
        (request) =>
          request.headers()["x-dry-run"] !== undefined &&
          request.postDataJSON()?.requestedDollarAmount === amount,
      );
    await dialog.getByLabel("Account").fill("RA00000001");
    const plain = rehearsed("1000");
    // The field is not left.
    await dialog.getByLabel("Amount ($)").pressSequentially("$1,000");
    await plain;
    await expect.poll(() => dialog.getByLabel("Amount ($)").inputValue()).toBe("$1,000");
    const asTyped = rehearsed("1,0");
    await dialog.getByLabel("Amount ($)").fill("1,0");
    await asTyped;
    await expect.poll(() => dialog.locator(".problem").count()).toBe(1);
    await page.close();
  });

  test("shares of a sale are taken with their thousands apart", async () => {
    const page = await open.at("adviser", "/accounts/RA00000001/lots");
    const asked = page.waitForRequest(/taxlots\/preview$/);
    await page.getByLabel("Shares", { exact: true }).fill("1,000");
    expect((await asked).postDataJSON()).toMatchObject({ shares: "1000" });
    await page.close();
  });
});
