// Reads of opening accounts for other resources: how many owners an account may have, and its
// number.
import { jointOwners } from "./new-account-rules.ts";

export { drawAccountNumber } from "./new-account-row.ts";

/** The least and the most owners of an account whose type takes one, two or several. */
export function ownersOfKind(kind: keyof typeof jointOwners): { least: number; most: number } {
  const { least, most } = jointOwners[kind];
  return { least: 1 + least, most: 1 + most };
}
