// Updating the updateable fields of an account. (interface 2.2, 4.2)
import { newYorkDay } from "@bursar/values/dates";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { Context } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import type { BeneficiaryKind } from "./beneficiary-ssn.ts";
import {
  type BilledAccount,
  lockAccountsBilledWith,
  selectHasAdvisoryPlan,
  updateBillingPlan,
} from "./billing-queries.ts";
import { lockAccountToRead } from "./changes.ts";
import { changedSsns, detailAfter } from "./detail-after.ts";
import {
  type AccountDetail,
  accountDetail,
  deleteAccountNames,
  insertAccountNames,
  selectIsNameTaken,
  settingNames,
  updateAccountSettings,
} from "./detail-queries.ts";
import { updateAccountEntry } from "./entries.ts";
import { accountErrors } from "./errors.ts";
import { accountUpdated } from "./events.ts";
import { foldedName } from "./folded-name.ts";
import { encodeAccount, fieldsOf } from "./get-account.ts";
import { selectStoredSsns } from "./replace-lists-queries.ts";
import { replaceLists } from "./replaced-lists.ts";
import { isMasked, problemsWithUpdate, type UpdateFacts } from "./rules.ts";
import { type AccountUpdate, pluralOf } from "./schema.ts";
import { renewSearchTexts } from "./search-queries.ts";

/** Updates an account: absent fields stay, lists are replaced; an update of nothing is audited too. */
export async function updateAccount(
  ctx: Context,
  accountNumber: string,
  request: AccountUpdate,
): Promise<void> {
  await write(
    ctx,
    updateAccountEntry,
    async (tx) => {
      // Before the account's own lock: accounts are locked in order of number.
      const billed = await lockAccountsToBill(tx, accountNumber, request);
      const before = await lockAccountToRead(tx, ctx.caller, accountNumber, accountDetail);
      await ctx.condition?.judge(tx);
      const facts = await factsOf(tx, request, before);
      refuseFor(problemsWithUpdate(request, facts));

      changeSettings(tx, before, request);
      await changeBilling(tx, ctx, before, { request, others: billed });
      const beneficiaries = replaceLists(tx, ctx.vault, { ...before, ...facts }, request);
      const after = detailAfter(before, request, beneficiaries);
      if (request.accountName !== undefined) await renewSearchTexts(tx, [before.number]);
      return { value: null, audit: notesOf(request, before, after, billed) };
    },
    { refusals: { account_name_key: ruleProblem(accountErrors.uniqueName) } },
  );
}

/** The other accounts that a new plan affects, locked; none if it affects no other. */
async function lockAccountsToBill(
  tx: Tx,
  accountNumber: string,
  request: AccountUpdate,
): Promise<readonly BilledAccount[]> {
  if (request.billingPlanOid === undefined) return [];
  const accounts = await lockAccountsBilledWith(tx, accountNumber);
  return accounts.filter(({ number }) => number !== accountNumber);
}

async function factsOf(
  tx: Tx,
  request: AccountUpdate,
  account: AccountDetail,
): Promise<UpdateFacts> {
  const { beneficiaries } = account;
  const { accountName, billingPlanOid } = request;
  const has = (kind: BeneficiaryKind) => beneficiaries.some((row) => row.kind === kind);
  return {
    accountType: account.accountType,
    isNameTaken:
      accountName !== undefined &&
      (await selectIsNameTaken(tx, account.number, foldedName(accountName))),
    isPlanUnknown:
      billingPlanOid !== undefined &&
      !(await selectHasAdvisoryPlan(tx, account.firmOid, billingPlanOid)),
    hasPrimaries: has("P"),
    hasContingents: has("C"),
    storedSsns: hasMasked(request) ? await selectStoredSsns(tx, account.number) : [],
  };
}

function hasMasked({ primaryBeneficiaries, contingentBeneficiaries }: AccountUpdate): boolean {
  return [primaryBeneficiaries, contingentBeneficiaries].some((list) => list?.some(isMasked));
}

function changeSettings(tx: Tx, { number }: AccountDetail, request: AccountUpdate): void {
  if (settingNames.some((name) => request[name] !== undefined)) {
    updateAccountSettings(tx, number, request);
  }
  if (request.accountName === undefined) return;
  deleteAccountNames(tx, number);
  insertAccountNames(tx, number, foldedName(request.accountName));
}

async function changeBilling(
  tx: Tx,
  { now }: Context,
  { number }: AccountDetail,
  {
    request: { billingPlanOid },
    others,
  }: { readonly request: AccountUpdate; readonly others: readonly BilledAccount[] },
): Promise<void> {
  if (billingPlanOid === undefined) return;
  const numbers = [number, ...others.map((other) => other.number)];
  await updateBillingPlan(tx, numbers, { billingPlanOid, today: newYorkDay(now) });
}

/** One note per account with the fields sent, before and after. */
function notesOf(
  request: AccountUpdate,
  before: AccountDetail,
  after: AccountDetail,
  others: readonly BilledAccount[],
): NoteOf<typeof updateAccountEntry>[] {
  const sent = Object.keys(request).map(pluralOf);
  const sentOf = (detail: AccountDetail) => fieldsOf(encodeAccount(detail), sent);
  const ssnsChanged = changedSsns(before, after);
  const notes = [
    {
      subject: before.number,
      before: sentOf(before),
      after: sentOf(after),
      ...(Object.keys(ssnsChanged).length > 0 && { detail: { ssnsChanged } }),
    },
    ...others.map(({ number, billingPlanOid }) => ({
      subject: number,
      before: { billingPlanOid },
      after: { billingPlanOid: after.billingPlanOid },
    })),
  ];
  return notes.map((note) => ({ ...note, events: eventsOf(note) }));
}

/** The names of the fields that have changed; there is no event if none has. */
function eventsOf(note: NoteOf<typeof updateAccountEntry>): EventNote[] {
  type Fields = Readonly<Record<string, unknown>>;
  const { subject, before, after, detail } = note;
  const was = before as Fields;
  const is = after as Fields;
  const ssns = detail?.ssnsChanged ?? {};
  const fields = Object.keys(is).filter(
    (name) => name in ssns || JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  return fields.length === 0 ? [] : [accountUpdated({ accountNumber: subject, fields })];
}
