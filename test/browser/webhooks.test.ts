// Webhooks in a real browser: added, tried, sent again, paused, given another secret and removed by an
// administrator, and only read by others.
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("webhooks in a browser", (open) => {
  const last = async () => (await open.service.auditOf("firm:1002")).at(-1);

  test("an administrator adds one, sees its secret once, and removes it", async () => {
    const page = await open.at("adviser", "/office");
    await page.getByRole("button", { name: /^Add/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("URL").fill("http://10.0.0.1/");
    await dialog.getByLabel("URL").press("Tab");
    await expect.poll(() => dialog.getByText(/^The address must be https/).count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByLabel("URL").fill("https://hooks.example.com/by-hand");
    await dialog.getByLabel("Event types").fill("order.accepted\ntransfer.updated");
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    const secret = page.getByRole("dialog", { name: "Webhook secret" }).locator("code");
    await expect.poll(() => secret.count()).toBe(1);
    await expect.poll(() => secret.textContent()).toMatch(/^whsec_.{20,}/);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => secret.count()).toBe(0);
    await expect.poll(() => page.content()).not.toContain("whsec_");
    expect(await last()).toMatchObject({
      operation: "createWebhook",
      caller: { member: "harbor.lin" },
    });
    await page.getByRole("link", { name: "https://hooks.example.com/by-hand" }).click();
    await expect.poll(() => page.getByText("order.accepted, transfer.updated").count()).toBe(1);
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove webhook" }).click();
    await expect.poll(() => page.url()).toBe(`${open.address}/console/office/`);
    await expect.poll(() => page.getByText("https://hooks.example.com/by-hand").count()).toBe(0);
    expect(await last()).toMatchObject({ operation: "deleteWebhook" });
    await page.close();
  });

  test("it is tried, an event is sent again, and it is paused and set going", async () => {
    const page = await open.at("adviser", "/office/webhooks/4603");
    const deliveries = page.getByRole("region", { name: "Deliveries (7 days)" });
    await expect.poll(() => deliveries.textContent()).toContain("HTTP 503");
    await deliveries.getByRole("button", { name: "Withheld" }).click();
    await expect.poll(() => deliveries.textContent()).toContain("No deliveries");
    await deliveries.getByRole("button", { name: "All", exact: true }).click();
    await deliveries.getByRole("button", { name: /^Resend/ }).click();
    await expect.poll(() => deliveries.locator("td .tag").allTextContents()).toEqual(["Requested"]);
    expect(await last()).toMatchObject({ operation: "redeliverEvent" });
    await page.getByRole("button", { name: "Send test" }).click();
    await expect.poll(() => page.getByText("Test event sent").count()).toBe(1);
    expect(await last()).toMatchObject({ operation: "pingWebhook" });
    await page.getByRole("button", { name: "Pause" }).click();
    const terms = page.getByRole("region", { name: "https://hooks.example.com/bursar" });
    await expect.poll(() => terms.textContent()).toContain("StatusPaused");
    await expect.poll(() => page.getByRole("button", { name: "Send test" }).count()).toBe(0);
    await page.getByRole("button", { name: "Resume" }).click();
    await expect.poll(() => terms.textContent()).toContain("StatusActive");
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });

  test("it is changed, and given another secret, by the keyboard", async () => {
    const page = await open.at("adviser", "/office/webhooks/4603");
    await page.getByRole("button", { name: "Edit", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Event types").fill("");
    await page.getByLabel("Description").fill("Middle office");
    await page.keyboard.press("Enter");
    const terms = page.getByRole("region", { name: "https://hooks.example.com/bursar" });
    await expect.poll(() => terms.textContent()).toContain("Event typesAll");
    await expect.poll(() => terms.textContent()).toContain("Middle office");
    await page.getByRole("button", { name: "Rotate secret" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("code").textContent()).toMatch(/^whsec_/);
    await page.keyboard.press("Escape");
    await expect.poll(() => terms.textContent()).toContain("Old secret valid until");
    await page.close();
  });

  test("who is no administrator reads them, and changes nothing", async () => {
    const page = await open.at("viewer", "/office");
    await expect.poll(() => page.getByRole("button", { name: /^Add/ }).count()).toBe(0);
    // The path may hold a token.
    await page.getByRole("link", { name: "https://hooks.example.com", exact: true }).click();
    const deliveries = page.getByRole("region", { name: "Deliveries (7 days)" });
    await expect.poll(() => deliveries.count()).toBe(1);
    for (const name of [/^Resend/, "Send test", "Pause", "Edit", "Rotate secret", "Remove"])
      await expect.poll(() => page.getByRole("button", { name, exact: true }).count()).toBe(0);
    await page.close();
  });

  test("another firm's is not there for the operator, nor the page for a client", async () => {
    const page = await open.at("operator", "/office/webhooks/4603");
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toBe("Page not found");
    await page.close();
    const ofClient = await open.signIn("client");
    await ofClient.evaluate('history.pushState(null, "", "/console/office/webhooks/4603")');
    await expect
      .poll(() => ofClient.getByRole("heading", { level: 1 }).textContent())
      .toBe("Page not found");
    await ofClient.close();
  });
});
