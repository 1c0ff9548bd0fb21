// The papers that a member may see now, as far as the caller sees the member's accounts. (docs/documents.md)
import type { Caller } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { levelsWith, viewerOf } from "../../clients-and-accounts/accounts/reads.ts";
import {
  type PaperAccount,
  type PapersInView,
  selectHouseholdsOf,
  selectPaperAccounts,
} from "./queries.ts";

const levels = {
  summary: levelsWith("summary"),
  detail: levelsWith("detail"),
  papers: levelsWith("papers"),
};

/** The member's accounts by the rights that the member has to each, and their households. */
export async function papersInView(
  db: Reader,
  caller: Caller,
  loginId: string,
): Promise<PapersInView> {
  const { firmOid } = viewerOf(caller, "summary");
  const accounts = await selectPaperAccounts(db, { loginId, firmOid, levels });
  const numbersWith = (right: keyof typeof levels) =>
    accounts.filter((account: PaperAccount) => account[right]).map((each) => each.accountNumber);
  const summary = numbersWith("summary");
  const households = await selectHouseholdsOf(db, summary);
  const detail = numbersWith("detail");
  return { loginId, summary, detail, papers: numbersWith("papers"), households };
}
