// Figures as the service computed them.
import { directionOf, grouped, money, none } from "../data/texts.ts";

interface ChangeProps {
  readonly amount: string | null | undefined;
  readonly unit?: "percent" | "money";
  readonly places?: number;
}

const said = { up: "Gain ", down: "Loss ", even: "" };

/** A gain or a loss, shown by sign, shape and color. */
export function Change({ amount, unit = "percent", places = 2 }: ChangeProps) {
  if (amount === null || amount === undefined) return <span className="faint">{none}</span>;
  const kept = unit === "money" ? amount : cut(amount, places);
  const direction = directionOf(kept);
  const shown = unit === "money" ? money(kept) : `${grouped(kept)}%`;
  return (
    <span className={`change ${direction}`}>
      <span className="hidden-text">{said[direction]}</span>
      {direction === "up" ? `+${shown}` : shown}
    </span>
  );
}

/** Rounds to fewer places, half away from zero, on digits. */
function cut(amount: string, places: number): string {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)\.?(\d*)$/.exec(amount) ?? [];
  if (fraction.length <= places) return amount;
  const kept = BigInt(whole + fraction.slice(0, places));
  const rounded = (fraction.charAt(places) >= "5" ? kept + 1n : kept)
    .toString()
    .padStart(places + 1, "0");
  const at = rounded.length - places;
  const text = places === 0 ? rounded : `${rounded.slice(0, at)}.${rounded.slice(at)}`;
  return /[1-9]/.test(text) ? sign + text : text;
}
