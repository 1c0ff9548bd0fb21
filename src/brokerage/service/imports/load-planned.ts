// Gives the records of an import to the load: one file of each kind, and the problems of rows back to the
// lines of the custodian's files.
import { LoadFault, type LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import type { LoadKind } from "../../../platform/bulk/load-kind.ts";
import type { LoadFile } from "../../../platform/bulk/read/folder-files.ts";
import type { NewRecord } from "./match-accounts.ts";

/** The records of one kind. */
export interface RecordsOfKind {
  readonly kind: string;
  readonly records: readonly NewRecord[];
}

/** The records as files that a load reads, in the order of its kinds; kinds without any are left out. */
export function plannedFiles(
  kinds: readonly LoadKind[],
  planned: readonly RecordsOfKind[],
): LoadFile[] {
  return kinds.flatMap((kind): LoadFile[] => {
    const records = planned.find((each) => each.kind === kind.name)?.records ?? [];
    if (records.length === 0) return [];
    const lines = records.map(({ fields }) => `${JSON.stringify(fields)}\n`);
    const bytes = Buffer.from(lines.join(""));
    return [{ name: fileOf(kind.name), path: "", kind, size: bytes.length, bytes }];
  });
}

function fileOf(kind: string): string {
  return `${kind}.ndjson`;
}

/** The problems of a load, at the lines from which its records come. */
export function atTheirLines(fault: LoadFault, planned: readonly RecordsOfKind[]): LoadFault {
  const places = new Map(planned.map(({ kind, records }) => [fileOf(kind), records]));
  const problems = fault.problems.map((problem): LoadProblem => {
    const record = places.get(problem.file)?.[(problem.line ?? 0) - 1];
    return record === undefined ? problem : { ...problem, file: record.file, line: record.line };
  });
  return new LoadFault(problems, fault.count);
}
