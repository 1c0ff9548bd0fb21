// Rejections by the store, or by the books, while a file is loaded, as problems of that file.
import { violatedConstraint } from "../../store/db.ts";
import { sqlState } from "../../store/store-error.ts";
import { LoadFault, maxShown, RowsRefused } from "../kinds/load-problem.ts";
import type { LoadFile } from "./folder-files.ts";
import { isOfData, LineRefused } from "./refused-line.ts";

/** Makes a rejection by the store a problem of the file that was being loaded. */
export async function explained<T>(
  file: LoadFile,
  work: () => Promise<T>,
  files: readonly LoadFile[] = [],
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RowsRefused) throw refusedFiles(file, files, error);
    const refusal = error instanceof LineRefused ? error.cause : error;
    const constraint = violatedConstraint(refusal);
    if (constraint === undefined && !isOfData(refusal)) throw error;
    const known = constraint === undefined ? undefined : file.kind.constraints?.[constraint];
    const reason = `The store refuses a row (${constraint ?? `condition ${sqlState(refusal)}`}).`;
    const place = error instanceof LineRefused ? { line: error.line } : {};
    throw new LoadFault([{ file: file.name, ...place, ...(known ?? { reason }) }]);
  }
}

function refusedFiles(
  { name }: LoadFile,
  files: readonly LoadFile[],
  { problems }: RowsRefused,
): LoadFault {
  const shown = problems.slice(0, maxShown).map(({ kind, ...problem }) => ({
    file: files.find((file) => file.kind.name === kind)?.name ?? name,
    ...problem,
  }));
  return new LoadFault(shown, problems.length);
}
