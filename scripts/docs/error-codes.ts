// The rows of docs/errors.md, one for every error code: the catalogues, and the wire types of the routes.
import { globSync } from "node:fs";
import { join } from "node:path";
import type { ErrorCode } from "@bursar/values/error-code";
import type { TSchema } from "typebox";
import type { App } from "../../src/platform/http/frame.ts";
import { codesOf } from "../../src/values/wire.ts";

const root = join(import.meta.dirname, "..", "..");

/** A catalogue with the part of the service that uses its codes. */
export interface Catalogue {
  readonly of: string;
  readonly errors: readonly ErrorCode[];
}

/** Every `errors.ts`, the frame's first, then the values', then the resources' by name. */
export async function readCatalogues(): Promise<Catalogue[]> {
  const paths = globSync("src/**/errors.ts", { cwd: root }).toSorted();
  const catalogues = await Promise.all(
    paths.map(async (path) => {
      const module = (await import(join(root, path))) as Record<string, Record<string, ErrorCode>>;
      const of = /^src\/(?:brokerage\/[^/]+\/)?([^/]+)\//.exec(path)?.[1] ?? path;
      // By name: the order of a module's exports is another under a bundler.
      const parts = Object.entries(module).toSorted(([a], [b]) => (a < b ? -1 : 1));
      return { of, errors: parts.flatMap(([, rows]) => Object.values(rows)) };
    }),
  );
  const rank = ({ of }: Catalogue) => ["platform", "values"].indexOf(of);
  return catalogues.toSorted((a, b) => (rank(b) < 0 ? 0 : 1) - (rank(a) < 0 ? 0 : 1));
}

/** The codes that follow from the shapes of requests, by operation. */
function shapeCodes(app: App): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { operationId, schema } of app.described.routes) {
    if (schema.body === undefined) continue;
    found.set(operationId, [...new Set(codesOf(schema.body as TSchema))].toSorted());
  }
  return found;
}

/** A table for each catalogue. */
export function catalogueSections(catalogues: readonly Catalogue[]): string {
  return catalogues
    .map(({ of, errors }) => {
      const rows = errors.map(({ code, sentence }) => `| \`${code}\` | ${sentence} |`);
      return [`## ${of}`, "", "| Code | Meaning |", "|---|---|", ...rows, ""].join("\n");
    })
    .join("\n");
}

/** A row for each operation: the codes of its body's shape that no catalogue has. */
export function shapeRows(app: App, catalogues: readonly Catalogue[]): string {
  const listed = new Set(catalogues.flatMap(({ errors }) => errors.map(({ code }) => code)));
  return [...shapeCodes(app)]
    .map(([operation, codes]) => {
      const own = codes.filter((code) => !listed.has(code)).map((code) => `\`${code}\``);
      return `| \`${operation}\` | ${own.join(", ")} |`;
    })
    .join("\n");
}
