// Returns are shown net or gross of fees, alike in every panel of a page. The choice is stored on the device.
import { useState } from "react";
import { Choices } from "../../parts/choices.tsx";
import type { Benchmark } from "./benchmark-field.tsx";

/** Whether returns are net or gross of fees. */
export type Fees = "net" | "gross";

/** The labels. */
export const feeTitles: Readonly<Record<Fees, string>> = {
  net: "Net of fees",
  gross: "Gross of fees",
};

const key = "bursar-fees";

/** The choice of this device, net until another is made, and the function that changes it. */
export function useFees(): readonly [Fees, (fees: Fees) => void] {
  const [fees, setFees] = useState<Fees>(() =>
    localStorage.getItem(key) === "gross" ? "gross" : "net",
  );
  const choose = (next: Fees) => {
    localStorage.setItem(key, next);
    setFees(next);
  };
  return [fees, choose];
}

/** The choices that panels of returns share. */
export interface Compared {
  readonly fees: Fees;
  readonly benchmark: Benchmark | undefined;
}

interface FeesSwitchProps {
  readonly fees: Fees;
  readonly setFees: (fees: Fees) => void;
}

/** The switch between net and gross. */
export function FeesSwitch({ fees, setFees }: FeesSwitchProps) {
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
