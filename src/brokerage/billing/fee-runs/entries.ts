// The shapes of the audit entries of fee runs: a run's are on the chain of its firm, a fee's on that of its account.

import {
  entryCount,
  entryDay,
  entryDecimal,
  entryId,
  entryShape,
  ofAccount,
  ofFirm,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";
import { DocumentInEntry } from "../../documents/vault/changes.ts";

const Run = Type.Object({ feeRunOid: entryId, runStatus: Type.String() });
const Hash = nullable(Type.String({ pattern: "^[0-9a-f]{64}$" }));
const Sums = Type.Object({ items: entryCount, computed: entryDecimal, itemsHash: Hash });
const Text = nullableText();

/** A run that was created. */
export const createFeeRunEntry = entryShape("createFeeRun", {
  subject: ofFirm,
  after: Run,
  detail: Type.Object({ kind: Type.String(), periodEnd: entryDay, accounts: entryCount }),
});

/** Some of a run's items that were computed, and the run where it is done. */
export const computeFeeRunEntry = entryShape("computeFeeRun", {
  subject: ofFirm,
  before: Run,
  after: Run,
  detail: Sums,
});

const RunMoved = Type.Object({ comment: Text, postDate: nullable(entryDay), sums: Sums });

/** A run that was moved on. */
export const updateFeeRunEntry = entryShape("updateFeeRun", {
  subject: ofFirm,
  before: Run,
  after: Run,
  detail: RunMoved,
});

/** A run whose day has come. */
export const beginFeePostingEntry = entryShape("beginFeePosting", {
  subject: ofFirm,
  before: Run,
  after: Run,
});

const Payout = Type.Object({
  payee: Type.String(),
  collected: entryDecimal,
  refunded: entryDecimal,
  carried: entryDecimal,
  amount: entryDecimal,
});

const Paid = Type.Object({ payouts: nullable(Type.Array(Payout)) });

/** A run of which every item is posted or due, or refunded. */
export const endFeePostingEntry = entryShape("endFeePosting", {
  subject: ofFirm,
  before: Run,
  after: Run,
  detail: Paid,
});

const Item = Type.Object({
  feeRunOid: entryId,
  line: entryCount,
  state: Type.String(),
  posted: entryDecimal,
});
const SetOff = Type.Object(
  { feeRunOid: entryId, line: entryCount, state: Type.String(), amount: entryDecimal },
  { description: "The fee that is no longer due by as much, since its days were not served." },
);
const Booked = Type.Object({
  transactionIds: Type.Array(entryId),
  reason: Text,
  foliosComputed: Type.Array(Type.String()),
  itemsCreated: Type.Array(entryId),
  paidFor: nullableText("The account for which this one has paid."),
  setOff: Type.Optional(SetOff),
});

/** The bill of an item that was stored; an account that is not billed after all has none, and a reason. */
export const drawFeeBillEntry = entryShape("drawFeeBill", {
  subject: ofAccount,
  before: Item,
  after: Item,
  detail: Type.Object({ document: nullable(DocumentInEntry), reason: Text }),
});

/** A bill that no longer holds, and the document that says so. */
export const withdrawFeeBillEntry = entryShape("withdrawFeeBill", {
  subject: ofAccount,
  after: Type.Object({ feeRunOid: entryId, line: entryCount, document: DocumentInEntry }),
});

/** The bill of a fee that came back. */
export const drawRefundBillEntry = entryShape("drawRefundBill", {
  subject: ofAccount,
  after: Type.Object({ transactionId: entryId, document: DocumentInEntry }),
});

/** A fee that was taken, or stays due, and what an account paid for another. */
export const postFeeItemEntry = entryShape("postFeeItem", {
  subject: ofAccount,
  before: Item,
  after: Item,
  detail: Booked,
});

/** An item that a person has changed, and what that has booked. */
export const updateFeeItemEntry = entryShape("updateFeeItem", {
  subject: ofAccount,
  before: Item,
  after: Item,
  detail: Type.Object({ ...Booked.properties, adjusted: nullable(entryDecimal) }),
});

const Refund = Type.Object({ transactionId: entryId, left: entryDecimal });

/** A fee that came back, and what a payer got of it. */
export const createFeeRefundEntry = entryShape("createFeeRefund", {
  subject: ofAccount,
  before: Refund,
  after: Refund,
  detail: Type.Object({ ...Booked.properties, amount: entryDecimal, comment: Text }),
});

/** A fee that came back since its run is reversed. */
export const reverseFeeItemEntry = entryShape("reverseFeeItem", {
  subject: ofAccount,
  before: Item,
  after: Item,
  detail: Booked,
});

/** The next step of a run that a sandbox has made: of the run, and of each account that it has
 * billed. */
export const stepFeeRunEntry = entryShape("stepFeeRun", {
  subject: Type.Union([ofFirm, ofAccount]),
  before: Type.Union([Run, Item]),
  after: Type.Union([Run, Item]),
  detail: Type.Union([RunMoved, Paid, Booked, Type.Object({})]),
});

/** The posted fees, compared with those that they would be by later facts. */
export const compareFeeRunEntry = entryShape("compareFeeRun", {
  subject: ofFirm,
  after: Run,
  detail: Type.Object({ items: entryCount, changed: entryCount, difference: entryDecimal }),
});
