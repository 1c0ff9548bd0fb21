// Opening an account. (docs/life-cycles.md, Account)
import assert from "node:assert/strict";
import { newYorkDay } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { restrictionReasonCode, restrictionTypeCode } from "../../../reference/codes.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import {
  accountErrors,
  accountOpened,
  accountUpdated,
  type BilledAccount,
  encodeAccount,
  foldedName,
  insertAccountNames,
  insertOwnerExclusions,
  lockAccountsOfMember,
  noLists,
  renewSearchTexts,
  replaceLists,
  selectAccountDetail,
  selectHasAdvisoryPlan,
  updateBillingPlan,
} from "../accounts/changes.ts";
import { addItems, itemCreated } from "../agreements/changes.ts";
import {
  firmUpdated,
  lockManagedFirm,
  type OwningFirm,
  updateIssuerAccount,
} from "../firms/changes.ts";
import { folioOpened } from "../folios/changes.ts";
import { lockMembers } from "../members/changes.ts";
import { clientsOfFirm } from "../members/reads.ts";
import { creatorNamed } from "../permissions/changes.ts";
import { placeRestriction } from "../restrictions/changes.ts";
import { areTrusteesOf } from "../trustees/reads.ts";
import { createAccountEntry } from "./entries.ts";
import { accountRowOf, drawAccountNumber, foliosOf } from "./new-account-row.ts";
import { isCorporate, problemsWithNewAccount } from "./new-account-rules.ts";
import type { NewAccount } from "./new-account-schema.ts";
import {
  insertAccount,
  insertFolios,
  insertOwners,
  insertTrustees,
  selectFirmTerms,
  selectIsNameTakenBy,
} from "./queries.ts";

/** Opens an account of the caller's clients and returns its number. It is restricted until its
 * owners have signed the agreement, or have approved it on the pages of their firm. */
export async function createAccount(ctx: Context, request: NewAccount): Promise<string> {
  const firmOid = ctx.caller.firm.oid;
  return write(
    ctx,
    createAccountEntry,
    async (tx) => {
      const { clientFirm, owners } = await ownersOf(tx, firmOid, request);
      // Until the end no other account is opened for them, and none of them fails verification.
      await lockMembers(tx, owners);
      const [terms, facts] = await Promise.all([
        selectFirmTerms(tx, firmOid),
        factsOf(tx, firmOid, owners, request),
      ]);
      const [primaryOwner] = owners;
      refuseFor(problemsWithNewAccount(request, { ...facts, primaryOwner }));
      assert(primaryOwner !== undefined, "it was judged above");

      const others = terms.billsByMember
        ? await lockAccountsOfMember(tx, { loginId: primaryOwner, firmOid })
        : [];
      const number = drawAccountNumber(ctx.random);
      const planned = others.find((other) => other.billingPlanOid !== null);
      const billingPlanOid = request.billingPlanOid ?? planned?.billingPlanOid ?? null;
      const clientFirmOid = clientFirm?.firmOid ?? null;
      const opening = { number, billingPlanOid, primaryOwner, clientFirmOid };
      insertAccount(tx, accountRowOf(ctx, request, opening));
      insertOwners(tx, number, owners);
      insertTrustees(tx, number, request.trustees ?? []);
      insertAccountNames(tx, number, foldedName(request.accountName));
      insertFolios(tx, number, foliosOf(number));
      replaceLists(tx, ctx.vault, { number, ...noLists }, request);
      insertOwnerExclusions(tx, [number]);
      const opened = await open(ctx, tx, { number, request, owners, ...terms });
      const billed = await billOthers(tx, ctx, others, request.billingPlanOid);
      return { value: number, audit: [opened, ...billed, ...issueBy(tx, clientFirm, number)] };
    },
    { refusals: { account_name_key: ruleProblem(accountErrors.uniqueName) } },
  );
}

/** The owners, the primary one first: of a corporate account the representative of its firm, which
 * is locked, so that the account has the representative whom it has at the end. */
