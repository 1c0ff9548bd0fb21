// Code lists derived from others: with some of the rows, or in any spelling.
import type { Choices } from "./contract-form.ts";

/** The rows of a code list that a request may name, as a list with its own name. */
export function only<Row extends Choices["rows"][number]>(
  name: string,
  from: Choices & { readonly rows: readonly Row[] },
  isAllowed: (row: Row) => boolean,
): Choices {
  const rows = from.rows.filter(isAllowed);
  const allowed = new Set(rows.map(({ code }) => code));
  return {
    name,
    rows,
    takesNames: from.takesNames,
    codeOf: (value) => {
      const code = from.codeOf(value);
      return code !== undefined && allowed.has(code) ? code : undefined;
    },
  };
}

/** A code list whose codes and names may be sent in any case, with or without dashes, blanks and
 * underscores. */
export function anySpelling(list: Choices): Choices {
  const plain = (text: string) => text.replace(/[-_ ]/g, "").toUpperCase();
  const codes = new Map(
    list.rows.flatMap(({ code, name }) => [code, name].map((each) => [plain(each), code] as const)),
  );
  return { ...list, takesNames: true, codeOf: (value) => codes.get(plain(value)) };
}
