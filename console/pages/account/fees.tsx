// Returns are shown net or gross of fees, alike in every panel of a page.
import { Choices } from "../../parts/choices.tsx";
import type { Benchmark } from "./benchmark-field.tsx";

/** Whether returns are net or gross of fees. */
export type Fees = "net" | "gross";

/** The labels. */
export const feeTitles: Readonly<Record<Fees, string>> = {
  net: "Net of fees",
  gross: "Gross of fees",
};

/** Properties shared by panels of returns. */
export interface FeesChosen {
  readonly fees: Fees;
  readonly setFees: (fees: Fees) => void;
}

/** The same with the benchmark. */
export interface Compared extends FeesChosen {
  readonly benchmark: Benchmark | undefined;
}

/** The switch between net and gross. */
export function FeesSwitch({ fees, setFees }: FeesChosen) {
  return (
    <Choices
      label="Fees"
      of={["net", "gross"]}
      chosen={fees}
      name={(each) => feeTitles[each]}
      choose={setFees}
    />
  );
}
