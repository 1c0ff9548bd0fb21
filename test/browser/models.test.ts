// The page of a model in a real browser: who changes its weights, and what they add up to.
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("a model in a browser", (open) => {
  test("its manager changes weights only to 100.00, and sees what is missing or too much", async () => {
    const page = await open.at("adviser", "/models/711");
    const panel = page.getByRole("region", { name: "Edit weights" });
    const chart = page.getByRole("region", { name: "Weights", exact: true });
    const total = panel.getByRole("status").first();
    await expect.poll(() => total.textContent()).toBe("100.00% · complete");
    await panel.getByRole("button", { name: "Remove DELT" }).click();
    await expect.poll(() => total.textContent()).toBe("87.50% · 12.50% under");
    await panel.getByRole("button", { name: "Add security" }).click();
    await panel.getByLabel("Security 6", { exact: true }).fill("FOXT");
    await panel.getByLabel("Weight 6").fill("12.51");
    await expect.poll(() => total.textContent()).toBe("100.01% · 0.01% over");
    await expect.poll(() => panel.textContent()).toMatch(/add up to 100/);
    await panel.getByLabel("Weight 6").fill("12.505");
    await panel.getByLabel("Weight 6").press("Tab");
    await expect
      .poll(() => panel.locator(".problem").allTextContents())
      .toEqual(["Weight 6 is not valid."]);
    expect(await faultsOf(page)).toEqual([]);
    await panel.getByLabel("Security 6", { exact: true }).fill("DELT");
    await panel.getByLabel("Weight 6").fill("2.50");
    await panel.getByLabel("Weight 1").fill("40.00");
    await expect.poll(() => total.textContent()).toBe("100.00% · complete");
    await expect.poll(() => chart.textContent()).toContain("40.00%");
    await panel.getByRole("button", { name: "Save weights" }).click();
    await expect.poll(() => panel.getByRole("button", { name: "Reset" }).count()).toBe(0);
    const stored = await page.evaluate("fetch('/restapi/models/711').then((a) => a.json())");
    expect(stored).toMatchObject({
      targetWeights: expect.arrayContaining([
        expect.objectContaining({ ticker: "ACME", targetWeight: "40.00" }),
        expect.objectContaining({ ticker: "DELT", targetWeight: "2.50" }),
      ]),
    });
    await page.getByRole("link", { name: "Pending accounts" }).click();
    await expect.poll(() => page.url()).toContain("/console/accounts?waiting=models");
  });

  test("its followers are shown, and newer weights released for one that waits", async () => {
    const { service } = open;
    const { body: model } = await service.call("otherAdviser", "GET", "/restapi/models/713");
    await service.call("otherAdviser", "PUT", `/restapi/models/${model.modelOid}`, {
      folioNumber: model.folioNumber,
      targetWeights: [
        { ticker: "BOLT", targetWeight: "60.00" },
        { ticker: "EVER", targetWeight: "40.00" },
      ],
    });
    await service.call("operator", "PUT", "/restapi/sweeps", {});
    const page = await open.at("adviser", "/models/713");
    const panel = page.getByRole("region", { name: "Subscribed accounts" });
    const row = panel.getByRole("row", { name: /^Everyday/ });
    await expect.poll(() => row.textContent()).toMatch(/Dividend.*After review.*Update pending/);
    expect(await faultsOf(page)).toEqual([]);
    await panel.getByText("Pending", { exact: true }).click();
    await expect.poll(() => panel.getByRole("row").count()).toBe(2);
    await row.getByRole("button", { name: "Apply update for Everyday" }).click();
    await expect.poll(() => panel.textContent()).toContain("No pending updates");
    await panel.getByText("All").click();
    await expect.poll(() => row.textContent()).toContain("Current");
    await row.getByRole("link", { name: "Everyday" }).click();
    await expect.poll(() => page.url()).toContain("/console/accounts/RA00000001");
    const viewer = await open.at("viewer", "/models/711");
    const own = viewer.getByRole("region", { name: "Subscribed accounts" });
    await expect.poll(() => own.textContent()).toContain("House fund");
  });

  test("a viewer may not, and of another firm's model, or as client or operator, no form is there", async () => {
    const viewer = await open.at("viewer", "/models/711");
    const form = viewer.getByRole("region", { name: "Edit weights" });
    await expect.poll(() => form.textContent()).toContain("Read only");
    await expect.poll(() => form.getByRole("textbox").count()).toBe(0);
    const seen = [
      ["adviser", "/models/713"],
      ["client", "/models/711"],
      ["operator", "/models/711"],
    ] as const;
    for (const [person, path] of seen) {
      const page = await open.at(person, path);
      await page.getByRole("region", { name: "About" }).waitFor();
      await expect.poll(() => page.getByRole("region", { name: "Edit weights" }).count()).toBe(0);
    }
  });
});
