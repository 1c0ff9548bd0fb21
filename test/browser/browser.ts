// The service with its console and a browser, for tests that use it as a person does.
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { createConsoleLink } from "../../src/brokerage/service/sign-in/create-console-link.ts";
import { clock } from "../../src/platform/process/clock.ts";
import { consoleBundle, referenceBundle } from "../../src/web-pages/bundle.ts";
import { openPages } from "../../src/web-pages/cached-bundle.ts";
import { openTestService, type TestService } from "../harness.ts";
import { testContext } from "../sample-template.ts";

import { chromiumPath } from "./chromium.ts";

/** The people of the sample who sign in, by what they are. */
export const people = {
  adviser: "harbor.lin",
  viewer: "harbor.park",
  client: "ada.whitfield",
  newcomer: "dmitri.ivanov",
  issuer: "redwood.meyer",
  operator: "bursar.ops",
} as const;

/** The persons as whom a page is opened. */
export type Person = keyof typeof people;

/** A browser window's size and theme. */
export interface Look {
  readonly width?: number;
  readonly theme?: "light" | "dark";
}

/** The console as tests use it. */
export interface ConsoleInBrowser {
  readonly service: TestService;
  readonly address: string;
  /** A link of a person, good once. */
  link(person: Person): Promise<string>;
  /** A window of nobody yet. */
  window(look?: Look): Promise<Page>;
  /** A window in which a person has signed in. */
  signIn(person: Person, look?: Look): Promise<Page>;
  /** A window in which a person has signed in and gone to a page. */
  at(person: Person, path: string): Promise<Page>;
  close(): Promise<void>;
}

/** Where the bundles are kept for all test files, by the digest of their sources: making one takes as long as
 * several tests. */
const bundles = join(import.meta.dirname, "../../node_modules/.cache/bursar-tests");

/** Tests of the console in a browser, which share one service; skipped on a machine without one. */
export async function describeInBrowser(
  name: string,
  tests: (open: ConsoleInBrowser) => void,
): Promise<void> {
  const executable = await chromiumPath();
  const why = executable === undefined ? " (skipped: set CHROME_PATH to a Chrome or Chromium)" : "";
  describe.skipIf(executable === undefined)(`${name}${why}`, () => {
    const open = {} as ConsoleInBrowser;
    beforeAll(async () => {
      Object.assign(open, await openInBrowser(executable ?? ""));
    });
    afterAll(() => open.close());
    tests(open);
  });
}

/** Starts the service on a free port, for a browser next to it. */
export async function openInBrowser(executablePath: string): Promise<ConsoleInBrowser> {
  const service = await openTestService({
    console: openPages(consoleBundle, bundles, clock),
    reference: openPages(referenceBundle, bundles, clock),
    publicUrls: [],
  });
  await service.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = service.app.server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const link = async (person: Person) => {
    const request = { loginId: people[person], apiUserId: undefined };
    const { secret } = await createConsoleLink(testContext(service.db, service.now()), request);
    return `${address}/console/#link=${secret}`;
  };
  const { closeWindows, ...windows } = await openWindows(executablePath, link);
  return {
    service,
    address,
    link,
    ...windows,
    close: async () => {
      await closeWindows();
      await service.close();
    },
  };
}

/** Windows of a browser, in which people sign in by their links. */
export async function openWindows(
  executablePath: string,
  link: (person: Person) => Promise<string>,
) {
  const browser = await browserOfWorker(executablePath);
  const contexts: BrowserContext[] = [];
  const window = async ({ width = 1_280, theme = "light" }: Look = {}) => {
    const viewport = { width, height: 900 };
    const context = await browser.newContext({
      viewport,
      colorScheme: theme,
      locale: "en-US",
      reducedMotion: "reduce",
    });
    context.setDefaultTimeout(30_000);
    contexts.push(context);
    return context.newPage();
  };
  const signIn = async (person: Person, look?: Look) => {
    const page = await window(look);
    await page.goto(await link(person));
    await page.getByRole("button", { name: "Sign out" }).waitFor({ state: "attached" });
    return page;
  };
  return {
    window,
    signIn,
    at: async (person: Person, path: string) => {
      const page = await signIn(person);
      await goTo(page, path);
      return page;
    },
    closeWindows: async () => {
      for (const context of contexts) await context.close();
    },
  };
}

let launched: Promise<Browser> | undefined;

/** One browser for all files of a worker, each of which has windows of its own; it ends with the worker. */
async function browserOfWorker(executablePath: string): Promise<Browser> {
  const known = await launched?.catch(() => undefined);
  if (known?.isConnected()) return known;
  launched = launch(executablePath);
  return launched;
}

async function launch(executablePath: string): Promise<Browser> {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    // A page lives for seconds: what would be optimized in them is seldom run again.
    "--js-flags=--no-opt --no-maglev",
  ];
  return chromium.launch({ executablePath, args, headless: true, timeout: 60_000 });
}

/** Goes to a page of the console without loading it anew, as its links do, and waits until nothing is being read. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(`/console${path}`)})`);
  await settled(page);
}

/** Waits until the page has read what it shows. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.locator("[aria-busy]").count()).toBe(0);
}
