// The rows as aligned columns for people, and as JSON for machines.
import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import process from "node:process";
import type { Bench } from "./bench.ts";
import type { Row } from "./pair.ts";

const heads = [
  "subject",
  "req/s",
  "p50 ms",
  "p99 ms",
  "against",
  "floor/s",
  "ratio",
  "spread",
  "target",
  "",
  "CPU µs",
  "PG µs",
  "floor CPU",
  "CPU ratio",
  "http/s",
  "RSS MB",
  "PSS MB",
  "errors",
  "note",
];

/** The table of all rows. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const isText = (at: number) => at === 0 || at === 4 || at === heads.length - 1;
  const written = lines.map((cells) =>
    cells
      .map((cell, at) =>
        isText(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  return `${written.join("\n")}\n`;
}

const headsOfPage = [
  "Subject",
  "Requests/s",
  "p50 ms",
  "p99 ms",
  "Against",
  "Floor/s",
  "Ratio",
  "Spread",
  "Target",
  "",
  "CPU µs",
  "PG µs",
  "Floor CPU µs",
  "CPU ratio",
  "Note",
];
/** The columns of the table that a page shows. */
const columnsOfPage = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 18];

/** The rows as a table of Markdown, for a page of the documentation. */
export function markdownOf(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const written = rows.map((row) => {
    const cells = cellsOf(row);
    return line(columnsOfPage.map((at) => cells[at] ?? ""));
  });
  return [line(headsOfPage), line(headsOfPage.map(() => "---")), ...written, ""].join("\n");
}

function cellsOf(row: Row): string[] {
  const { ratio, spread, least } = row;
  const isMet = ratio !== undefined && least !== undefined ? ratio >= least : undefined;
  return [
    row.subject,
    figure(row.perSecond, 0),
    figure(row.p50Ms, 2),
    figure(row.p99Ms, 2),
    row.against,
    figure(row.floorPerSecond, 0),
    figure(ratio, 2),
    spread === undefined ? "" : spread.map((end) => end.toFixed(2)).join("–"),
    least === undefined ? "" : `≥ ${least.toFixed(2)}`,
    isMet === undefined ? "" : isMet ? "met" : "missed",
    figure(row.cpuUs, 0),
    figure(row.postgresCpuUs, 0),
    figure(row.floorCpuUs, 0),
    figure(cpuRatioOf(row), 2),
    figure(row.memoryPerSecond, 0),
    figure(row.serviceMemory && row.serviceMemory / 1e6, 0),
    figure(row.postgresMemory && row.postgresMemory / 1e6, 0),
    String(row.errors),
    row.note ?? "",
  ];
}

/** Processor time of the floor for one request divided by that of the service, so that the effect
 * of a busy machine on both cancels out. */
function cpuRatioOf({ cpuUs, postgresCpuUs = 0, floorCpuUs }: Row): number | undefined {
  const own = cpuUs && cpuUs + postgresCpuUs;
  return own && floorCpuUs && floorCpuUs / own;
}

function figure(value: number | undefined, places: number): string {
  if (value === undefined || Number.isNaN(value)) return "";
  return value.toLocaleString("en-US", {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
}

/** The machine and version of the figures. */
export async function machineOf(bench: Bench) {
  const { rows } = await bench.floorStore.client.query<{ server_version: string }>(
    "show server_version",
  );
  return {
    at: new Date().toISOString(),
    commit: commitOf(),
    node: process.version,
    postgres: rows[0]?.server_version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryMb: Math.round(totalmem() / 1e6),
    pinned: bench.pinned,
  };
}

function commitOf(): string | undefined {
  try {
    const options = { cwd: import.meta.dirname, encoding: "utf8" } as const;
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], options).trim();
  } catch {
    return undefined;
  }
}
