// How far a load is, on standard error: a bar that is redrawn on a terminal, plain lines elsewhere.
import type { LoadProgress } from "../platform/bulk/apply/load-folder.ts";
import { counted } from "../values/readable.ts";

/** Where progress is written. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  /** How many characters a line of the terminal has. */
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows progress. */
export interface ProgressView {
  show(progress: LoadProgress): void;
  /** Removes the bar. */
  end(): void;
}

/** The time, in milliseconds, and calls that are repeated until they are ended. */
export interface ProgressClock {
  now(): number;
  every(ms: number, call: () => void): { end(): void };
}

/** The clock of this process; what it repeats does not keep the process running. */
export const processClock: ProgressClock = {
  now: () => performance.now(),
  every: (ms, call) => {
    const timer = setInterval(call, ms).unref();
    return { end: () => clearInterval(timer) };
  },
};

const redrawMs = 100;
const secondMs = 1_000;
const lineMs = 5_000;
const barWidth = 24;
const usualColumns = 80;
const removed = "\r\u001b[K";

/** A bar on a terminal, with the time of the step next to it, which shows that a long step is
 * alive. Elsewhere it is a line every five seconds, and none for a load that is quicker. */
export function openProgress(stream: ProgressStream, clock: ProgressClock): ProgressView {
  return stream.isTTY === true ? openBar(stream, clock) : openLines(stream, clock);
}

function openBar(stream: ProgressStream, clock: ProgressClock): ProgressView {
  let last: LoadProgress | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  const step = stepTimer(clock);
  const draw = (progress: LoadProgress) => {
    shownAt = clock.now();
    const { fileMs, stepMs } = step(progress);
    const seconds = stepMs < secondMs ? "" : `, ${Math.floor(stepMs / secondMs)} s`;
    const text = `${bar(progress.share)} ${progressText(progress, fileMs)}${seconds}`;
    // One less than the width: a full line would begin another.
    stream.write(removed + text.slice(0, (stream.columns || usualColumns) - 1));
  };
  const ticks = clock.every(secondMs, () => {
    if (last !== undefined) draw(last);
  });
  return {
    show(progress) {
      last = progress;
      step(progress);
      if (clock.now() - shownAt >= redrawMs) draw(progress);
    },
    end() {
      ticks.end();
      stream.write(removed);
    },
  };
}

function openLines(stream: ProgressStream, clock: ProgressClock): ProgressView {
  let shownAt = clock.now();
  const step = stepTimer(clock);
  return {
    show(progress) {
      const { fileMs } = step(progress);
      if (clock.now() - shownAt < lineMs) return;
      shownAt = clock.now();
      stream.write(`${progressText(progress, fileMs)}\n`);
    },
    end() {},
  };
}

/** For how long the load has been at this file, and at this step of it. */
function stepTimer({ now }: ProgressClock) {
  let file = { name: "", began: now() };
  let step = { name: "", began: now() };
  return (progress: LoadProgress) => {
    const at = now();
    const name = `${progress.file} ${progress.phase}`;
    if (progress.file !== file.name) file = { name: progress.file, began: at };
    if (name !== step.name) step = { name, began: at };
    return { fileMs: at - file.began, stepMs: at - step.began };
  };
}

function progressText({ file, phase, rows, share }: LoadProgress, elapsedMs: number): string {
  const figure = rows.toLocaleString("en-US");
  if (phase === "computing") {
    const done = Math.floor(share * 100);
    return `${counted(figure, "account")} computed, ${done} %`;
  }
  const count = counted(figure, "row");
  if (phase === "applying") return `${file}: applying ${count}`;
  const rate = Math.round((rows * 1000) / Math.max(elapsedMs, 1)).toLocaleString("en-US");
  return `${file}: read ${count}, ${rate} rows/s, ${Math.floor(share * 100)} % of the folder`;
}

function bar(share: number): string {
  const done = Math.round(share * barWidth);
  return `[${"#".repeat(done)}${".".repeat(barWidth - done)}]`;
}
