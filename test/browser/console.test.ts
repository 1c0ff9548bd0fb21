// The console in a real browser: what each person sees and does, and what goes wrong.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { describeInBrowser, goTo, settled } from "./browser.ts";

await describeInBrowser("the console in a browser", (open) => {
  const heading = (page: Page) => page.getByRole("heading", { level: 1 });

  describe("signing in", () => {
    test("a link signs in once, and leaves nothing in the address", async () => {
      const link = await open.link("adviser");
      const page = await open.window();
      await page.goto(link);
      await expect.poll(() => heading(page).textContent()).toBe("Harbor Advisory");
      await expect.poll(() => page.url()).toBe(`${open.address}/console/firm`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await expect.poll(() => heading(page).textContent()).toBe("Sign in");
      await page.getByLabel("Link").fill(link);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect
        .poll(() => page.getByRole("alert").textContent())
        .toMatch(/^This link was already used/);
      await page.getByLabel("Link").fill(await open.link("client"));
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect.poll(() => heading(page).textContent()).toBe("Ada Whitfield");
    });

    test("a session that has ended asks for another one, and says why", async () => {
      const page = await open.signIn("client");
      await settled(page);
      await page.context().clearCookies();
      await page.evaluate('history.pushState(null, "", "/console/offers")');
      await expect.poll(() => heading(page).textContent()).toBe("Sign in");
      await expect
        .poll(() => page.getByRole("status").textContent())
        .toMatch(/^Your session has ended/);
    });
  });

  test("a link that is opened in a tab with the sign-in page signs in", async () => {
    const page = await open.window();
    await page.goto(`${open.address}/console/`);
    await page.getByLabel("Link").waitFor();
    await page.goto(await open.link("adviser"));
    await page.getByRole("button", { name: "Sign out" }).waitFor({ state: "attached" });
    await page.close();
  });

  test("accounts are found while typing, and opened by the keyboard", async () => {
    const page = await open.at("adviser", "/accounts");
    await page.getByRole("searchbox").fill("rainy");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByRole("link", { name: "Rainy day IRA" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => heading(page).textContent()).toBe("Rainy day IRA");
  });

  test("a list has the columns that are chosen, is exported with them, and opened by its keys", async () => {
    const page = await open.at("adviser", "/accounts");
    const heads = page.getByRole("columnheader");
    await page.getByText("Columns", { exact: true }).click();
    await page.getByLabel("12 months").uncheck();
    await page.getByLabel("1-day return").uncheck();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByLabel("12 months").isVisible()).toBe(false);
    await page.reload();
    await settled(page);
    const shown = ["Account", "Owner", "Value", "Year to date", "Cash", "Status"];
    await expect.poll(() => heads.allTextContents()).toEqual(shown);
    await heads.getByRole("button", { name: "Cash" }).click();
    await expect.poll(() => page.url()).toContain("sort=-cash");
    await settled(page);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Export CSV/ }).click();
    const lines = (await readFile(await (await download).path(), "utf8")).split("\r\n");
    const path = "/restapi/accounts?sort=-cash&overview=true";
    const { body } = await open.service.call("adviser", "GET", path);
    const { value, yearToDateReturn, cash, openItems } = body[0].overview;
    expect(lines.slice(0, 2)).toEqual([
      `Number,${shown.join(",")}`,
      ["RA00000001,Everyday,Ada Whitfield", value, yearToDateReturn, cash, openItems].join(","),
    ]);
    const numbers = lines.slice(1, -1).map((line) => line.slice(0, 10));
    expect(numbers).toEqual(body.map((each: { accountNumber: string }) => each.accountNumber));
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("k");
    await page.keyboard.press("j");
    const focused = page.locator(".grid-row .name:focus");
    await expect.poll(() => focused.textContent()).toBe("House fund");
    await page.keyboard.press("Enter");
    await expect.poll(() => heading(page).textContent()).toBe("House fund");
    // A whole row opens, wherever it is clicked.
    await goTo(page, "/securities?show=held");
    // The link of the row lies over its cells.
    await page.getByRole("cell", { name: "Acme Corporation" }).click({ force: true });
    await expect.poll(() => heading(page).textContent()).toBe("Acme Corporation");
  });

  test("filters stand above a list as chips, each of which removes its own", async () => {
    const page = await open.at("adviser", "/accounts?accounttype=J&restricted=true");
    const status = () => page.getByRole("status").textContent();
    await expect.poll(status).toMatch(/^\d+ account/);
    const both = await status();
    await page.getByRole("button", { name: /^Restricted/ }).click();
    await expect.poll(status).not.toBe(both);
    await expect.poll(() => page.url()).toMatch(/accounttype=J$/);
    await page.getByRole("button", { name: /^Joint with survivorship/ }).click();
    await expect.poll(() => page.url()).toMatch(/accounts\/?$/);
  });

  test("of 10,000 accounts only those in sight are in the document", async () => {
    const page = await open.signIn("adviser");
    await page.route("**/restapi/accounts?*", (route) => {
      const after = new URL(route.request().url()).searchParams.get("after");
      const at = manyAccounts.findIndex(({ accountNumber }) => accountNumber === after) + 1;
      return route.fulfill({ json: manyAccounts.slice(at, at + 200) });
    });
    await goTo(page, "/accounts");
    await expect.poll(() => page.getByText("Account 0003").count()).toBe(1);
    for (const known of [400, 600]) {
      await expect.poll(() => page.getByRole("row").count()).toBeLessThan(60);
      await page.getByRole("table").evaluate((box) => box.scrollTo(0, box.scrollHeight));
      await expect.poll(() => page.getByText(`${known}+ accounts`).count()).toBe(1);
    }
    await page.getByRole("table").evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect.poll(() => page.getByText("Account 0599").count()).toBe(1);
    await expect.poll(() => page.getByRole("row").count()).toBeLessThan(60);
    await page.getByRole("searchbox").fill("Account");
    await expect.poll(() => page.getByText("Account 0003").count()).toBe(1);
  });

  test("a restriction is refused at its field, placed, and lifted", async () => {
    const page = await open.at("adviser", "/accounts/RA00000003/life/terms");
    await page.getByRole("button", { name: "Add a restriction" }).click();
    const dialog = page.getByRole("dialog");
    // Reasons that only the operator gives are not offered.
    const reasons = dialog.getByLabel("Reason").locator("option");
    await expect
      .poll(() => reasons.evaluateAll((all) => all.map((each) => each.getAttribute("value"))))
      .toEqual(["021"]);
    await dialog.getByLabel("Reason details").fill("x".repeat(2_000));
    await expect.poll(() => dialog.locator(".problem").count()).toBe(1);
    await dialog.getByLabel("Reason details").fill("Held for a test");
    await dialog.getByRole("button", { name: "Add restriction" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => page.locator(".toast").textContent()).toBe("Done: Add restriction");
    await expect.poll(() => page.getByText("Held for a test").count()).toBe(1);
    const entries = await open.service.auditOf("RA00000003");
    const placed = entries.find(({ operation }) => operation === "createRestriction");
    expect(placed?.caller).toMatchObject({ member: "harbor.lin" });
    await page.getByRole("button", { name: /^Remove/ }).click();
    await expect.poll(() => dialog.textContent()).toContain("from account RA00000003");
    expect(await open.service.auditOf("RA00000003")).toHaveLength(entries.length);
    await dialog.getByRole("button", { name: "Remove restriction" }).click();
    await expect.poll(() => page.getByText("No restrictions").count()).toBe(1);
    const removed = page.getByText(/^The restriction “.*” was removed\.$/);
    await expect.poll(() => removed.count()).toBe(1);
    await page.getByRole("link", { name: "Audit log" }).click();
    const entry = page.getByRole("listitem").filter({ hasText: "Create restriction" }).first();
    await expect.poll(() => entry.textContent()).toContain("by harbor.lin");
    await expect.poll(() => entry.textContent()).toMatch(/Verified/);
    await expect.poll(() => entry.textContent()).toMatch(/Inception info.*After: Held for a test/);
  });

  test("a viewer is offered no change", async () => {
    const page = await open.signIn("viewer");
    await expect.poll(() => page.getByText("Advisor · Viewer").count()).toBe(1);
    await goTo(page, "/accounts/RA00000003/life/terms");
    await expect.poll(() => page.getByText("No restrictions").count()).toBe(1);
    for (const path of [
      "/accounts/RA00000006/life",
      "/accounts/RA00000006/life/moves",
      "/offers/801",
    ]) {
      await expect
        .poll(() => page.getByRole("main").locator("button.first, button.danger").count())
        .toBe(0);
      await expect
        .poll(() => page.getByRole("button", { name: /^(Add|Agree|Sign:|New)/ }).count())
        .toBe(0);
      await goTo(page, path);
    }
  });

  test("a client opens an account, reads a year, asks why, agrees, votes and prints", async () => {
    const page = await open.signIn("client");
    await page.getByRole("link", { name: "Everyday" }).click();
    await page.getByRole("button", { name: "YTD" }).click();
    const drawn = page.getByRole("img", { name: /^Return from Dec 31, 2025/ });
    await expect.poll(() => drawn.count()).toBe(1);
    await page.getByRole("link", { name: "Tax lots" }).click();
    await page.getByRole("button", { name: "2024" }).click();
    const washed = page.getByRole("row").filter({ has: page.locator(".tag.warn") });
    await washed.getByRole("button", { name: /^Details/ }).click();
    await expect
      .poll(() => page.getByRole("dialog").textContent())
      .toContain("Wash sale loss disallowed");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Account services" }).click();
    await page.getByRole("button", { name: /^Agree.*Change of address/ }).click();
    const item = page.getByRole("listitem").filter({ hasText: "Change of address" });
    await expect.poll(() => item.textContent()).toContain("Agreed");
    await page.getByRole("link", { name: "Transfers and corporate actions" }).click();
    await page.getByRole("button", { name: /^Vote.*Acme/ }).click();
    await page.getByLabel(/^Answer/).selectOption({ label: "For" });
    await page.getByRole("button", { name: "Submit vote" }).click();
    await expect.poll(() => page.getByText("Voted", { exact: true }).count()).toBe(1);
    await page.getByRole("link", { name: "Audit log" }).click();
    await expect.poll(() => page.getByText("by Ada Whitfield").count()).toBeGreaterThan(0);
    const paper = await page.pdf();
    expect(Buffer.from(paper).toString("latin1", 0, 5)).toBe("%PDF-");
    await page.emulateMedia({ media: "print" });
    await expect
      .poll(() => page.getByRole("navigation", { name: "Pages", exact: true }).isVisible())
      .toBe(false);
  });

  test("signing out in one tab ends the session in the other", async () => {
    const page = await open.signIn("client");
    await settled(page);
    const other = await page.context().newPage();
    await other.goto(`${open.address}/console/offers`);
    await expect.poll(() => heading(other).textContent()).toBe("Offerings");
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect.poll(() => heading(page).textContent()).toBe("Sign in");
    await other.getByRole("link", { name: "Models" }).click();
    await expect.poll(() => heading(other).textContent()).toBe("Sign in");
    await expect
      .poll(() => other.getByRole("status").textContent())
      .toMatch(/^Your session has ended/);
  });

  test("an issuer sees that an amount is too large, and closes the dialog by Escape", async () => {
    const page = await open.at("issuer", "/offers/801");
    await page.getByRole("button", { name: /^Review Ada/ }).click();
    const amount = page.getByLabel("Approved amount ($)");
    await amount.fill("25000000");
    await page.getByRole("button", { name: "Accept" }).last().click();
    await expect.poll(() => page.getByRole("dialog").getByRole("alert").count()).toBe(1);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("the reference sends a request as whoever is signed in, and asks nothing of another origin", async () => {
    const page = await open.signIn("adviser");
    await settled(page);
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(open.address))
        faults.push(request.url());
    });
    // One path of the contract: to draw all of them takes a busy machine longer than a test should.
    const path = "/restapi/accounts/{accountnumber}/restrictions";
    await page.route("**/openapi.json", async (route) => {
      const fetched = await route.fetch();
      const contract = await fetched.json();
      const kept = { ...contract, paths: { [path]: contract.paths[path] }, webhooks: {} };
      await route.fulfill({ response: fetched, json: kept });
    });
    page.setDefaultTimeout(60_000);
    await page.goto(`${open.address}/reference/#tag/restrictions/POST${path}`);
    await expect.poll(() => page.getByText(/^Requests are sent as/).count()).toBe(1);
    // A change needs the token of the page, which it adds.
    const tried = `post ${path.replace(/[{}]/g, ".")}.$`;
    await page.getByRole("button", { name: new RegExp(tried) }).click();
    const received = page.waitForResponse((fetched) => fetched.request().method() === "POST");
    await page.getByRole("button", { name: /^Send/ }).last().click();
    expect((await received).status()).toBe(201);
    const entries = await open.service.auditOf("RA00000001");
    const placed = entries.find(({ operation }) => operation === "createRestriction");
    expect(placed?.caller).toMatchObject({ member: "harbor.lin" });
    expect(faults).toEqual([]);
  });

  test("without a connection the page says so, and goes on once it is back", async () => {
    const page = await open.at("adviser", "/accounts");
    const alert = page.getByRole("alert");
    const again = page.getByRole("button", { name: "Try again" });
    const lacks = () => alert.first().textContent();
    // A page whose script has not arrived yet.
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Offerings" }).click();
    await expect.poll(lacks).toContain("The service cannot be reached.");
    await page.context().setOffline(false);
    await again.click();
    await expect.poll(() => page.getByText("Open offerings").count()).toBe(1);
    // One whose script is there, and which reads.
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Accounts" }).click();
    await expect.poll(lacks).toContain("The service cannot be reached.");
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Offerings" }).click();
    await expect.poll(() => page.getByText("Open offerings").count()).toBe(1);
  });

  test("a change whose connection was cut is sent again from its form, and made once", async () => {
    const page = await open.at("adviser", "/accounts/RA00000005/life/terms");
    await page.getByRole("button", { name: "Add a restriction" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason details").fill("Cut off");
    // The service makes the change, and its response is lost.
    await page.route("**/RA00000005/restrictions", async (route) => {
      if (route.request().headers()["x-dry-run"] === undefined) await route.fetch();
      await route.abort();
    });
    const send = dialog.getByRole("button", { name: "Add restriction" });
    await send.click();
    await expect.poll(() => dialog.getByText("Not sent. Try again.").count()).toBe(1);
    await page.unroute("**/RA00000005/restrictions");
    await send.click();
    await expect.poll(() => dialog.count()).toBe(0);
    const entries = await open.service.auditOf("RA00000005");
    const placed = entries.filter(({ operation }) => operation === "createRestriction");
    expect(placed).toHaveLength(1);
  });
});

const manyAccounts = Array.from({ length: 10_000 }, (_, at) => ({
  accountNumber: `RA${String(at).padStart(8, "0")}`,
  accountName: `Account ${String(at).padStart(4, "0")}`,
  accountType: "I",
  billingPlanOid: null,
  owners: ["ada.whitfield"],
  restricted: false,
}));
