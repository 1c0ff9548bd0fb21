// The allocation of holdings by kind of security: a bar of their weights with its legend.
import { codes, nameIn } from "../../data/codes.ts";
import type { Shapes } from "../../data/service.ts";

type Weighted = Pick<Shapes["AccountPosition"], "security" | "currentWeight">;

const kindNames: Readonly<Record<string, string>> = {
  EQ: "Equities",
  MF: "Funds",
  MM: "Money market",
  OP: "Options",
  GV: "Government bonds",
  DB: "Bonds",
  PR: "Private placements",
  PI: "Private funds",
};

const colors = ["--series-1", "--series-2", "--series-3", "--series-4", "--series-5"] as const;

/** A kind of security, and its weight in hundredths of a percent. */
interface Share {
  readonly name: string;
  readonly weight: number;
}

/** The allocation of positions; nothing while a weight is unknown or below 0. */
export function Allocation({ positions }: { readonly positions: readonly Weighted[] }) {
  const shares = sharesOf(positions);
  if (shares.length < 2) return null;
  const starts = shares.map((_, at) => shares.slice(0, at).reduce(sumOfWeights, 0));
  const colored = shares.map((share, at) => ({
    ...share,
    from: starts[at] ?? 0,
    color: `var(${share.name === "Cash" ? "--series-6" : colors[at % colors.length]})`,
  }));
  return (
    <div className="allocation">
      <svg className="bar" viewBox="0 0 10000 6" preserveAspectRatio="none" aria-hidden="true">
        {colored.map(({ name, weight, from, color }) => (
          <rect key={name} x={from} width={weight} height="6" fill={color} />
        ))}
      </svg>
      <div className="legend">
        {colored.map(({ name, weight, color }) => (
          <span key={name}>
            <span className="mark" style={{ background: color }} />
            {name} {percentText(weight)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The largest first, cash last. */
function sharesOf(positions: readonly Weighted[]): readonly Share[] {
  const weights = positions.map(({ currentWeight }) => currentWeight);
  if (weights.some((weight) => weight === null || weight.startsWith("-"))) return [];
  const byName = Map.groupBy(positions, ({ security }) => nameOf(security));
  return [...byName]
    .map(([name, each]) => ({ name, weight: each.reduce((sum, one) => sum + hundredths(one), 0) }))
    .toSorted(
      (a, b) => Number(a.name === "Cash") - Number(b.name === "Cash") || b.weight - a.weight,
    );
}

function nameOf({ id, instrumentType }: Weighted["security"]): string {
  if (id === null) return "Cash";
  const kind = instrumentType ?? "";
  return kindNames[kind] ?? (nameIn(codes.securityTypes, kind) || "Other");
}

/** A weight has 2 places, so that its digits are a whole number. */
function hundredths({ currentWeight }: Weighted): number {
  return Number((currentWeight ?? "0").replace(".", ""));
}

function sumOfWeights(sum: number, { weight }: Share): number {
  return sum + weight;
}

function percentText(weight: number): string {
  const digits = String(weight).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}%`;
}
