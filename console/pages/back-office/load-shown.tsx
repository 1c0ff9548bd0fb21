// The changes of an import: rows by file, changed rows column by column, and affected accounts.
import type { ReactNode } from "react";
import { changesOf } from "../../data/changes.ts";
import type { Shapes } from "../../data/service.ts";
import { day, grouped, money, none, words } from "../../data/texts.ts";
import { Notice, Wide } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";

type Report = Shapes["LoadReport"];
type ReportFile = Shapes["LoadReportFile"];

/** A count with thousands separators. */
export function numberOf(count: string): string {
  return grouped(count, 0);
}

interface LoadShownProps {
  readonly report: Pick<Report, "files" | "books">;
  /** Whether the import was stored, rather than only checked. */
  readonly isDone?: boolean;
}

/** The counts of each file, and their details. */
export function LoadShown({ report: { files, books }, isDone = false }: LoadShownProps) {
  const notices = files.flatMap(({ name, notices: of }) => of.map((text) => `${name}: ${text}`));
  return (
    <div className="stack">
      <Wide label="Rows by file">
        <Table
          columns={[
            "File",
            figures("Rows"),
            figures("New"),
            figures("Changed"),
            figures("Deleted"),
            figures("Unchanged"),
          ]}
        >
          {files.map((file) => (
            <tr key={file.name}>
              <th scope="row">{file.name}</th>
              <td className="right">{numberOf(file.rows)}</td>
              <td className="right">{numberOf(file.added)}</td>
              <td className="right">{numberOf(file.changed)}</td>
              <td className="right">{numberOf(file.withdrawn)}</td>
              <td className="right">{numberOf(file.unchanged)}</td>
            </tr>
          ))}
        </Table>
      </Wide>
      {notices.length > 0 && (
        <Notice kind="warn">
          {notices.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      {files.map((file) => (
        <Changes key={file.name} file={file} isDone={isDone} />
      ))}
      {books && books.count !== "0" && <Books books={books} />}
    </div>
  );
}

interface ChangesProps {
  readonly file: ReportFile;
  readonly isDone: boolean;
}

function Changes({ file: { name, changes }, isDone }: ChangesProps) {
  if (changes.length === 0) return null;
  const title = `${isDone ? "Changed" : "Would change"} in ${name}`;
  return (
    <details className="more" open>
      <summary>
        {title}, {changes.length === 100 ? "first 100 rows" : rowsOf(changes.length)}
      </summary>
      <Wide label={title}>
        <Table className="grouped" columns={["Record", "Column", "Before", "After"]}>
          {changes.map(rowsOfChange)}
        </Table>
      </Wide>
    </details>
  );
}

function rowsOf(count: number): string {
  return count === 1 ? "1 row" : `${count} rows`;
}

function rowsOfChange({ key, withdrawn, columns }: ReportFile["changes"][number]) {
  const record = key.map(({ value }) => value ?? none).join(" ");
  if (withdrawn) {
    return (
      <tr key={record}>
        <th scope="row" className="mono">
          {record}
        </th>
        <td colSpan={3}>Deleted</td>
      </tr>
    );
  }
  const shown = columns.flatMap(partsOf);
  return shown.map(({ column, before, after }, at) => (
    <tr key={`${record} ${column}`}>
      {at === 0 && (
        <th scope="rowgroup" className="mono" rowSpan={shown.length}>
          {record}
        </th>
      )}
      <td>{column}</td>
      <td className="value muted">{before ?? none}</td>
      <td className="value">{after ?? none}</td>
    </tr>
  ));
}

/** The differences within a list or an object, by path. */
function partsOf(change: Shapes["LoadColumnChange"]): Shapes["LoadColumnChange"][] {
  const before = parsed(change.before);
  const after = parsed(change.after);
  if (before === undefined || after === undefined) return [change];
  const parts = changesOf(before, after);
  return parts.map(({ field, ...of }) => ({
    column: [change.column, ...field.map(words)].join(", "),
    before: of.before ?? null,
    after: of.after ?? null,
  }));
}

/** The list or object in a JSON value; undefined for any other value, and for a truncated one. */
function parsed(value: string | null): object | undefined {
  if (value === null || !/^[[{]/.test(value)) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

interface BooksProps {
  readonly books: NonNullable<Report["books"]>;
}

function Books({ books: { count, accounts } }: BooksProps) {
  const title = "Affected accounts";
  const first = count === String(accounts.length) ? "" : `, first ${accounts.length} shown`;
  return (
    <details className="more" open>
      <summary>
        {title}: {numberOf(count)}
        {first}
      </summary>
      <Wide label={title}>
        <Table
          className="grouped"
          columns={["Account", "Item", "Since", figures("Before"), figures("After")]}
        >
          {accounts.flatMap(rowsOfAccount)}
        </Table>
      </Wide>
    </details>
  );
}

interface BookRow {
  readonly what: string;
  readonly since: string;
  readonly before: string;
  readonly after: string;
}

function rowsOfAccount({
  accountNumber,
  series,
  lots,
  reportedYears,
}: Shapes["LoadBookChange"]): ReactNode[] {
  const rows: BookRow[] = [
    ...series.map(({ folioNumber, from, valueBefore, valueAfter }) => ({
      what: folioNumber === "" ? "Value" : `Value of ${folioNumber}`,
      since: day(from),
      before: money(valueBefore),
      after: money(valueAfter),
    })),
    ...lots.map(({ side, before, after }) => ({
      what: side === "open" ? "Cost basis of open lots" : "Realized gain/loss",
      since: none,
      before: money(before),
      after: money(after),
    })),
    ...reportedYears.map(({ taxYear, isLoaded, gainBefore, gainAfter }) => ({
      what: isLoaded
        ? `Reported gain/loss ${taxYear}`
        : `Gain/loss ${taxYear}, reported differently`,
      since: none,
      before: money(gainBefore),
      after: money(gainAfter),
    })),
  ];
  return rows.map(({ what, since, before, after }, at) => (
    <tr key={`${accountNumber} ${what}`}>
      {at === 0 && (
        <th scope="rowgroup" className="mono" rowSpan={rows.length}>
          {accountNumber}
        </th>
      )}
      <td>{what}</td>
      <td className="nowrap">{since}</td>
      <td className="right muted">{before}</td>
      <td className="right">{after}</td>
    </tr>
  ));
}
