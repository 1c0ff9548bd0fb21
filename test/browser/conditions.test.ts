// Two people at the same record in real browsers: the second is warned, and overwrites nothing unseen.
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";

await describeInBrowser("two at one record", (open) => {
  const weightsOf = async () => {
    const { body } = await open.service.call("adviser", "GET", "/restapi/models/711");
    return body.targetWeights.map(({ ticker, targetWeight }: Record<string, string>) => [
      ticker,
      targetWeight,
    ]);
  };

  test("the weights of a model", async () => {
    const page = await open.at("adviser", "/models/711");
    const panel = page.getByRole("region", { name: "Edit weights" });
    const first = panel.getByLabel("Weight 1");
    const second = panel.getByLabel("Weight 2");
    const [[, firstWas], [, secondWas]] = await weightsOf();
    const more = (Number(firstWas) + 1).toFixed(2);
    const less = (Number(secondWas) - 1).toFixed(2);
    await first.fill(more);
    await second.fill(less);

    const { body: model } = await open.service.call("adviser", "GET", "/restapi/models/711");
    const theirs = { folioNumber: model.folioNumber, description: "Changed meanwhile" };
    const path = `/restapi/models/${model.modelOid}`;
    expect((await open.service.call("adviser", "PUT", path, theirs)).status).toBe(200);

    await panel.getByRole("button", { name: "Save weights" }).click();
    await panel.getByText("Someone else changed this record").waitFor();
    expect((await weightsOf()).slice(0, 2)).toEqual([
      [expect.any(String), firstWas],
      [expect.any(String), secondWas],
    ]);
    await page.getByText("Changed meanwhile").first().waitFor();
    await expect.poll(() => first.inputValue()).toBe(more);
    await expect
      .poll(() => panel.getByRole("button", { name: "Save weights" }).isDisabled())
      .toBe(true);
    expect(await faultsOf(page)).toEqual([]);

    await panel.getByRole("button", { name: "Keep my changes" }).click();
    await panel.getByRole("button", { name: "Save weights" }).click();
    await expect.poll(async () => (await weightsOf())[0]?.[1]).toBe(more);
    await expect.poll(() => panel.getByRole("button", { name: "Reset" }).count()).toBe(0);

    // The next change of the same page is of the record as it then stands.
    await first.fill(firstWas);
    await second.fill(secondWas);
    await panel.getByRole("button", { name: "Save weights" }).click();
    await expect.poll(async () => (await weightsOf())[0]?.[1]).toBe(firstWas);
  });
});
