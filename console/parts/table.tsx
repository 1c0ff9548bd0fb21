// A table with a header, which every list of records is shown in.
import { createElement, type ReactNode } from "react";

/** A column; a text is a title of a text column. */
export type Column = string | TitledColumn;

interface TitledColumn {
  readonly title: string;
  /** Its cells are figures, aligned right. */
  readonly isFigures?: true;
  /** Its title is for screen readers only. */
  readonly isUntitled?: true;
  readonly width?: string;
}

/** A column of figures. */
export function figures(title: string): Column {
  return { title, isFigures: true };
}

/** A column whose content needs no visible title. */
export function untitled(title: string, width?: string): Column {
  return { title, isUntitled: true, ...(width !== undefined && { width }) };
}

interface TableProps {
  readonly columns: readonly Column[];
  /** The classes that it has besides its own. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** A table with these columns; its children are its rows. */
export function Table({ columns, className, children }: TableProps) {
  return (
    <table className={className === undefined ? "table" : `table ${className}`}>
      <Columns of={columns} />
      <tbody>{children}</tbody>
    </table>
  );
}

/** The header of a table with these columns. */
export function Columns({ of }: { readonly of: readonly Column[] }) {
  // Two columns may have the same title, so none has a key.
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
