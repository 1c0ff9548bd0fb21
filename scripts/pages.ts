// The pages of the documentation that are printed from the code, by path.
import { openWithoutStore } from "../src/cli/contract.ts";
import { configurationTable } from "../src/config.ts";
import { loadOrder } from "../src/load-order.ts";
import { loadingPage } from "../src/platform/bulk/loading-page.ts";
import { codesPage } from "../src/reference/codes-page.ts";
import { errorsPage } from "./errors-page.ts";

/** Every printed page with its content. */
export async function printedPages(): Promise<ReadonlyMap<string, string>> {
  const app = await openWithoutStore();
  return new Map([
    ["docs/codes.md", codesPage()],
    ["docs/errors.md", await errorsPage(app)],
    ["docs/loading.md", loadingPage(loadOrder)],
    ["docs/configuration.md", configurationPage()],
  ]);
}

function configurationPage(): string {
  return [
    "# Configuration",
    "",
    "Printed by `npm run docs` from `src/config.ts`; a test holds it equal.",
    "",
    "The service reads environment variables and nothing else. It checks them all at start and names",
    "every fault at once. Durations and sizes carry their unit (`5s`, `1MiB`).",
    "",
    configurationTable(),
    "",
  ].join("\n");
}
