// The files that are printed from the code, by path: pages of the documentation from the templates of this
// folder, and the client's types.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventTypes } from "../../src/brokerage/service/events/event-types.ts";
import { openWithoutStore } from "../../src/cli/contract.ts";
import { configurationTable } from "../../src/config/config.ts";
import { requestRules } from "../../src/loading/load-by-request.ts";
import { loadOrder, smallestFirm } from "../../src/loading/load-order.ts";
import { contractTypes } from "../contract-types.ts";
import { scalePage } from "../scale-page.ts";
import { codeListSections } from "./code-lists.ts";
import { catalogueSections, readCatalogues, shapeRows } from "./error-codes.ts";
import { lifeCycleSections } from "./life-cycles.ts";
import { kindSections, smallestKinds } from "./record-kinds.ts";

/** Every printed page with its content. */
export async function printedPages(): Promise<ReadonlyMap<string, string>> {
  const app = await openWithoutStore();
  const catalogues = await readCatalogues();
  const pages = {
    "codes.md": { lists: codeListSections() },
    "errors.md": { catalogues: catalogueSections(catalogues), shapes: shapeRows(app, catalogues) },
    "life-cycles.md": { cycles: await lifeCycleSections() },
    "loading.md": {
      smallest: smallestKinds(loadOrder, smallestFirm),
      kinds: kindSections(loadOrder, requestRules),
    },
    "configuration.md": { variables: configurationTable() },
    "events.md": { types: eventTypeLines() },
  };
  return new Map([
    ...Object.entries(pages).map(([name, parts]) => [`docs/${name}`, filled(name, parts)] as const),
    ["docs/scale.md", scalePage()],
    ["packages/client/src/contract.ts", await contractTypes(app)],
  ]);
}

/** A line for each family of events. */
function eventTypeLines(): string {
  const families = Map.groupBy(eventTypes, (type) => type.split(".", 1)[0]);
  const lines = [...families.values()].map((types) =>
    types.map((type) => `\`${type}\``).join(", "),
  );
  return lines.map((line) => `- ${line}`).join("\n");
}

/** A template of this folder with `{{name}}` replaced by the part of that name; throws where one has no part. */
function filled(template: string, parts: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(import.meta.dirname, template), "utf8");
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`${template} asks for ${name}, which it is not given`);
    return part;
  });
}
