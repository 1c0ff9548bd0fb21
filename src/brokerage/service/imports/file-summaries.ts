// Summaries of the files of an import: rows by their kind, and lines that are no records.
import type { LineAside, Reading } from "@bursar/custodian-files";

/** The rows and other lines of one file. */
export interface FileSummary {
  readonly name: string;
  readonly rows: Readonly<
    Record<"transactions" | "positions" | "lots" | "balances" | "prices", number>
  >;
  /** Lines that are no records, by what they are taken for. */
  readonly asides: Readonly<Partial<Record<LineAside["as"], number>>>;
}

const parts = ["transactions", "positions", "lots", "balances", "prices"] as const;

/** A summary of each file, in the order of their names. */
export function summariesOf(names: readonly string[], reading: Reading): FileSummary[] {
  const rowsOf = Object.fromEntries(
    parts.map((part) => [
      part,
      Map.groupBy<string, { file: string }>(reading[part], ({ file }) => file),
    ]),
  );
  const asides = Map.groupBy(reading.asides, ({ file }) => file);
  return names.map((name) => ({
    name,
    rows: Object.fromEntries(
      parts.map((part) => [part, rowsOf[part]?.get(name)?.length ?? 0]),
    ) as FileSummary["rows"],
    asides: Object.fromEntries(
      [...Map.groupBy(asides.get(name) ?? [], ({ as }) => as)].map(([as, all]) => [as, all.length]),
    ),
  }));
}

/** Tables of a file that the profile does not have: what is in them may explain a break. */
export function sectionNotices({ asides }: Reading): string[] {
  return asides
    .filter(({ as }) => as === "section")
    .map(
      ({ file, line, text }) => `${file}:${line}: a table of other columns is left out: ${text}`,
    );
}
