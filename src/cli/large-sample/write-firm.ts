// Writes a large firm: the sample firm's files, each followed by generated rows, as a stream.
import { createWriteStream } from "node:fs";
import { cp, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  accountRows,
  attentionRows,
  folioRows,
  memberRows,
  restrictionRows,
  type SampleRow,
} from "./account-rows.ts";
import {
  corporateActionObjects,
  reportedTaxLotRows,
  reportedYearRows,
  transferRows,
} from "./history-rows.ts";
import type { FirmPlan } from "./households.ts";
import { priceRows, securityRows, splitRows } from "./market.ts";
import { transactionRows } from "./trade-account.ts";
import { unitValueRows } from "./unit-value-rows.ts";
import { valuationRows } from "./valuation-rows.ts";

/** The generated rows of each file of records; files that are not named stay the sample's. */
const rowsOfFile: Readonly<Record<string, (plan: FirmPlan) => Iterable<object>>> = {
  "members.csv": memberRows,
  "securities.csv": securityRows,
  "splits.csv": splitRows,
  "prices.csv": priceRows,
  "accounts.csv": accountRows,
  "folios.csv": folioRows,
  "items-for-attention.csv": attentionRows,
  "restrictions.csv": restrictionRows,
  "transfers.csv": transferRows,
  "corporate-actions.ndjson": corporateActionObjects,
  "reported-years.csv": reportedYearRows,
  "reported-tax-lots.csv": reportedTaxLotRows,
  "unit-values.csv": unitValueRows,
  "transactions.csv": transactionRows,
  "valuations.csv": valuationRows,
};

/** The breaks of the sample's last day are left out: a store that holds the sample of a later day would refuse them. */
const ofItsLastDay = "reconciliation-breaks.csv";

/** Columns that generated rows have and the sample's need not have. */
const columnsOfFile: Readonly<Record<string, readonly string[]>> = {
  "transactions.csv": ["cancels", "fees", "replaces"],
  "valuations.csv": ["cash"],
};

/** The headings of files that the sample need not have, as its values follow from transactions. */
const headings = {
  "unit-values.csv": "accountNumber,folioNumber,date,grossUnitValue,netUnitValue\n",
  "valuations.csv":
    "accountNumber,folioNumber,date,marketValue,accrued,cashFlows,securityFlows,fees\n",
} as const;

/** The number of generated rows of a file, without the sample's. */
export interface WrittenFile {
  readonly file: string;
  readonly rows: number;
}

/** Writes the files of the plan into a new or empty folder; returns false if it is neither. */
export async function writeFirm(
  plan: FirmPlan,
  samples: string,
  out: string,
): Promise<readonly WrittenFile[] | false> {
  await mkdir(out, { recursive: true });
  if ((await readdir(out)).length > 0) return false;
  const written: WrittenFile[] = [];
  const entries = await readdir(samples, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isDirectory()))
    await cp(join(samples, name), join(out, name), { recursive: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  const names = files.filter((name) => name !== ofItsLastDay);
  for (const name of [...new Set([...names, ...neededFor(plan)])].toSorted()) {
    if (/\.(csv|ndjson)$/.test(name)) {
      const more = plan.trading ? (columnsOfFile[name] ?? []) : [];
      const own = names.includes(name)
        ? await readFile(join(samples, name), "utf8")
        : headings[name as keyof typeof headings];
      const head = widened(endedLine(own), more);
      const count = { rows: 0 };
      const rows = rowsOfFile[name]?.(plan) ?? [];
      const lines = name.endsWith(".csv") ? csvLines(head, rows) : jsonLines(rows);
      const text = Readable.from(chunks(head, lines, count));
      await pipeline(text, createWriteStream(join(out, name)));
      written.push({ file: name, ...count });
    }
  }
  return written;
}

/** The files that the plan writes, whether the sample has them or not. */
function neededFor({ trading }: FirmPlan): readonly (keyof typeof headings)[] {
  if (trading === undefined) return ["unit-values.csv"];
  return trading.isValued ? ["valuations.csv"] : [];
}

function endedLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** The text with the columns that it lacks, empty in each of its rows. */
function widened(text: string, wanted: readonly string[]): string {
  const [header = "", ...rows] = text.split("\n");
  const columns = wanted.filter((column) => !header.split(",").includes(column));
  if (columns.length === 0) return text;
  const empty = ",".repeat(columns.length);
  const ended = rows.map((row) => (row === "" ? row : row + empty));
  return [[header, ...columns].join(","), ...ended].join("\n");
}

const chunkLength = 256 * 1024;

function* chunks(head: string, lines: Iterable<string>, count: { rows: number }) {
  let chunk = head;
  for (const line of lines) {
    chunk += line;
    count.rows += 1;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

function* jsonLines(rows: Iterable<object>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** Rows as CSV in the order of the sample's own header. */
function* csvLines(head: string, rows: Iterable<object>): Generator<string> {
  const columns = head.slice(0, head.indexOf("\n")).trimEnd().split(",");
  const known = new Set(columns);
  for (const row of rows as Iterable<SampleRow>) {
    for (const column in row) {
      if (!known.has(column)) throw new Error(`The sample's files have no column ${column}`);
    }
    let line = "";
    for (const column of columns) line += `${line === "" ? "" : ","}${csvCell(row[column])}`;
    yield `${line}\n`;
  }
}

function csvCell(value: string | undefined): string {
  if (value === undefined) return "";
  return /[",\r\n]/.test(value) || value === "" ? `"${value.replaceAll('"', '""')}"` : value;
}
