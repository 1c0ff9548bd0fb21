// The dated rule of cover for each kind of instrument.
import type { CoverKind } from "@bursar/tax-lots";

const coverKinds: Readonly<Record<string, CoverKind>> = {
  MF: "fund",
  MM: "fund",
  DB: "debt",
  BD: "debt",
  OP: "option",
  OW: "option",
};

/** The kinds of instruments that are debt. */
export const debtTypes = Object.keys(coverKinds).filter((type) => coverKinds[type] === "debt");

/** The rule of a kind of instrument; an unnamed kind is stock. */
export function coverKindOf(instrumentType: string): CoverKind {
  return coverKinds[instrumentType] ?? "stock";
}
