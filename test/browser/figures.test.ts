// `npm run figures`: what each page asks of the service, and how soon it stands where nothing of it is
// kept by the browser.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConsoleInBrowser, openInBrowser, type Person, people, settled } from "./browser.ts";
import { chromiumPath } from "./chromium.ts";
import { isRead, type PageOf, pages } from "./pages.ts";

const isAsked = process.env.FIGURES !== undefined;
const executable = isAsked ? await chromiumPath() : undefined;

/** How often each page is loaded; the median counts. */
const times = 5;

describe.skipIf(executable === undefined)("figures of pages (by npm run figures)", () => {
  let open: ConsoleInBrowser;
  const rows: string[][] = [];
  beforeAll(async () => {
    open = await openInBrowser(executable ?? "");
  });
  afterAll(async () => {
    await open?.close();
    const lines = [["page", "requests", "stands after", "longest task"], ...rows].map(
      ([name = "", ...cells]) => name.padEnd(28) + cells.map((cell) => cell.padStart(14)).join(""),
    );
    process.stdout.write(`${lines.join("\n")}\n`);
  });

  for (const person of Object.keys(people) as Person[]) {
    test(`of each page of the ${person}`, async () => {
      const page = await open.signIn(person);
      const network = await page.context().newCDPSession(page);
      await network.send("Network.setCacheDisabled", { cacheDisabled: true });
      await page.addInitScript(`
        window.longest = 0;
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries())
            window.longest = Math.max(window.longest, duration);
        }).observe({ type: "longtask", buffered: true });`);
      for (const each of pages.filter((one) => one.person === person)) {
        const loads: Load[] = [];
        for (let time = 0; time < times; time += 1) loads.push(await load(page, open, each));
        const { requests } = loads[0] as Load;
        expect(requests, each.name).toBeGreaterThan(0);
        const stands = median(loads.map(({ ms }) => ms));
        const longest = median(loads.map((one) => one.longest));
        rows.push([each.name, String(requests), `${stands} ms`, `${longest} ms`]);
      }
    });
  }
});

interface Load {
  readonly requests: number;
  readonly ms: number;
  /** The longest task of the page's script, in milliseconds; 0 where none took over 50. */
  readonly longest: number;
}

async function load(page: Page, { address }: ConsoleInBrowser, { path }: PageOf): Promise<Load> {
  const asked: string[] = [];
  const note = (request: { url(): string }) => {
    if (isRead(request.url())) asked.push(request.url());
  };
  page.on("request", note);
  const begun = performance.now();
  await page.goto(`${address}/console${path}`);
  await settled(page);
  const ms = Math.round(performance.now() - begun);
  page.off("request", note);
  return { requests: asked.length, ms, longest: Math.round(await page.evaluate("longest")) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
