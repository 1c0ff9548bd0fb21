// A small line of values without a scale: only its shape matters.

const width = 96;
const height = 28;

/** Draws the values in their order; there are at least two. */
export function Spark({ values }: { readonly values: readonly string[] }) {
  const places = values.map(Number);
  const low = Math.min(...places);
  const high = Math.max(...places);
  const points = places.map((value, at) => {
    const x = (at / (places.length - 1)) * width;
    const y =
      high === low ? height / 2 : height - 2 - ((value - low) / (high - low)) * (height - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={points.join(" ")} fill="none" stroke="var(--series-1)" strokeWidth="1.4" />
    </svg>
  );
}
