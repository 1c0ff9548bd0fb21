// `npm run screenshots`: draws every page in both themes and three widths, to be looked at. They show the sample firm
// of a first start.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  makeDataFolder,
  readCredentials,
  runBursar,
  type ServiceProcess,
  startService,
} from "../service-process.ts";
import { root } from "../source-files.ts";
import { goTo, openWindows, type Person, people, settled } from "./browser.ts";
import { chromiumPath } from "./chromium.ts";
import { type PageOf, pages } from "./pages.ts";

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 300_000 });

const isAsked = process.env.SCREENSHOTS !== undefined;
const executable = isAsked ? await chromiumPath() : undefined;
const folder = join(root, ".bursar", "screenshots");

const pathsHere: Readonly<Record<string, string>> = {
  account: "/accounts/RA00000034",
  activity: "/accounts/RA00000034/activity?range=1y",
  lots: "/accounts/RA00000034/lots",
  model: "/models/715",
  security: "/securities/620",
};

interface Listed {
  readonly feeRunOid: string;
  readonly runStatus: string;
}

/** Pages whose records have other ids here than in the firm of the tests, or that show more of another one. */
function pathHere({ name, path }: PageOf, feeRun: string): string {
  return pathsHere[name] ?? path.replace(/4701$/, feeRun);
}

describe.skipIf(executable === undefined)("screenshots (by npm run screenshots)", () => {
  let data: Awaited<ReturnType<typeof makeDataFolder>>;
  let service: ServiceProcess;
  let open: Awaited<ReturnType<typeof openWindows>> & { readonly address: string };
  let feeRun: string;
  beforeAll(async () => {
    data = await makeDataFolder();
    service = await startService(data.dataDir);
    const { address } = service;
    const environment = { DATA_DIR: data.dataDir, PUBLIC_URL: address };
    const link = async (person: Person) => {
      const words = ["console", "link", people[person]];
      const { stdout } = await runBursar(words, environment);
      return stdout.split("\n")[0] ?? "";
    };
    open = { address, ...(await openWindows(executable ?? "", link)) };
    await mkdir(folder, { recursive: true });
    const { callers } = await readCredentials(data.dataDir);
    const read = async (path: string) => {
      const headers = { authorization: `Bearer ${callers.adviser?.token}` };
      return (await fetch(address + path, { headers })).json();
    };
    const [fees] = await vi.waitFor(
      async () => {
        const listed = (await read("/restapi/firms/1002/feeruns")) as Listed[];
        expect(listed[0]?.runStatus).toBe("PREVIEW");
        return listed;
      },
      { timeout: 240_000, interval: 2_000 },
    );
    feeRun = fees?.feeRunOid ?? "";
  });
  afterAll(async () => {
    await open?.closeWindows();
    service?.signal("SIGTERM");
    await service?.ended;
    await data?.remove();
  });

  for (const person of Object.keys(people) as Person[]) {
    test(`of each page of the ${person}`, async () => {
      const page = await open.signIn(person);
      for (const each of pages) {
        // The firm has no webhook: an address of an invention cannot be sent to.
        if (each.person !== person || each.name === "webhook") continue;
        await goTo(page, pathHere(each, feeRun));
        for (const width of [390, 1_280, 2_560]) {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
          for (const theme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme: theme });
            await settled(page);
            const file = join(folder, `${each.name}-${width}-${theme}.png`);
            await page.screenshot({ path: file, fullPage: true });
          }
        }
        await page.setViewportSize({ width: 1_280, height: 900 });
      }
      await expect.poll(() => page.url()).toContain("/console/");
    });
  }

  test("of a request in the reference", async () => {
    const page = await open.signIn("adviser");
    page.setDefaultTimeout(120_000);
    const path = "/restapi/accounts/{accountnumber}/restrictions";
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`${open.address}/reference/#tag/restrictions/POST${path}`);
      const tried = `post ${path.replace(/[{}]/g, ".")}.$`;
      const send = page.getByRole("button", { name: new RegExp(tried) });
      await send.waitFor();
      await send.scrollIntoViewIfNeeded();
      await page.waitForTimeout(2_000);
      await page.screenshot({ path: join(folder, `reference-1280-${theme}.png`) });
    }
  });
});
