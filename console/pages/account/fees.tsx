// Returns are shown after fees or before them, alike in every panel of a page.
import { Choices } from "../../parts/choices.tsx";
import type { Benchmark } from "./benchmark-field.tsx";

/** Whether a return is after fees or before them. */
export type Fees = "net" | "gross";

/** What it is called. */
export const feeTitles: Readonly<Record<Fees, string>> = {
  net: "Net of fees",
  gross: "Gross of fees",
};

/** What panels of returns share. */
export interface FeesChosen {
  readonly fees: Fees;
  readonly setFees: (fees: Fees) => void;
}

/** The same with what the returns are compared with. */
export interface Compared extends FeesChosen {
  readonly benchmark: Benchmark | undefined;
}

/** The switch between both. */
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
