// What of an account the person who is signed in may see: an answer has null for what its level hides.
import { mayChange, type Shapes } from "./service.ts";

/** Whether what the account holds and did is shown. */
export function showsDetails({ defaultTaxLotSelection }: Shapes["Account"]): boolean {
  return defaultTaxLotSelection !== null;
}

/** Whether the person may vote: each level that shows the papers has that right, and no other. */
export function mayVote(account: Shapes["Account"]): boolean {
  return mayChange() && showsPapers(account);
}

/** Whether its papers are shown: tax papers, audit entries, persons' data. */
export function showsPapers({ trustees }: Shapes["Account"]): boolean {
  return trustees !== null;
}
