// Medians of rounds, and the table in which they are printed.
import assert from "node:assert/strict";
import type { BenchRow, Round } from "./row.ts";

/** A row with the medians of its rounds. */
export interface RowResult {
  readonly name: string;
  readonly measured: string;
  readonly target: string;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  /** The part of it that was in memory before the work began. */
  readonly preparedMb: number;
  /** Processor time for one of what the row is about, in microseconds. */
  readonly cpuUsEach: number;
  readonly of: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly rounds: readonly Round[];
}

/** The medians of a row's rounds. */
export function resultOf(
  { name, measured, target }: BenchRow,
  rounds: readonly Round[],
): RowResult {
  const [first] = rounds;
  assert(first !== undefined, "a row has a round");
  const cpuMs = median(rounds.map((round) => round.cpuMs));
  return {
    name,
    measured,
    target,
    wallMs: median(rounds.map((round) => round.wallMs)),
    cpuMs,
    peakMb: median(rounds.map((round) => round.peakMb)),
    preparedMb: median(rounds.map((round) => round.preparedMb)),
    cpuUsEach: (cpuMs * 1000) / first.count,
    of: first.of,
    counts: first.counts,
    rounds,
  };
}

/** The median of some figures; of an even number of them the mean of the middle two. */
export function median(figures: readonly number[]): number {
  const inOrder = figures.toSorted((a, b) => a - b);
  const middle = inOrder.length >> 1;
  const upper = inOrder[middle];
  assert(upper !== undefined, "there is a figure");
  const lower = inOrder[middle - 1] ?? upper;
  return inOrder.length % 2 === 1 ? upper : (lower + upper) / 2;
}

const heads = ["row", "wall", "CPU", "CPU for each", "peak", "input", "target", "counts"];

/** The results as aligned columns; CPU is of all threads of the process. */
export function tableOf(results: readonly RowResult[]): string {
  const lines = [heads, ...results.map(cellsOf)];
  const widths = heads.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const written = lines.map((cells) =>
    cells
      .map((cell, at) =>
        at > 0 && at < 6 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  return `${written.join("\n")}\n`;
}

function cellsOf(row: RowResult): string[] {
  const counts = Object.entries(row.counts).map(([of, count]) => `${grouped(count)} ${of}`);
  return [
    row.name,
    seconds(row.wallMs),
    seconds(row.cpuMs),
    `${row.cpuUsEach.toFixed(2)} µs/${row.of}`,
    `${grouped(row.peakMb)} MB`,
    `${grouped(row.preparedMb)} MB`,
    row.target,
    counts.join(", "),
  ];
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
