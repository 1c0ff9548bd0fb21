// What other resources may change of customer agreements: how much of signatures a firm has stored,
// and what is lifted once every owner has signed.
import type { Tx } from "../../platform/store/db.ts";
import { selectMembersWhoAgreed } from "../items-for-attention/reads.ts";
import { type LiftedRestrictions, liftRestrictions } from "../restrictions/changes.ts";
import { selectSigners } from "./queries.ts";
import { isSignedByAll } from "./rules.ts";

export { addStoredBytes } from "./stored-bytes-queries.ts";

const notSigned = "020";

/** The members who have signed the account's agreement here, or agreed otherwise. */
export async function selectAgreed(tx: Tx, accountNumber: string): Promise<string[]> {
  const [signers, others] = await Promise.all([
    selectSigners(tx, accountNumber),
    selectMembersWhoAgreed(tx, accountNumber),
  ]);
  return [...signers.map(({ loginId }) => loginId), ...others];
}

/** Lifts restriction 020 if every owner has agreed. */
export async function liftOnceAgreed(
  tx: Tx,
  accountNumber: string,
  { owners, agreed, at }: Agreement,
): Promise<LiftedRestrictions> {
  if (!isSignedByAll(owners, agreed)) return { ids: [], events: [] };
  return liftRestrictions(tx, accountNumber, notSigned, at);
}

interface Agreement {
  readonly owners: readonly string[];
  readonly agreed: readonly string[];
  readonly at: Date;
}
