// Checks what is shown of a load's progress, on a terminal and elsewhere.
import { expect, test } from "vitest";
import { openProgress } from "./load-progress.ts";

function shown(isTTY: boolean, columns = 120): string {
  let text = "";
  let now = 0;
  let tick = () => {};
  let isTicking = true;
  const clock = {
    now: () => now,
    every: (_ms: number, call: () => void) => {
      tick = call;
      return { end: () => (isTicking = false) };
    },
  };
  const stream = { isTTY, columns, write: (part: string) => (text += part) };
  const view = openProgress(stream, clock);
  tick();
  const file = "unit-values.csv";
  for (const [at, rows, share] of [
    [0, 0, 0],
    [50, 900, 0.1],
    [2_000, 100_000, 0.25],
    [5_500, 300_000, 0.75],
    [5_600, 310_000, 0.8],
  ] as const) {
    now = at;
    view.show({ file, phase: "reading", rows, share });
  }
  now = 11_000;
  view.show({ file, phase: "applying", rows: 400_000, share: 1 });
  now = 95_000;
  tick();
  view.end();
  expect(isTicking).toBe(!isTTY);
  return text.replaceAll("\r\u001b[K", "\n<redraw>");
}

test("a terminal shows a bar, redrawn at most ten times a second and removed at the end", () => {
  expect(shown(true)).toMatchInlineSnapshot(`
    "
    <redraw>[........................] unit-values.csv: read 0 rows, 0 rows/s, 0 % of the folder
    <redraw>[######..................] unit-values.csv: read 100,000 rows, 50,000 rows/s, 25 % of the folder, 2 s
    <redraw>[##################......] unit-values.csv: read 300,000 rows, 54,545 rows/s, 75 % of the folder, 5 s
    <redraw>[###################.....] unit-values.csv: read 310,000 rows, 55,357 rows/s, 80 % of the folder, 5 s
    <redraw>[########################] unit-values.csv: applying 400,000 rows
    <redraw>[########################] unit-values.csv: applying 400,000 rows, 84 s
    <redraw>"
  `);
});

test("a terminal's line is never longer than the terminal is wide", () => {
  const lines = shown(true, 40).split("\n");
  expect(Math.max(...lines.map((line) => line.replace("<redraw>", "").length))).toBe(39);
});

test("elsewhere a plain line is printed every five seconds", () => {
  expect(shown(false)).toMatchInlineSnapshot(`
    "unit-values.csv: read 300,000 rows, 54,545 rows/s, 75 % of the folder
    unit-values.csv: applying 400,000 rows
    "
  `);
});
