// How a fee was calculated: its tiers as bars, and each line with its sum.
import { type FeeItem, stepNames } from "../../data/fee-codes.ts";
import { grouped, money, rounded, sumText } from "../../data/texts.ts";

type Step = FeeItem["steps"][number];

interface FeeStepsProps {
  /** Of what it is the calculation, for screen readers. */
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The calculation of a fee. */
export function FeeSteps({ name, steps }: FeeStepsProps) {
  const tiers = steps.flatMap(tierIn);
  return (
    <div className="working">
      {tiers.length > 0 && <Tiers of={tiers} />}
      <div>
        <p className="small strong">Calculation</p>
        <ol className="calculation" aria-label={`Calculation of ${name}`}>
          {steps.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines stand in their order
            <li key={at}>
              <div className="card-line small">
                <span>{stepNames[step.step]}</span>
                <span className="strong">
                  {step.step === "rate" ? `${grouped(step.amount)}%` : money(step.amount)}
                </span>
              </div>
              <div className="tiny muted">{sumText(step.sum)}</div>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** A tier that was reached, as its line shows it. */
interface Tier {
  readonly part: string;
  readonly rate: string;
  readonly from: string;
  readonly fee: string;
}

const tierSum = /^(-?[\d.]+) × ([\d.]+) percent \(from ([\d.]+)\)$/;

function tierIn({ step, sum, amount: fee }: Step): Tier[] {
  if (step !== "tier") return [];
  const [, part, rate, from] = tierSum.exec(sum) ?? [];
  return part && rate && from ? [{ part, rate, from, fee }] : [];
}

/** Each tier with its part of the basis; only the length of its bar is a number. */
function Tiers({ of: tiers }: { readonly of: readonly Tier[] }) {
  const whole = Math.max(...tiers.map(({ part }) => Number(part)));
  return (
    <div className="tiers">
      <p className="small strong">Tiers</p>
      <ul>
        {tiers.map(({ part, rate, from, fee }, at) => (
          <li key={from}>
            <div className="card-line small">
              <span>
                <span className="muted">{at === 0 ? "First" : "Next"}</span>{" "}
                {money(rounded(part, 2))}
              </span>
              <span>
                <span className="strong">{grouped(rate)}%</span>{" "}
                <span className="muted">{money(rounded(fee, 2))} per year</span>
              </span>
            </div>
            <svg className="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="6" rx="3" fill="var(--sunken)" />
              <rect
                width={whole > 0 ? (Number(part) / whole) * 100 : 0}
                height="6"
                rx="1"
                fill="var(--series-1)"
              />
            </svg>
          </li>
        ))}
      </ul>
    </div>
  );
}
