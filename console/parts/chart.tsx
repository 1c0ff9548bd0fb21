// A line chart over days. The lines are pixels; the values at the cursor are the service's texts.
import "./language.ts";

import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { themeEvent } from "../data/theme.ts";

/** A line of a chart. */
export interface Line {
  readonly name: string;
  /** The custom property of its color. */
  readonly color: string;
  /** Positions of its points; null leaves a gap. */
  readonly values: readonly (number | null)[];
  readonly isFilled?: boolean;
  readonly isDashed?: boolean;
}

interface ChartProps {
  /** A description for screen readers. */
  readonly label: string;
  readonly days: readonly number[];
  readonly lines: readonly Line[];
  readonly height: number;
  /** Days with a mark, such as flows. */
  readonly marks?: readonly number[];
  /** Formats a value at the axis. */
  readonly axis: (value: number) => string;
  /** The index of the day under the cursor; undefined once it has left. */
  readonly onPoint?: (at: number | undefined) => void;
}

/** Draws lines over days, and redraws when its size or the theme changes. */
export function Chart({ label, days, lines, height, marks = [], axis, onPoint }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const point = useRef(onPoint);
  point.current = onPoint;
  useEffect(() => {
    const box = place.current;
    if (box === null) return;
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      const width = box.clientWidth;
      if (width === 0) return;
      const options = optionsOf({ box, lines, width, height, marks, axis, point });
      plot = new uPlot(options, [[...days], ...lines.map(({ values }) => [...values])], box);
    };
    const watch = new ResizeObserver(() => plot?.setSize({ width: box.clientWidth, height }));
    draw();
    watch.observe(box);
    document.addEventListener(themeEvent, draw);
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", draw);
    return () => {
      watch.disconnect();
      document.removeEventListener(themeEvent, draw);
      system.removeEventListener("change", draw);
      plot?.destroy();
    };
  }, [days, lines, height, marks, axis]);
  return <div className="chart" role="img" aria-label={label} ref={place} style={{ height }} />;
}

interface Drawn extends Pick<ChartProps, "lines" | "height" | "axis"> {
  readonly box: HTMLElement;
  readonly width: number;
  readonly marks: readonly number[];
  readonly point: { readonly current: ChartProps["onPoint"] };
}

function optionsOf({ box, lines, width, height, marks, axis, point }: Drawn): uPlot.Options {
  const colorOf = colorsAt(box);
  const ink = colorOf("--ink-3");
  const line = colorOf("--line");
  // A filled area is read by its height.
  const isFromZero = lines.some(({ isFilled }) => isFilled);
  const font = `11px ${getComputedStyle(box).fontFamily}`;
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: { x: { time: true }, y: { range: (_, low, high) => roomFor(low, high, isFromZero) } },
    axes: [
      {
        stroke: ink,
        font,
        grid: { show: false },
        ticks: { show: false },
        size: 28,
        values: dayTexts,
      },
      {
        stroke: ink,
        font,
        size: 62,
        gap: 8,
        ticks: { show: false },
        grid: { stroke: line, width: 1 },
        values: (_, ticks) => ticks.map(axis),
      },
    ],
    series: [
      {},
      ...lines.map(({ name, color, isFilled = false, isDashed = false }) => ({
        label: name,
        stroke: colorOf(color),
        width: 1.5,
        points: { show: false },
        ...(isDashed && { dash: [4, 3] }),
        ...(isFilled && { fill: faded(colorOf(color)) }),
      })),
    ],
    hooks: {
      setCursor: [({ cursor: { idx } }) => point.current?.(idx ?? undefined)],
      draw: [(plot) => drawMarks(plot, marks, colorOf("--edge"))],
    },
  };
}

/** Padding above and below, also where all values are equal; zero at an end where the axis includes it. */
function roomFor(low: number, high: number, isFromZero: boolean): [number, number] {
  const from = isFromZero ? Math.min(low, 0) : low;
  const to = isFromZero ? Math.max(high, 0) : high;
  const margin = (to - from) * 0.08 || Math.abs(to) * 0.05 || 1;
  const isAtZero = (edge: number) => isFromZero && edge === 0;
  return [isAtZero(from) ? 0 : from - margin, isAtZero(to) ? 0 : to + margin];
}

function drawMarks(plot: uPlot, marks: readonly number[], color: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = color;
  for (const mark of marks) {
    const x = plot.valToPos(mark, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    const foot = bbox.top + bbox.height;
    const size = 4 * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x - size, foot);
    ctx.lineTo(x + size, foot);
    ctx.lineTo(x, foot - size * 1.6);
    ctx.fill();
  }
  ctx.restore();
}

/** Colors for a canvas: a custom property may depend on the theme, so it is resolved first. */
function colorsAt(box: HTMLElement): (property: string) => string {
  const probe = document.createElement("span");
  return (property) => {
    probe.style.color = `var(${property})`;
    box.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

function faded(color: string): string {
  return color.replace(/^rgb\((.*)\)$/, (_, parts: string) => `rgba(${parts}, 0.09)`);
}

const monthTexts = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
const dayText = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

function dayTexts(_: uPlot, ticks: number[], __: number, space: number, step: number): string[] {
  const isShort = step < 27 * 86_400;
  void space;
  return ticks.map((tick) => {
    const date = new Date(tick * 1_000);
    if (isShort) return dayText.format(date);
    return date.getUTCMonth() === 0 ? String(date.getUTCFullYear()) : monthTexts.format(date);
  });
}
