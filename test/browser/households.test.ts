// Households in a real browser: listed, formed, changed and read, also by a client who owns all of one.
import { expect, test } from "vitest";
import { describeInBrowser, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const grouped = (amount: string) => `$${amount.replace(/\B(?=(\d{3})+\.)/g, ",")}`;

await describeInBrowser("households in a browser", (open) => {
  test("the list shows value and returns as the service does, and is searched", async () => {
    const page = await open.at("adviser", "/households");
    const { body } = await open.service.call(
      ...(["adviser", "GET", "/restapi/households?overview=true"] as const),
    );
    const rows = page.getByRole("region", { name: "All households" }).getByRole("row");
    await expect.poll(() => rows.count()).toBe(body.length + 1);
    for (const { name, overview } of body) {
      const row = page.getByRole("row", { name: new RegExp(`^${name}`) });
      await expect
        .poll(() => row.textContent())
        .toContain(overview.value === null ? "–" : grouped(overview.value));
    }
    await page.getByLabel("Search households").fill("whit");
    await expect.poll(() => page.url()).toMatch(/households\/?\?search=whit$/);
    await expect.poll(() => rows.count()).toBe(2);
    await page.close();
  });

  test("a household has its accounts with shares, its own returns, cash and activity", async () => {
    const page = await open.at("adviser", "/households/61");
    const { body } = await open.service.call(
      ...(["adviser", "GET", "/restapi/households/61?overview=true"] as const),
    );
    const accounts = page.getByRole("region", { name: "Accounts", exact: true });
    const [first] = body.accounts;
    const row = accounts.getByRole("row", { name: /^Everyday/ });
    await expect.poll(() => row.textContent()).toContain(grouped(first.overview.value));
    await expect.poll(() => row.textContent()).toContain(`${first.overview.weight}%`);
    const total = accounts.getByRole("row", { name: /^Household/ });
    await expect.poll(() => total.textContent()).toContain(grouped(body.overview.value));
    await expect
      .poll(() => page.getByRole("region", { name: "Performance" }).textContent())
      .toContain(grouped(body.overview.value));
    const cash = page.getByRole("region", { name: "Cash" }).getByRole("row");
    await expect.poll(() => cash.nth(1).textContent()).toMatch(/^All accounts/);
    await page.getByRole("link", { name: "Activity", exact: true }).click();
    await page.getByLabel("Period").selectOption("10y");
    await expect
      .poll(() => page.getByRole("link", { name: "Everyday" }).count())
      .toBeGreaterThan(1);
    await page.close();
  });

  test("an adviser forms one, is warned of an account of another one, and renames it", async () => {
    const page = await open.at("adviser", "/households");
    await page.getByRole("button", { name: "New household" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Ivanov");
    await dialog.getByLabel("Account", { exact: true }).fill("RA00000001");
    await expect
      .poll(() => dialog.getByText("An account is not the firm's, or is in a household").count())
      .toBe(1);
    await dialog.getByLabel("Account", { exact: true }).fill("RA00000006");
    await dialog.getByLabel("Last day").fill("2020-01-01");
    await expect.poll(() => dialog.getByText("Last day is not valid.").count()).toBe(1);
    await dialog.getByLabel("Last day").fill("");
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create household" }).click();
    await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Ivanov");
    await settled(page);
    await page.getByRole("button", { name: "Edit household" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("Ivanov family");
    await dialog.getByRole("button", { name: /^Remove account/ }).click();
    await dialog.getByRole("button", { name: "Save household" }).click();
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toBe("Ivanov family");
    await expect.poll(() => page.getByText("This household has ended").count()).toBe(1);
    await page.close();
  });

  test.each(["viewer", "client", "operator"] as const)(
    "a %s reads a household, and is offered no change of it",
    async (person) => {
      const page = await open.at(person, "/households/61");
      await expect
        .poll(() => page.getByRole("heading", { level: 1 }).textContent())
        .toBe("Whitfield");
      await expect.poll(() => page.getByRole("button", { name: "Edit household" }).count()).toBe(0);
      const links = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
      const isListed = (await links.allTextContents()).includes("Households");
      expect(isListed).toBe(person !== "client");
      await page.close();
    },
  );

  test("a client who does not own all of one sees nothing of it", async () => {
    const page = await open.at("client", "/households/62");
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toBe("Page not found");
    await page.close();
  });
});