async function ownersOf(tx: Tx, firmOid: Id, request: NewAccount) {
  const { accountType, primaryAccountOwner, jointAccountOwners = [] } = request;
  if (!isCorporate(accountType)) return { owners: [primaryAccountOwner, ...jointAccountOwners] };
  const clientFirm = await lockManagedFirm(tx, primaryAccountOwner, firmOid);
  return { clientFirm, owners: clientFirm ? [clientFirm.representativeLoginId] : [] };
}

/** Makes the first account of a corporate firm its account as an issuer. */
function issueBy(
  tx: Tx,
  clientFirm: OwningFirm | undefined,
  number: AccountNumber,
): NoteOf<typeof createAccountEntry>[] {
  if (clientFirm === undefined || clientFirm.issuerAccountNumber !== null) return [];
  const { firmOid } = clientFirm;
  updateIssuerAccount(tx, firmOid, number);
  return [
    {
      subject: `firm:${firmOid}`,
      after: { issuerAccountNumber: number },
      events: [firmUpdated({ firmOid, fields: ["issuerAccountNumber"] })],
    },
  ];
}

async function factsOf(
  tx: Tx,
  firmOid: Id,
  owners: readonly string[],
  { accountName, billingPlanOid, trustees = [] }: NewAccount,
) {
  const [clients, areTrustees, isNameTaken, isPlanKnown] = await Promise.all([
    clientsOfFirm(tx, firmOid, owners),
    areTrusteesOf(tx, firmOid, trustees),
    selectIsNameTakenBy(tx, firmOid, owners, foldedName(accountName)),
    billingPlanOid === undefined || selectHasAdvisoryPlan(tx, firmOid, billingPlanOid),
  ]);
  return { clients, areTrustees, isNameTaken, isPlanUnknown: !isPlanKnown };
}

interface Opened {
  readonly number: AccountNumber;
  readonly request: NewAccount;
  readonly owners: readonly string[];
  readonly signsOnOwnPages: boolean;
}

/** Restricts the account, asks its owners to sign where they sign here, and says what was done. */
async function open(ctx: Context, tx: Tx, { number, request, owners, signsOnOwnPages }: Opened) {
  const { notApproved, notSigned } = restrictionReasonCode;
  const restriction = {
    id: ctx.newId(),
    reasonCode: signsOnOwnPages ? notApproved : notSigned,
    typeCode: restrictionTypeCode.complete,
    inceptionInfo: null,
    createdAt: ctx.now,
  };
  const placed = placeRestriction(tx, number, restriction);
  const items = (signsOnOwnPages ? [] : owners).map((loginId) => ({
    accountNumber: number,
    id: ctx.newId(),
    loginId,
    ifaType: "SA",
    startOn: newYorkDay(ctx.now),
  }));
  addItems(tx, items);
  const detail = await selectAccountDetail(tx, number);
  assert(detail, "it was inserted above");
  await renewSearchTexts(tx, [number]);
  const itemsCreated = items.map(({ id }) => id);
  const fields = Object.keys(request).toSorted();
  return {
    subject: number,
    after: { account: encodeAccount(detail), restriction, itemsCreated },
    events: [
      accountOpened({ accountNumber: number, fields }),
      ...foliosOf(number).map(({ folioNumber }) => folioOpened(folioNumber)),
      creatorNamed(ctx.caller.member?.loginId ?? owners[0] ?? ""),
      placed,
      ...items.map(({ id, loginId, ifaType }) =>
        itemCreated({ id, loginId, ifaType, ifaStatus: "I" }),
      ),
    ],
  };
}

/** Bills the primary owner's other accounts by the plan given, where the firm bills by member. */
async function billOthers(
  tx: Tx,
  { now }: Context,
  others: readonly BilledAccount[],
  billingPlanOid: Id | undefined,
): Promise<NoteOf<typeof createAccountEntry>[]> {
  if (billingPlanOid === undefined || others.length === 0) return [];
  const numbers = others.map(({ number }) => number);
  await updateBillingPlan(tx, numbers, { billingPlanOid, today: newYorkDay(now) });
  return others.map((other) => ({
    subject: other.number,
    before: { billingPlanOid: other.billingPlanOid },
    after: { billingPlanOid },
    events:
      other.billingPlanOid === billingPlanOid
        ? []
        : [accountUpdated({ accountNumber: other.number, fields: ["billingPlanOid"] })],
  }));
}
