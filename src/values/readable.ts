// Output for people: counts with their noun, tables with headings, records one member to a line.

/** A count with its noun: `1 account`, `2 accounts`; `many` where the plural takes more than an s. */
export function counted(
  count: number | bigint | string,
  one: string,
  many: string = `${one}s`,
): string {
  return `${count} ${String(count) === "1" ? one : many}`;
}

/** The lines of a table: the headings, then the rows, each column as wide as its widest cell. */
export function tableLines(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const lines = [headings, ...rows.map((cells) => cells.map(visible))];
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((cells) => (cells[column] ?? "").length)),
  );
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** The members of a record, nested ones by their path, each as `path: value`. */
export function memberLines(record: unknown, path = ""): string[] {
  if (record === undefined) return [];
  if (Array.isArray(record) && record.length > 0) {
    return record.flatMap((each, index) => memberLines(each, `${path}[${index}]`));
  }
  if (typeof record === "object" && record !== null && Object.keys(record).length > 0) {
    return Object.entries(record).flatMap(([name, value]) =>
      memberLines(value, path === "" ? name : `${path}.${name}`),
    );
  }
  const value = typeof record === "string" ? record : JSON.stringify(record);
  return [visible(path === "" ? value : `${path}: ${value}`)];
}

/** A text whose control and invisible characters are escaped, so that what a caller sent cannot
 * steer a terminal. */
export function visible(text: string): string {
  return text.replace(/\p{C}/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`);
}

/** A text of several lines, each of them visible. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}
