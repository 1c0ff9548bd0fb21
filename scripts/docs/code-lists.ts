// The part of docs/codes.md for each code list. (interface 2)
import type { CodeList, CodeRow } from "../../src/reference/code-list.ts";
import { codeList, codeListNames } from "../../src/reference/codes.ts";

/** A section for each list in alphabetical order. */
export function codeListSections(): string {
  return codeListNames.map((name) => section(codeList(name))).join("\n");
}

function section(list: CodeList): string {
  const columns = ["code", "name", "description", "validFrom", "validTo", ...list.columns];
  const shown = columns.filter((column) => list.rows.some((row) => cellOf(row, column) !== ""));
  const lines = [
    `## ${list.name}`,
    "",
    ...(list.takesNames ? ["Requests may send the code or the name.", ""] : []),
    `| ${shown.join(" | ")} |`,
    `|${shown.map(() => "---").join("|")}|`,
    ...list.rows.map((row) => `| ${shown.map((column) => cellOf(row, column)).join(" | ")} |`),
  ];
  return `${lines.join("\n")}\n`;
}

function cellOf(row: CodeRow, column: string): string {
  const value = new Map<string, unknown>(Object.entries(row)).get(column);
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value).replaceAll("|", "\\|");
}
