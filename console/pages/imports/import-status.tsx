// The status of an import, as lists and its page show it.
import { importStatuses, importTones } from "../../data/import-codes.ts";
import type { Shapes } from "../../data/service.ts";

/** The status of an import as a tag. */
export function ImportStatus({
  of: { importStatus },
}: {
  readonly of: Pick<Shapes["PreparedImport"], "importStatus">;
}) {
  return <span className={importTones[importStatus]}>{importStatuses[importStatus]}</span>;
}
