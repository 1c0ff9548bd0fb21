// A line of a fee's working, as a bill prints it and `bursar explain fee` shows it.

/** The steps of the calculation of a line, in the order in which lines stand. */
export const stepNames = [
  "value",
  "flow",
  "basis",
  "tier",
  "rate",
  "fee",
  "flat",
  "minimum",
  "maximum",
  "cap",
  "rounded",
  "share",
  "refund",
] as const;
export type StepName = (typeof stepNames)[number];

/** A line of the calculation: an expression for a calculator, and its result. */
export interface FeeStep {
  readonly step: StepName;
  readonly sum: string;
  /** Dollars; of `rate` percent a year. */
  readonly amount: string;
}
