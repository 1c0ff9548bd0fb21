// Figures as the service computed them.
import { directionOf, grouped, money, none, rounded } from "../data/texts.ts";

interface ChangeProps {
  readonly amount: string | null | undefined;
  readonly unit?: "percent" | "money";
  readonly places?: number;
}

const said = { up: "Gain ", down: "Loss ", even: "" };

/** A gain or a loss, shown by sign, shape and color. */
export function Change({ amount, unit = "percent", places = 2 }: ChangeProps) {
  if (amount === null || amount === undefined) return <span className="faint">{none}</span>;
  const displayed = unit === "money" ? amount : rounded(amount, places);
  const direction = directionOf(displayed);
  const shown = unit === "money" ? money(displayed) : `${grouped(displayed)}%`;
  return (
    <span className={`change ${direction}`}>
      <span className="hidden-text">{said[direction]}</span>
      {direction === "up" ? `+${shown}` : shown}
    </span>
  );
}
