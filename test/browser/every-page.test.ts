// Every page of the console, whoever opens it: it costs the service at most four reads, fits a phone, and
// axe finds nothing in it.
import { expect, test } from "vitest";
import { describeInBrowser, type Person, people, settled } from "./browser.ts";
import { faultsOf, printedControls, scrollsTwice, undatedOf } from "./faults.ts";
import { isRead, pages } from "./pages.ts";

await describeInBrowser("the pages of the console", (open) => {
  /** A window of a person, and the reads that the page in it has made since it was loaded. */
  const watched = async (person: Person) => {
    const page = await open.signIn(person);
    // Reads of the first page that are still under way are none of the next page's reads.
    await settled(page);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (isRead(request.url())) asked.push(new URL(request.url()).pathname);
    });
    const load = async (path: string) => {
      asked.length = 0;
      await page.goto(`${open.address}/console${path}`);
      await settled(page);
      return [...asked];
    };
    return { page, asked, load };
  };

  for (const person of Object.keys(people) as Person[]) {
    test(`each page of the ${person} makes at most four reads, dates its figures, prints no control, scrolls once, fits 390 pixels, and axe finds nothing`, async () => {
      const { page, load } = await watched(person);
      const faults: string[] = [];
      page.on("pageerror", ({ message }) => faults.push(message));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(message.text());
      });
      for (const { path, title } of pages.filter((each) => each.person === person)) {
        const asked = await load(path);
        if (asked.length > 4) faults.push(`${path} reads ${asked.join(" ")}`);
        const heading = page.getByRole("heading", { level: 1 });
        await expect.poll(() => heading.textContent(), { message: path }).toBe(title);
        for (const finding of await faultsOf(page)) faults.push(`${path}: ${finding}`);
        for (const undated of await undatedOf(page)) faults.push(`${path} has no day: ${undated}`);
        for (const control of await printedControls(page)) faults.push(`${path} prints ${control}`);
        if (await scrollsTwice(page)) faults.push(`${path} scrolls twice`);
        await page.setViewportSize({ width: 390, height: 844 });
        if (await scrollsTwice(page)) faults.push(`${path} scrolls twice on a phone`);
        // A chart is drawn anew once it knows its width.
        await page
          .waitForFunction("document.documentElement.scrollWidth <= innerWidth", null, {
            timeout: 5_000,
          })
          .catch(() => faults.push(`${path} is wider than a phone`));
        await page.setViewportSize({ width: 1_280, height: 900 });
      }
      expect(faults).toEqual([]);
      // Of the adviser there are forty.
    }, 400_000);
  }

  test("a part of an account's life has an address, and reads what it shows alone", async () => {
    const { page, asked, load } = await watched("adviser");
    const own = "/restapi/accounts/RA00000003";
    const items = ["ada", "ben"].map((name) => `/restapi/members/${name}.whitfield/ifas`);
    expect((await load("/accounts/RA00000003/life")).toSorted()).toEqual([own, ...items]);
    for (const [name, path, reads] of [
      ["Restrictions, beneficiaries and billing", "terms", ["restrictions"]],
      ["Transfers and corporate actions", "moves", ["acatin", "corporateactions"]],
    ] as const) {
      asked.length = 0;
      await page.getByRole("link", { name }).click();
      await settled(page);
      await expect
        .poll(() => page.url())
        .toBe(`${open.address}/console/accounts/RA00000003/life/${path}`);
      expect(asked.toSorted()).toEqual(reads.map((read) => `${own}/${read}`));
      const current = page.getByRole("main").locator("a[aria-current]");
      await expect.poll(() => current.allTextContents()).toEqual(["Account services", name]);
    }
    await page.goto(`${open.address}/console/accounts/RA00000003/life/other`);
    await settled(page);
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toBe("Page not found");
  });

  async function withThreeOwners(who: "adviser" | "client") {
    const { page, load } = await watched(who);
    await page.route("**/restapi/accounts/RA00000003", async (route) => {
      const fetched = await route.fetch();
      const owners = ["ben.whitfield", "ada.whitfield", "carol.nguyen"];
      await route.fulfill({ response: fetched, json: { ...(await fetched.json()), owners } });
    });
    return { page, asked: await load("/accounts/RA00000003/life") };
  }
  const itemsOf = (loginId: string) => `/restapi/members/${loginId}/ifas`;

  test("of more than two owners an advisor sees one at a time", async () => {
    const { page, asked } = await withThreeOwners("adviser");
    expect(asked.filter((path) => path.endsWith("/ifas"))).toEqual([itemsOf("ben.whitfield")]);
    const next = page.waitForRequest(`**${itemsOf("ada.whitfield")}`);
    await page.getByRole("button", { name: "Ada Whitfield" }).click();
    await next;
    await expect
      .poll(() => page.getByRole("heading", { name: /^Action items for/ }).count())
      .toBe(1);
  });

  test("of several owners a client sees its own items alone", async () => {
    const { page, asked } = await withThreeOwners("client");
    expect(asked.filter((path) => path.endsWith("/ifas"))).toEqual([itemsOf("ada.whitfield")]);
    await expect.poll(() => page.getByRole("button", { name: "Ben Whitfield" }).count()).toBe(0);
    await expect
      .poll(() => page.getByRole("heading", { name: /^Action items for/ }).count())
      .toBe(1);
  });
});
