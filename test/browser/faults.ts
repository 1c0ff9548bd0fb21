// What axe finds wrong with a page, in both themes.
import axe from "axe-core";
import type { Page } from "playwright-core";

/** What is wrong with what the page shows now, a line each. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const light = await findings(page, ["all"]);
  // Nothing but colours differs there.
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await findings(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((finding) => `(dark) ${finding}`)];
}

async function findings(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(async (named) => {
    const { axe: checker } = globalThis as unknown as { axe: Axe };
    const { violations } = await checker.run(named[0] === "all" ? {} : { runOnly: named });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" ")}`,
    );
  }, rules);
}

interface Axe {
  run(options: {
    runOnly?: readonly string[];
  }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}
