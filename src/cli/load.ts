// `bursar load`: bring a folder of a firm's records into the store, whole or not at all.
import { loadFolder } from "../platform/bulk/load-folder.ts";
import { LoadFault } from "../platform/bulk/load-problem.ts";
import { loadOrder } from "../resources/load-order.ts";
import { commandContext, printJson, printLines, withStore } from "./command-context.ts";

/** Loads the folder and prints a line a file, or every problem. */
export async function loadCommand(
  folder: string,
  { json = false }: { json?: boolean },
): Promise<void> {
  try {
    const report = await withStore("load", (opened) =>
      loadFolder(commandContext(opened), loadOrder, folder),
    );
    if (json) return printJson(report);
    printLines(
      ...report.map((each) => {
        const { file, rows, added, changed } = each;
        return `${file}: ${rows} rows, ${added} added, ${changed} changed`;
      }),
    );
  } catch (error) {
    if (error instanceof LoadFault) printProblems(error, json);
    throw error;
  }
}

function printProblems({ problems, count }: LoadFault, json: boolean): void {
  if (json) {
    printJson({ count, problems });
    return;
  }
  for (const { file, line, column, reason } of problems) {
    const place = [file, line, column].filter((part) => part !== undefined).join(":");
    process.stderr.write(`${place}: ${reason}\n`);
  }
}
