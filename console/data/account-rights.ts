// The parts of an account that a user may see. Responses have null for fields that the user's level
// hides.
import { mayChange, type Shapes } from "./service.ts";

/** Whether holdings and transactions are shown. */
export function showsDetails({ defaultTaxLotSelection }: Shapes["Account"]): boolean {
  return defaultTaxLotSelection !== null;
}

/** Whether the user may vote: every level that shows tax documents has that right, and no other. */
export function mayVote(account: Shapes["Account"]): boolean {
  return mayChange() && showsPapers(account);
}

/** Whether tax forms, audit entries and personal data are shown. */
export function showsPapers({ trustees }: Shapes["Account"]): boolean {
  return trustees !== null;
}
