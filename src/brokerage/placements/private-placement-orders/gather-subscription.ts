// Gathers under the locks what the rules of a subscription look at. (interface 6.4)
import assert from "node:assert/strict";
import { type Day, newYorkDay } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { exemptions } from "../../../reference/codes.ts";
import {
  type AccountInView,
  selectAccountOwners,
} from "../../clients-and-accounts/accounts/reads.ts";
import { lastLevels } from "../../clients-and-accounts/accreditation/reads.ts";
import { ownersYetToSign } from "../../clients-and-accounts/agreements/reads.ts";
import { selectUnverified } from "../../clients-and-accounts/members/reads.ts";
import { selectRestrictionsInForce } from "../../clients-and-accounts/restrictions/reads.ts";
import type { LockedOffer } from "../offers/changes.ts";
import { selectDocumentsOfMember } from "../offers/reads.ts";
import {
  type CountedInvestor,
  selectAccountFirm,
  selectCompletedIndustries,
  selectCountedInvestors,
  selectOrdersOfOwner,
  selectOwnerRows,
} from "./eligibility-queries.ts";
import type { Investors } from "./investors.ts";
import type { Subscription } from "./rules.ts";

/** The requested amount, and who asks for it. */
export interface Asked {
  readonly amount: Decimal;
  readonly certified: boolean;
  readonly loginId: string;
}

/** A subscription with all that its rules look at; offer and account are locked. */
export async function gatherSubscription(
  tx: Tx,
  { now }: Pick<Context, "now">,
  { locked, account }: { readonly locked: LockedOffer; readonly account: AccountInView },
  asked: Asked,
) {
  const { number } = account;
  const { offer } = locked;
  const today = newYorkDay(now);
  const owners = await selectAccountOwners(tx, number);
  const [firm, investors, inForce, yetToSign, unverified, completed, documents, others, counted] =
    await Promise.all([
      selectAccountFirm(tx, number),
      selectInvestors(tx, account, owners, today),
      selectRestrictionsInForce(tx, number),
      ownersYetToSign(tx, number, owners),
      selectUnverified(tx, owners),
      selectCompletedIndustries(tx, owners),
      selectDocumentsOfMember(tx, offer.offerOid, asked.loginId),
      selectOrdersOfOwner(tx, offer.offerOid, account.primaryOwner),
      countedInvestors(tx, offer, today),
    ]);
  assert(firm, "an account has a firm");
  const gathered = { inForce, yetToSign, unverified, completed, documents, others, counted };
  return {
    ...asked,
    ...locked,
    ...gathered,
    now,
    accountNumber: number,
    firm,
    investors,
  } satisfies Subscription;
}

/** The owners of an account, in the order in which they are named. */
export async function selectInvestors(
  db: Reader,
  account: { readonly number: string; readonly accountType: string },
  loginIds: readonly string[],
  today: Day,
): Promise<Investors> {
  const [rows, levels] = await Promise.all([
    selectOwnerRows(db, loginIds),
    lastLevels(db, loginIds),
  ]);
  const owners = loginIds.flatMap((loginId) => {
    const row = rows.find((each) => each.loginId === loginId);
    return row === undefined ? [] : [{ ...row, level: levels.get(loginId) }];
  });
  return { accountNumber: account.number, accountType: account.accountType, owners, today };
}

/** The owners behind the subscriptions that count, where the exemption limits their number. */
export async function countedInvestors(
  db: Reader,
  { offerOid, exemption }: { readonly offerOid: Id; readonly exemption: string },
  today: Day,
): Promise<readonly CountedInvestor[]> {
  const { maximumInvestors, maximumNonAccredited } = exemptions.lastInForce(exemption, today) ?? {};
  const isLimited = maximumInvestors !== undefined || maximumNonAccredited !== undefined;
  return isLimited ? selectCountedInvestors(db, offerOid) : [];
}
