// How far a load is, on standard error: a bar that is redrawn on a terminal, plain lines elsewhere.
import type { LoadProgress } from "../platform/bulk/load-folder.ts";

/** Where progress is written. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows progress. */
export interface ProgressView {
  show(progress: LoadProgress): void;
  /** Removes the bar. */
  end(): void;
}

const redrawMs = 100;
const lineMs = 5_000;
const barWidth = 24;

/** A bar on a terminal; elsewhere a line every five seconds, none for a load that is quicker. */
export function openProgress(stream: ProgressStream, clock: () => number): ProgressView {
  const isTerminal = stream.isTTY === true;
  const pause = isTerminal ? redrawMs : lineMs;
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : clock();
  let file = { name: "", began: clock() };
  return {
    show(progress) {
      const now = clock();
      if (progress.file !== file.name) file = { name: progress.file, began: now };
      if (now - shownAt < pause) return;
      shownAt = now;
      const text = progressText(progress, now - file.began);
      stream.write(isTerminal ? `\r\u001b[K${bar(progress.share)} ${text}` : `${text}\n`);
    },
    end() {
      if (isTerminal) stream.write("\r\u001b[K");
    },
  };
}

function progressText({ file, phase, rows, share }: LoadProgress, elapsedMs: number): string {
  const count = `${rows.toLocaleString("en-US")} rows`;
  if (phase === "computing") {
    const done = Math.floor(share * 100);
    return `${rows.toLocaleString("en-US")} accounts computed, ${done} %`;
  }
  if (phase === "applying") return `${file}: applying ${count}`;
  const rate = Math.round((rows * 1000) / Math.max(elapsedMs, 1)).toLocaleString("en-US");
  return `${file}: read ${count}, ${rate} rows/s, ${Math.floor(share * 100)} % of the folder`;
}

function bar(share: number): string {
  const done = Math.round(share * barWidth);
  return `[${"#".repeat(done)}${".".repeat(barWidth - done)}]`;
}
