// Documents of an account in a real browser: read with their marks, sent, held, and how they are delivered.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../source-files.ts";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const pdf = {
  name: "w9.pdf",
  mimeType: "application/pdf",
  buffer: readFileSync(join(root, "test/fixtures/sample-firm/documents/rwn-memorandum-1.10.pdf")),
};
const text = { name: "w9.pdf", mimeType: "application/pdf", buffer: Buffer.from("no PDF") };

await describeInBrowser("documents of an account in a browser", (open) => {
  test("a client reads a statement, which is then no longer new", async () => {
    const page = await open.at("client", "/accounts/RA00000001/documents");
    const statements = page.getByRole("region", { name: "Statements and tax forms" });
    await expect.poll(() => statements.getByText("New", { exact: true }).count()).toBe(1);
    await statements.getByRole("button", { name: /^Statement/ }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => statements.getByText("New", { exact: true }).count()).toBe(0);
    await page.close();
  });

  test("a file that is none of the kind is refused before it is sent, and another one is sent", async () => {
    const page = await open.at("client", "/accounts/RA00000001/documents");
    await page.getByRole("button", { name: "Upload" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Type of document").selectOption("W9");
    await dialog.getByLabel("File").setInputFiles(text);
    await expect.poll(() => dialog.getByText("File is not valid.").count()).toBe(1);
    await dialog.getByLabel("File").setInputFiles(pdf);
    await dialog.getByLabel("Comments (optional)").fill("Signed today");
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Upload" }).click();
    const uploads = page.getByRole("region", { name: "Uploaded documents" });
    await expect.poll(() => uploads.textContent()).toContain("Signed today");
    await page.close();
  });

  test("the operator places a hold with a reason", async () => {
    const page = await open.at("operator", "/accounts/RA00000001/documents");
    await page.getByRole("button", { name: /^Retention of Statement/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Request of the examiners");
    await dialog.getByRole("button", { name: "Place hold" }).click();
    await expect.poll(() => dialog.textContent()).toContain("On hold");
    await expect.poll(() => dialog.textContent()).toContain("Request of the examiners");
    await expect.poll(() => dialog.getByRole("button", { name: "Lift hold" }).count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).click();
    // All holds stand on one page, from which each is lifted.
    await goTo(page, "/office/retention");
    const held = page.getByRole("region", { name: "On legal hold" });
    await expect.poll(() => held.textContent()).toContain("Request of the examiners");
    expect(await faultsOf(page)).toEqual([]);
    open.service.setNow("2026-03-02T15:00:30Z");
    await held.getByRole("button", { name: /^Retention of statement/ }).click();
    await dialog.getByLabel("Reason").fill("Examination is over");
    await dialog.getByRole("button", { name: "Lift hold" }).click();
    await expect.poll(() => held.textContent()).toContain("No legal holds");
    await page.close();
  });

  test("nobody but the operator sees retention", async () => {
    const page = await open.at("adviser", "/accounts/RA00000001/documents");
    await expect.poll(() => page.getByRole("button", { name: /^Retention/ }).count()).toBe(0);
    await page.close();
  });

  test("a client consents to electronic bills", async () => {
    const page = await open.at("client", "/accounts/RA00000001/documents");
    await page.getByText("Delivery preferences of Ada Whitfield").click();
    const delivery = page.getByRole("region", { name: "Delivery" });
    await delivery.getByRole("button", { name: "Edit delivery" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Bills").selectOption("electronic");
    await dialog.getByLabel("I agree").check();
    await dialog.getByRole("button", { name: "Save delivery" }).click();
    await expect.poll(() => delivery.textContent()).toContain("Consent to electronic delivery");
    await expect.poll(() => delivery.textContent()).toContain("BillsElectronic");
    await settled(page);
    expect(await faultsOf(page)).toEqual([]);
    await page.close();
  });
});
