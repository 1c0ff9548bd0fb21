// The lines of `bursar load --check` about the changes that a load would make.
import type {
  AccountDifference,
  BookDifferences,
  LotDifference,
  RowChange,
  SeriesDifference,
  YearDifference,
} from "../platform/bulk/kinds/differences.ts";
import { counted } from "../values/readable.ts";

/** A line for each changed row that is shown, and one for those that are not. */
export function rowLines(changes: readonly RowChange[], all: number): string[] {
  const lines = changes.map(({ key, withdrawn, columns }) => {
    const name = Object.values(key).join(" ");
    const values = columns.map(
      ({ column, before, after }) => `${column} ${before ?? "none"} to ${after ?? "none"}`,
    );
    return `  ${name}: ${withdrawn ? "withdrawn" : values.join(", ")}`;
  });
  const unseen = all - changes.length;
  return changes.length > 0 && unseen > 0
    ? [...lines, `  and ${counted(unseen, "more row")}`]
    : lines;
}

/** The lines that say how the books of accounts would differ. */
export function differenceLines({ count, accounts }: BookDifferences): string[] {
  if (count === 0) return ["No account's days, lots or reported years would change."];
  const unseen = count - accounts.length;
  return [
    `${counted(count, "account")} would change:`,
    ...accounts.flatMap(accountLines),
    ...(unseen > 0 ? [`  and ${counted(unseen, "more account")}`] : []),
  ];
}

function accountLines({ accountNumber, series, lots, reportedYears }: AccountDifference) {
  return [
    ...series.map((each) => seriesLine(each.folioNumber || accountNumber, each)),
    ...lots.map((each) => lotLine(accountNumber, each)),
    ...reportedYears.map((each) => yearLine(accountNumber, each)),
  ];
}

function yearLine(
  accountNumber: string,
  { taxYear, isLoaded, rows, gainBefore, gainAfter }: YearDifference,
): string {
  const differing = `${counted(rows, "row")}, gain ${gainBefore} to ${gainAfter}`;
  return isLoaded
    ? `  ${accountNumber}: the reported year ${taxYear} would differ in ${differing}`
    : `  ${accountNumber}: the transactions now give other rows than were reported for ${taxYear}; ` +
        `they differ in ${differing}`;
}

function seriesLine(name: string, series: SeriesDifference): string {
  const { from, to, daysBefore, daysAfter, valueBefore, valueAfter, unitBefore, unitAfter } =
    series;
  return [
    `  ${name}: days from ${from} to ${to}, ${daysBefore} before and ${daysAfter} after`,
    `last value ${valueBefore ?? "none"} to ${valueAfter ?? "none"}`,
    `unit ${unitBefore ?? "none"} to ${unitAfter ?? "none"}`,
  ].join(", ");
}

function lotLine(
  accountNumber: string,
  { side, added, changed, removed, before, after }: LotDifference,
) {
  const figure = side === "open" ? "basis" : "gain";
  return (
    `  ${accountNumber}: ${side} lots, ${added} added, ${changed} changed, ${removed} removed, ` +
    `${figure} ${before} to ${after}`
  );
}
