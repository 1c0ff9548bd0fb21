// `bursar load --mend`: writes a copy of a folder that spreadsheets have written, in the form that a
// load accepts. It needs no store.
import { loadOrder } from "../loading/load-order.ts";
import type { Style } from "../platform/bulk/read/cell-readings.ts";
import type { RepairedPlace } from "../platform/bulk/repair/repair-cell.ts";
import { type RepairReport, repairFolder } from "../platform/bulk/repair/repair-folder.ts";
import { counted, visible } from "../values/readable.ts";
import { printJson, printLines } from "./output.ts";

/** Repairs the folder and prints every reading, by file. */
export async function repairCommand(
  folder: string,
  { out, style = {}, json }: { out: string; style?: Partial<Style> | undefined; json: boolean },
): Promise<void> {
  const files = await repairFolder(loadOrder, { folder, out, style });
  if (json) printJson({ files });
  else printLines(...files.flatMap(fileLines), `The mended copy is in ${out}.`);
}

/** The number of different readings of a file printed one by one. */
const mostDetails = 100;

/** The lines that say what became of a file: a line for each column and kind of reading, and then each
 * reading, an equal one once. */
export function fileLines({ file, rows, readings }: RepairReport): string[] {
  const kinds = Map.groupBy(readings, ({ column, has }) => JSON.stringify([column, has]));
  const details = Map.groupBy(
    readings.filter(({ given }) => given !== undefined),
    ({ column, given, read, has }) => JSON.stringify([column, given, read, has]),
  );
  // A kind of which there is one reading says it all.
  const shown = [...details.values()].filter(
    ([first]) => kinds.get(JSON.stringify([first?.column, first?.has]))?.length !== 1,
  );
  const unseen = shown.length - mostDetails;
  return [
    `${file}: ${counted(rows, "row")}, ${counted(readings.length, "reading")}`,
    ...[...kinds.values()].map(kindLine),
    ...(shown.length > 0 ? ["  Each of them:"] : []),
    ...shown.slice(0, mostDetails).map(([first, ...others]) => {
      const more = others.length > 0 ? `; and in ${counted(others.length, "more row")}` : "";
      return `  ${first ? placeLine(first) : ""}${more}`;
    }),
    ...(unseen > 0 ? [`    And ${counted(unseen, "more reading")}; --json has all.`] : []),
  ].map(visible);
}

/** The sentence about the readings of a column that are of one kind: how many, with the first of
 * them. */
function kindLine(readings: readonly RepairedPlace[]): string {
  const [first, ...others] = readings;
  if (first === undefined) return "";
  if (others.length === 0) return placeLine(first);
  const { line, column, given, read, has } = first;
  const place = column === undefined ? "" : `${column}: `;
  const example = given === undefined ? "" : `, such as "${given}" read as "${read}"`;
  return `  ${place}${readings.length} times ${has}${example}, first on line ${line}`;
}

function placeLine({ line, column, given, read, has }: RepairedPlace): string {
  const place = [line, column].filter((part) => part !== undefined).join(":");
  const value = given === undefined ? "" : ` "${given}" read as "${read}";`;
  return `  ${place}${place && ":"}${value} it has ${has}`.replace(/^ {2,}/, "  ");
}
