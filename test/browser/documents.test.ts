// Documents of offers in a real browser: read in place, and nothing in them comes to life.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { root } from "../source-files.ts";
import { describeInBrowser, goTo, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const memorandum = readFileSync(
  join(root, "test/fixtures/sample-firm/documents/rwn-memorandum-1.10.pdf"),
);

await describeInBrowser("documents in a browser", (open) => {
  const read = (page: Page, title: string) =>
    page.getByRole("button", { name: new RegExp(`^View.*${title}`) }).click();
  const respondWith = (page: Page, body: Buffer, contentType: string) =>
    page.route("**/documents/rwn-memorandum?*", (route) => route.fulfill({ body, contentType }));

  test("a PDF is drawn from our own origin under the policy, with its text, and saved", async () => {
    const page = await open.signIn("client");
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(open.address))
        faults.push(request.url());
    });
    await goTo(page, "/offers/801");
    await read(page, "Private placement memorandum");
    const dialog = page.getByRole("dialog");
    const drawn = dialog.getByRole("img", { name: /^Page 1 of Private placement memorandum/ });
    await expect.poll(() => drawn.count()).toBe(1);
    await settled(page);
    await expect.poll(() => dialog.locator("figcaption").textContent()).toMatch(/Redwood/);
    const isInked = `[...document.querySelectorAll("canvas")].some((each) =>
      each.getContext("2d").getImageData(0, 0, each.width, each.height).data
        .some((value, at) => at % 4 < 3 && value > 0 && value < 128))`;
    await expect.poll(() => page.evaluate(isInked)).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    const saving = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe("Redwood-Notes-Memorandum.pdf");
    expect(readFileSync(await saved.path())).toEqual(memorandum);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect
      .poll(() => dialog.evaluate((box) => box.scrollWidth <= box.clientWidth))
      .toBe(true);
    expect(faults).toEqual([]);
  });

  test("a text is shown as it is, whatever it says", async () => {
    const page = await open.signIn("client");
    await respondWith(page, Buffer.from("<script>top.hit = 1</script>"), "text/plain");
    await goTo(page, "/offers/801");
    await read(page, "Private placement memorandum");
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.locator("pre").textContent()).toMatch(/^<script>/);
    await expect.poll(() => page.evaluate("window.hit")).toBeUndefined();
  });

  test("bytes that are no PDF, and other kinds, can only be saved", async () => {
    const page = await open.signIn("client");
    await respondWith(page, Buffer.from("<html>no PDF</html>"), "application/pdf");
    await goTo(page, "/offers/801");
    await read(page, "Private placement memorandum");
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByRole("alert").textContent()).toMatch(/Preview unavailable/);
    await page.keyboard.press("Escape");
    await page.unroute("**/documents/rwn-memorandum?*");
    await respondWith(page, Buffer.from("<svg/>"), "application/octet-stream");
    await read(page, "Private placement memorandum");
    await expect.poll(() => dialog.textContent()).toContain("Preview unavailable");
  });

  test("who reads for a client chooses the client, and the view is the client's", async () => {
    const page = await open.at("adviser", "/offers/801");
    const listed = page.waitForResponse((response) => {
      const { "x-associated-member-id": reader } = response.request().headers();
      return reader === "carol.nguyen" && /\/documents$/.test(response.url());
    });
    await page.getByLabel("Client", { exact: true }).fill("Carol Nguyen");
    await listed;
    await settled(page);
    const viewed = page.waitForRequest(/documents\/rwn-overview/);
    await read(page, "Company overview");
    expect((await viewed).headers()["x-associated-member-id"]).toBe("carol.nguyen");
    await expect.poll(() => page.getByRole("dialog").locator("pre").count()).toBe(1);
  });

  test("nothing that draws a PDF is loaded before one is read", async () => {
    const page = await open.signIn("client");
    const loaded: string[] = [];
    page.on("request", (request) => {
      if (/\/console\/files\//.test(request.url())) loaded.push(request.url());
    });
    await page.goto(`${open.address}/console/offers/801`);
    await settled(page);
    expect(loaded.filter((url) => url.endsWith(".mjs"))).toEqual([]);
    const before = loaded.length;
    await read(page, "Company overview");
    await expect.poll(() => page.getByRole("dialog").locator("pre").count()).toBe(1);
    expect(loaded.length).toBe(before);
  });
});
