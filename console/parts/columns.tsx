// The head of a table.
import { createElement } from "react";

/** A column: of texts, where it is a title alone. */
export type Column = string | TitledColumn;

interface TitledColumn {
  readonly title: string;
  /** Its cells are figures, which stand to the right. */
  readonly isFigures?: true;
  /** Its title is told to who cannot see what its cells are for. */
  readonly isUntitled?: true;
  readonly width?: string;
}

/** A column of figures. */
export function figures(title: string): Column {
  return { title, isFigures: true };
}

/** A column that shows what it is by itself. */
export function untitled(title: string, width?: string): Column {
  return { title, isUntitled: true, ...(width !== undefined && { width }) };
}

/** The head of a table with these columns. */
export function Columns({ of }: { readonly of: readonly Column[] }) {
  // Two columns may have the same title, so that none has a key.
  return <thead>{createElement("tr", null, ...of.map(headCell))}</thead>;
}

function headCell(column: Column) {
  if (typeof column === "string") return <th scope="col">{column}</th>;
  const { title, isFigures, isUntitled, width } = column;
  const how = { ...(isFigures && { className: "right" }), ...(width && { style: { width } }) };
  return (
    <th scope="col" {...how}>
      {isUntitled ? <span className="hidden-text">{title}</span> : title}
    </th>
  );
}
