// The tools of declarations while a load stages its rows.
import type { RowProblem } from "../../../values/row-rule.ts";
import type { WriteContext } from "../../change/context.ts";
import type { LoadTools } from "../load-kind.ts";
import { documents, readDocument } from "../read/folder-files.ts";

/** The tools of a row of a folder, or of no folder, whose problems `note` is given. */
export function loadTools(
  ctx: WriteContext,
  folder: string | undefined,
  note: (problem: RowProblem) => void,
): LoadTools {
  return {
    vault: ctx.vault,
    now: ctx.now,
    async document(column, name) {
      const bytes = folder === undefined ? undefined : await readDocument(folder, name);
      if (bytes !== undefined) return bytes;
      const reason = `The folder ${documents} has no plain file with this name.`;
      note({ column, reason, value: name });
      return undefined;
    },
  };
}
