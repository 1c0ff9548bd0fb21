// Faults of a page: what axe finds in both themes, figures without a day, controls on
// paper, and two ways to scroll.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const require = createRequire(import.meta.url);
/** Half as much text to send and to parse as what the package exports. */
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Faults of what the page shows now, a line each. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  const light = await findings(page, ["all"]);
  // Nothing but colours differs there.
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await findings(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((finding) => `(dark) ${finding}`)];
}

/** Panels whose amounts are terms or requests, and no value of a day. */
const terms = [
  // Of an offer, and of the sums that somebody asks for.
  "Terms",
  "Open offerings",
  "Subscriptions",
  // Targets of a model; of its weights now the response names no day.
  "Edit weights",
  "Weights",
];

/** Panels with an amount of money or a return, without a day next to them: in the panel or the
 * page's head. */
export async function undatedOf(page: Page): Promise<readonly string[]> {
  return page.evaluate((allowed) => {
    const { document: shown } = globalThis as unknown as ShownWindow;
    const amount = /[$]\d|[+−]?\d+\.\d\d%/;
    const day = /(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}/;
    const head = shown.querySelector(".head")?.textContent ?? "";
    return [...shown.querySelectorAll(".panel")]
      .filter(({ textContent }) => amount.test(textContent) && !day.test(textContent + head))
      .map((panel) => panel.querySelector("h2")?.textContent ?? "a list")
      .filter((title) => !allowed.includes(title));
  }, terms);
}

/** Controls that paper would show; what explains a figure is the figure itself. */
export async function printedControls(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ media: "print" });
  const controls = page
    .locator("button:not(.why, .sort), input, select, textarea, .button, [role=radiogroup], nav")
    .filter({ visible: true });
  const found = await controls.evaluateAll((all) => all.map((each) => each.outerHTML.slice(0, 90)));
  await page.emulateMedia({ media: "screen" });
  return found;
}

/** Whether the page scrolls up and down, and something on it does so as well. */
export async function scrollsTwice(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { document: shown, getComputedStyle: styleOf } = globalThis as unknown as ShownWindow;
    const scrolls = (each: ShownElement) => each.scrollHeight > each.clientHeight + 1;
    const inner = [...shown.querySelectorAll(".rows, .scroll, .main, .panel")].filter((each) =>
      /auto|scroll/.test(styleOf(each).overflowY),
    );
    return scrolls(shown.documentElement) && inner.some(scrolls);
  });
}

interface ShownElement {
  readonly textContent: string;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  querySelector(selector: string): ShownElement | null;
}

interface ShownWindow {
  readonly document: ShownDocument;
  getComputedStyle(of: ShownElement): { readonly overflowY: string };
}

interface ShownDocument {
  readonly documentElement: ShownElement;
  querySelector(selector: string): ShownElement | null;
  querySelectorAll(selector: string): Iterable<ShownElement>;
}

async function findings(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(async (named) => {
    const { axe: checker } = globalThis as unknown as { axe: Axe };
    const { violations } = await checker.run({
      // To list the elements without a fault would take axe as long as judging them.
      resultTypes: ["violations"],
      selectors: false,
      ...(named[0] !== "all" && { runOnly: named }),
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" ")}`,
    );
  }, rules);
}

interface Axe {
  run(options: {
    resultTypes: readonly string[];
    selectors: boolean;
    runOnly?: readonly string[];
  }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}
