// Loads in a real browser: files are chosen or dropped, checked, put right and loaded, by whoever may.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { root } from "../source-files.ts";
import { describeInBrowser, goTo, type Person, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const head = "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount";
const deposit = (id: string, amount: string) =>
  `${head}\nRA00000003,${id},DEP,${id.slice(-3)},RA0000000303,2026-02-27,${amount}\n`;
const [harbor = ""] = readFileSync(
  join(root, "test/fixtures/sample-firm/models.ndjson"),
  "utf8",
).split("\n");
const model = (longName: string) => `${JSON.stringify({ ...JSON.parse(harbor), longName })}\n`;

interface File {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const file = (name: string, text: string | Buffer): File => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(text),
});

/** A script that drops a file on the page. */
const dropOf = (name: string, text: string) => `{
  const dropped = new DataTransfer();
  dropped.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
  const event = new DragEvent("drop", { dataTransfer: dropped, bubbles: true });
  document.querySelector(".drop").dispatchEvent(event);
}`;

await describeInBrowser("loads in a browser", (open) => {
  const at = async (person: Person, path = "/office/loads") => {
    const page = await open.at(person, path);
    return page;
  };
  const choose = async (page: Page, ...files: File[]) => {
    await page.locator("input[type=file][multiple]").setInputFiles(files);
    await settled(page);
  };
  const cells = (page: Page, name: RegExp) => page.getByRole("row", { name }).first().textContent();

  test("the operator puts right what is refused, sees what would change, and loads it", async () => {
    const page = await at("operator", "/office");
    await page.getByRole("link", { name: "Imports", exact: true }).click();
    await settled(page);
    await choose(page, file("transactions.csv", deposit("990101", "many")));
    const problems = page.getByRole("group", { name: "Problems" });
    await expect.poll(() => problems.count()).toBe(1);
    await expect
      .poll(() => cells(page, /^transactions\.csv 2 amount/))
      .toContain("transactions.csv2amount");
    const load = page.getByRole("button", { name: "Import files" });
    await expect.poll(() => load.isDisabled()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);

    await choose(page, file("transactions.csv", deposit("990101", "250.00")));
    await expect.poll(() => load.isEnabled()).toBe(true);
    await expect.poll(() => cells(page, /^transactions\.csv/)).toBe("transactions.csv11000");
    await expect.poll(() => page.getByText("Affected accounts: 1").count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    const before = await open.service.auditOf("RA00000003");
    await load.click();
    await expect.poll(() => page.getByText("Import complete").count()).toBe(1);
    const entries = await open.service.auditOf("RA00000003");
    expect(entries.length).toBe(before.length + 1);
    expect(entries.at(-1)).toMatchObject({
      operation: "loadFolder",
      caller: { member: "bursar.ops" },
    });
    await settled(page);
    await expect.poll(() => cells(page, /bursar.ops/)).toContain("transactions.csv1100");
    const ours = page.getByRole("row", { name: /bursar.ops/ });
    await ours.getByRole("button", { name: /^View import of/ }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByText("Affected accounts: 1").count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });

  test("a firm's administrator drops a file of models, by hand or by keys", async () => {
    const page = await at("adviser");
    await page.evaluate(dropOf("models.ndjson", model("Dropped on the page")));
    const load = page.getByRole("button", { name: "Import files" });
    await expect.poll(() => load.isEnabled()).toBe(true);
    await expect.poll(() => page.getByText("Would change in models.ndjson, 1 row").count()).toBe(1);
    await expect
      .poll(() => page.getByRole("cell", { name: "Dropped on the page" }).count())
      .toBe(1);
    await choose(page, file("transactions.csv", deposit("990102", "1.00")));
    await expect
      .poll(() => page.getByText("Only the operator loads these records.").count())
      .toBe(1);
    await page.getByRole("button", { name: "Remove transactions.csv" }).click();
    await expect.poll(() => load.isEnabled()).toBe(true);
    await load.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByText("Import complete").count()).toBe(1);
    await goTo(page, "/models/711");
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toBe("Dropped on the page");

    await goTo(page, "/office/loads");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose files" }).focus();
    await page.keyboard.press("Enter");
    await (await chooser).setFiles([file("models.ndjson", model("By keys"))]);
    await expect.poll(() => page.getByRole("cell", { name: "By keys" }).count()).toBe(1);
    await page.close();
  });

  test("files that are no text of UTF-8, or too large, are not sent", async () => {
    const page = await at("operator");
    await choose(page, file("prices.csv", Buffer.from([0x61, 0xe9, 0x0a])), file("notes.md", "x"));
    await expect.poll(() => page.getByText("Not UTF-8. Save it as CSV UTF-8.").count()).toBe(1);
    await expect.poll(() => page.getByRole("button", { name: "Import files" }).count()).toBe(0);
    await choose(page, file("prices.csv", Buffer.alloc(4 * 1024 * 1024 + 1, 0x20)));
    await expect.poll(() => page.getByText(/exceed 4 MiB/).count()).toBe(1);
    await page.close();
  });

  test("a lost connection loses nothing: the same files are loaded once", async () => {
    const page = await at("operator");
    await choose(page, file("transactions.csv", deposit("990103", "3.00")));
    const load = page.getByRole("button", { name: "Import files" });
    await expect.poll(() => load.isEnabled()).toBe(true);
    await page.context().setOffline(true);
    await load.click();
    await expect.poll(() => page.getByText("The service cannot be reached.").count()).toBe(1);
    await page.context().setOffline(false);
    await load.click();
    await expect.poll(() => page.getByText("Import complete").count()).toBe(1);
    await page.close();
  });

  test.each(["viewer", "adviser"])("staff who are %s see who loads", async (role) => {
    const columns = "loginId,memberOid,firmOid,membershipType,firstName,lastName,staffRole";
    const row = `harbor.park,2102,1002,staff,Noah,Park,${role}`;
    await open.service.load({ "members.csv": `${columns}\n${row}\n` });
    const page = await at("viewer", "/office");
    await expect.poll(() => page.getByRole("link", { name: "Imports" }).count()).toBe(0);
    await goTo(page, "/office/loads");
    await expect
      .poll(() => page.getByText(/^Only administrators can import files/).count())
      .toBe(1);
    await expect.poll(() => page.locator("input[type=file]").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });

  test("a page of loads is not there for a client", async () => {
    const page = await open.signIn("client");
    await page.evaluate('history.pushState(null, "", "/console/office/loads")');
    await expect.poll(() => page.getByRole("heading", { name: "Page not found" }).count()).toBe(1);
    await page.close();
  });

  test("an issuer's back office has webhooks and keys, and neither loads nor breaks", async () => {
    const page = await open.signIn("issuer");
    await page.getByRole("link", { name: "Back office" }).click();
    await expect.poll(() => page.getByRole("heading", { name: "Webhooks" }).count()).toBe(1);
    await expect.poll(() => page.getByRole("link", { name: "API keys" }).count()).toBe(1);
    await expect.poll(() => page.getByRole("button", { name: "Add a webhook" }).count()).toBe(1);
    for (const path of ["/office", "/office/loads"]) {
      await goTo(page, path);
      const shown = path === "/office" ? "Webhooks" : "Page not found";
      await expect.poll(() => page.getByRole("heading", { name: shown }).count()).toBe(1);
      await expect.poll(() => page.getByText("Reconciliation").count()).toBe(0);
      await expect.poll(() => page.getByRole("link", { name: "Imports" }).count()).toBe(0);
      await expect.poll(() => page.locator("input[type=file]").count()).toBe(0);
    }
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });
});
