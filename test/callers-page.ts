// The table of docs/interface.md that names the callers of each operation. (interface 5)
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source-files.ts";

/** The kinds of callers, in the order of the table's columns. */
export const callerKinds = ["institutional", "issuing", "operator", "client"] as const;

/** Some operations, and the kinds of callers that the page admits to them. */
export interface CallersRow {
  readonly names: readonly string[];
  readonly callers: readonly string[];
}

/** The rows of the table; the one without names is for all other operations. */
export function callersOnPage(): CallersRow[] {
  const page = readFileSync(join(root, "docs/interface.md"), "utf8");
  const [, table = ""] = /### Who may call what\n(.*?)\n## /s.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| (.+) \|$/gm)].map(([, row = ""]) => row.split("|"));
  return rows.slice(1).map(([names = "", ...cells]) => ({
    names: [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
    callers: callerKinds.filter((_, place) => cells[place]?.trim()),
  }));
}
