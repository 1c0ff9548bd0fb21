// The profiles that come with the package, as their files have them.
import fidelity from "../profiles/fidelity.json" with { type: "json" };
import generic from "../profiles/generic.json" with { type: "json" };
import interactiveBrokers from "../profiles/interactive-brokers.json" with { type: "json" };
import longPrices from "../profiles/long-prices.json" with { type: "json" };
import priceMatrix from "../profiles/price-matrix.json" with { type: "json" };
import schwab from "../profiles/schwab.json" with { type: "json" };
import { decodeProfile } from "./decode-profile.ts";
import type { Profile } from "./profile.ts";

const files: readonly unknown[] = [
  schwab,
  fidelity,
  interactiveBrokers,
  priceMatrix,
  longPrices,
  generic,
];

/** The shipped profiles. */
export const shippedProfiles: readonly Profile[] = files.map((file) => {
  const decoded = decodeProfile(file);
  if ("problems" in decoded) throw new Error(decoded.problems.join("; "));
  return decoded.profile;
});
