// `bursar load`: loads a folder of a firm's records into the store, completely or not at all.

import type { Command } from "commander";
import { loadOrder } from "../loading/load-order.ts";
import { type LoadReport, loadFolder } from "../platform/bulk/apply/load-folder.ts";
import type { BookDifferences } from "../platform/bulk/kinds/differences.ts";
import { LoadFault } from "../platform/bulk/kinds/load-problem.ts";
import type { Style } from "../platform/bulk/read/cell-readings.ts";
import { localeStyle } from "../platform/bulk/repair/repair-file.ts";
import { counted } from "../values/readable.ts";
import { commandContext, withStore } from "./command-context.ts";
import { CommandFault, UsageFault } from "./faults.ts";
import { differenceLines, rowLines } from "./load-differences.ts";
import { openProgress, processClock } from "./load-progress.ts";
import { printErrors, printJson, printLines } from "./output.ts";
import { repairCommand } from "./repair.ts";

interface LoadCommandOptions {
  readonly check?: boolean;
  readonly json?: boolean;
  readonly allowPrivileges?: boolean;
  readonly firm?: string;
  readonly mend?: string;
  readonly locale?: string;
}

const ofLoads = {
  check: "--check",
  firm: "--firm",
  allowPrivileges: "--allow-privileges",
} as const;

/** Why these options do not go together: one that is ignored would pass for one that was obeyed. */
export function optionsProblem(options: LoadCommandOptions): string | undefined {
  const { mend, locale } = options;
  if (mend === undefined) return locale && "--locale goes with --mend alone";
  const [foreign] = Object.entries(ofLoads).filter(([name]) => name in options);
  return foreign && `${foreign[1]} does not go with --mend, which loads nothing`;
}

const noDifferences: BookDifferences = { count: 0, accounts: [] };

/** Loads the folder, or only checks it, and prints one line per file, or every problem; a check also
 * prints what would change. */
export async function loadCommand(
  folder: string,
  options: LoadCommandOptions,
  command: Command,
): Promise<void> {
  const misuse = optionsProblem(options);
  if (misuse !== undefined) command.error(`error: ${misuse}`);
  const { check = false, json = false, mend, locale, ...rest } = options;
  if (mend !== undefined) {
    return repairOrExplain(folder, {
      out: mend,
      style: locale === undefined ? {} : styleFor(locale),
      json,
    });
  }
  const progress = openProgress(process.stderr, processClock);
  let books = noDifferences;
  const onDifferences = (found: BookDifferences) => {
    books = found;
  };
  try {
    const options = { check, ...rest, onProgress: progress.show, onDifferences };
    const report = await withStore("load", (opened) =>
      loadFolder(commandContext(opened), loadOrder, folder, options),
    ).finally(progress.end);
    const files = report.map((each) => ({
      ...each,
      unchanged: each.rows - each.added - each.changed - (each.withdrawn ?? 0),
    }));
    if (json) printJson({ check, files, books: check ? books : null });
    else {
      const end = [...differenceLines(books), "Nothing was stored: this was a check."];
      printLines(...files.flatMap(fileLines), ...(check ? end : []));
    }
  } catch (error) {
    if (error instanceof LoadFault) printProblems(error, json);
    throw error;
  }
}

/** The style of amounts and days of a locale. */
function styleFor(locale: string): Partial<Style> {
  try {
    return localeStyle(locale);
  } catch {
    throw new UsageFault("--locale must be a locale such as en-US or de-DE");
  }
}

async function repairOrExplain(folder: string, options: Parameters<typeof repairCommand>[1]) {
  try {
    await repairCommand(folder, options);
  } catch (error) {
    if (!(error instanceof LoadFault)) throw error;
    printProblems(error, options.json);
    throw new CommandFault(`nothing was written to ${options.out}`);
  }
}

function fileLines(report: LoadReport[number] & { readonly unchanged: number }): string[] {
  const { file, rows, added, changed, withdrawn = 0, unchanged, notices = [] } = report;
  const counts = [
    `${counted(rows, "row")}, ${added} added, ${changed} changed`,
    ...(withdrawn > 0 ? [`${withdrawn} withdrawn`] : []),
    `${unchanged} unchanged`,
  ].join(", ");
  return [`${file}: ${counts}`, ...notices, ...rowLines(report.changes ?? [], changed + withdrawn)];
}

/** Prints what is wrong with a folder, on standard error or as JSON. */
export function printProblems({ problems, count }: LoadFault, json: boolean): void {
  if (json) {
    printJson({ count, problems });
    return;
  }
  for (const { file, line, column, reason, value, cure, alike } of problems) {
    const place = [file, line, column].filter((part) => part !== undefined).join(":");
    const given = value === undefined ? [] : [`given "${value}"`];
    const details = [...given, ...(cure === undefined ? [] : [cure])].join("; ");
    const more = alike === undefined ? "" : ` And ${alike} more like it.`;
    printErrors(`${place}: ${reason}${details && ` (${details})`}${more}`);
  }
}
