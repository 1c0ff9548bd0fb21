// `bursar load --mend`: writes a copy of a folder that spreadsheets have written, in the form that a
// load accepts. It needs no store.
import { loadOrder } from "../load-order.ts";
import type { Style } from "../platform/bulk/cell-readings.ts";
import type { MendedPlace } from "../platform/bulk/mend-file.ts";
import { type MendReport, mendFolder } from "../platform/bulk/mend-folder.ts";
import { counted } from "../values/readable.ts";
import { printJson, printLines } from "./output.ts";

/** Mends the folder and prints every reading, by file. */
export async function mendCommand(
  folder: string,
  { out, style = {}, json }: { out: string; style?: Partial<Style> | undefined; json: boolean },
): Promise<void> {
  const files = await mendFolder(loadOrder, { folder, out, style });
  if (json) printJson({ files });
  else printLines(...files.flatMap(linesOf), `The mended copy is in ${out}.`);
}

/** The lines that say what became of a file; equal readings are told once. */
export function linesOf({ file, rows, readings }: MendReport): string[] {
  const groups = Map.groupBy(readings, ({ line, column, given, read, has }) =>
    // What is of a line or of the file as a whole stands for itself.
    JSON.stringify(given === undefined ? [line, has] : [column, given, read, has]),
  );
  return [
    `${file}: ${counted(rows, "row")}, ${counted(readings.length, "reading")}`,
    ...[...groups.values()].map(([first, ...others]) => {
      const more = others.length > 0 ? `; and in ${counted(others.length, "more row")}` : "";
      return `${first ? lineOf(first) : ""}${more}`;
    }),
  ];
}

function lineOf({ line, column, given, read, has }: MendedPlace): string {
  const place = [line, column].filter((part) => part !== undefined).join(":");
  const value = given === undefined ? "" : ` "${given}" read as "${read}";`;
  return `  ${place}${place && ":"}${value} it has ${has}`.replace(/^ {2,}/, "  ");
}
