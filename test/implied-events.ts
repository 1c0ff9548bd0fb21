// The events that an audit entry implies, as a table from the operation to the types that its entry emits, in order:
// a change without its event, or an event without a change, is a fault.
import { loadOrder } from "../src/loading/load-order.ts";
import { type Database, sql } from "../src/platform/store/db.ts";
import { ifaStatuses } from "../src/reference/codes.ts";
import { madeUp } from "./any-entry.ts";

type Json = Readonly<Record<string, unknown>>;

/** An entry with what it says, and the types of its events in their order. */
export interface RecordedEntry {
  readonly subject: string;
  readonly sequence: string;
  readonly operation: string;
  readonly requestId: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly detail: Json | undefined;
  readonly emitted: readonly string[];
}

/** The types of the events that an entry implies; `others` are the entries of the same request on other subjects. */
type Implied = (entry: RecordedEntry, others: readonly RecordedEntry[]) => readonly string[];

const isAccount = ({ subject }: Pick<RecordedEntry, "subject">) => !subject.includes(":");
const isOf = (kind: string, { subject }: Pick<RecordedEntry, "subject">) =>
  subject.startsWith(`${kind}:`);
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The names of the fields that differ. */
function changedIn(before: Json = {}, after: Json = {}): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !same(before[name], after[name]));
}

const differs = ({ before, after }: RecordedEntry) => changedIn(before, after).length > 0;
const always =
  (...types: readonly string[]): Implied =>
  () =>
    types;
const ifChanged =
  (type: string): Implied =>
  (entry) =>
    differs(entry) ? [type] : [];

const times = (count: number, type: string) => Array<string>(count).fill(type);
const lengthOf = (detail: Json | undefined, name: string) =>
  ((detail?.[name] ?? []) as readonly unknown[]).length;

/** The items that inform members of a change. */
const itemsIn = ({ detail }: RecordedEntry) =>
  times(lengthOf(detail, "itemsCreated"), "item.created");

/** The events of a run that was released or discarded, and each document that can be read then. */
function ofStatementRun({ after, detail }: RecordedEntry): string[] {
  if (detail?.document !== undefined) return ["document.available"];
  return [`statementrun.${String(after?.runStatus).toLowerCase()}`];
}

const arrivals: Readonly<Record<string, string>> = {
  INITIAL: "order.created",
  ACCEPTED: "order.accepted",
  ORDER_CREATED: "order.placed",
  PROCESSING: "order.processed",
  COMPLETE: "order.completed",
  REJECTED: "order.rejected",
  CANCELLED: "order.cancelled",
};
const arrival = (status: unknown) => arrivals[String(status)] ?? `no type of status ${status}`;

/** The steps of a subscription: whoever executes an offer places first what was accepted. */
function ofOrder({ before, after }: RecordedEntry): string[] {
  const was = before?.order as Json;
  const is = after?.order as Json;
  if (was.orderStatus === is.orderStatus)
    return changedIn(was, is).length > 0 ? ["order.amended"] : [];
  const isPlacedFirst = was.orderStatus === "ACCEPTED" && is.orderStatus === "PROCESSING";
  return [...(isPlacedFirst ? ["order.placed"] : []), arrival(is.orderStatus)];
}

/** The steps of an offer's subscriptions in the same request, which may change several offers. */
const ofOrdersIn = ({ subject }: RecordedEntry, others: readonly RecordedEntry[]) =>
  others
    .filter((entry) => {
      const order = entry.after?.order as Json | undefined;
      return isAccount(entry) && subject === `offer:${order?.privatePlacementOfferOid}`;
    })
    .flatMap(ofOrder);

interface Participant {
  readonly participatingFirmId: string;
  readonly participatingFirmStatus: string;
}

/** One for each firm that was invited, has answered, or is no longer named. */
function ofParticipants(before: Json = {}, after: Json = {}): string[] {
  const statuses = (of: Json) =>
    Object.fromEntries(
      ((of.participatingFirms ?? []) as Participant[]).map((firm) => [
        firm.participatingFirmId,
        firm.participatingFirmStatus,
      ]),
    );
  return times(changedIn(statuses(before), statuses(after)).length, "participation.changed");
}

const endings: Readonly<Record<string, string>> = {
  N: "offer.closed",
  X: "offer.cancelled",
  C: "offer.executed",
};

/** Follows from terms, or has a type of its own. */
const notTerms = new Set([
  "published",
  "publishedOn",
  "publishedDate",
  "offerStatus",
  "participatingFirms",
  "modifiedAt",
  "modificationTimestamp",
]);

/** The event of a change of an offer, without its subscriptions. */
function ofOfferUpdate(before: Json = {}, after: Json = {}): string[] {
  const changed = changedIn(before, after);
  const ending = changed.includes("offerStatus") ? endings[String(after.offerStatus)] : undefined;
  const isPublished = changed.includes("published");
  return [
    ...(changed.some((name) => !notTerms.has(name)) ? ["offer.updated"] : []),
    ...(isPublished ? [after.published ? "offer.published" : "offer.unpublished"] : []),
    ...(ending ? [ending] : []),
    ...ofParticipants(before, after),
  ];
}

function ofNewOffer(offer: Json = {}): string[] {
  return [
    "offer.created",
    ...(offer.published ? ["offer.published"] : []),
    ...ofParticipants({}, offer),
  ];
}

const outcomes = new Map<unknown, string>(
  ifaStatuses.rows.map(({ code, outcome }) => [code, outcome]),
);
const ofItem = (status: unknown) =>
  outcomes.get(status) === "open" ? "item.viewed" : "item.resolved";

/** The events of an entry, by its operation; an entry of any other operation emits nothing. */
export const impliedEvents: Readonly<Record<string, Implied>> = {
  addOfferDocument: (entry) => (isOf("firm", entry) ? ["document.added"] : []),
  bookTransactions: (entry) => ["transactions.booked", ...itemsIn(entry)],
  setAverageBasis: always("transactions.booked"),
  closeDueOffer: (entry, others) => {
    if (isAccount(entry)) return [...ofOrder(entry), ...itemsIn(entry)];
    return [...ofOrdersIn(entry, others), ...ofOfferUpdate(entry.before, entry.after)];
  },
  createAccount: (entry) => {
    const { after = {} } = entry;
    if (isOf("firm", entry)) return ["firm.updated"];
    if (after.account === undefined) return differs(entry) ? ["account.updated"] : [];
    return [
      "account.opened",
      // For cash, and for what lies outside folios.
      ...times(2, "folio.created"),
      "permission.granted",
      "restriction.created",
      ...times(lengthOf(after, "itemsCreated"), "item.created"),
    ];
  },
  createFirm: always("firm.created"),
  createFolio: always("folio.created"),
  createHousehold: always("household.created"),
  endBuilding: always("statementrun.ready"),
  updateStatementRun: ofStatementRun,
  createItemForAttention: (entry) => (isAccount(entry) ? ["item.created"] : []),
  createMember: always("member.created"),
  createModel: always("model.created"),
  createFeeRun: always("feerun.created"),
  computeFeeRun: ofFeeRun,
  updateFeeRun: ofFeeRun,
  endFeePosting: ofFeeRun,
  stepFeeRun: (entry) => (isAccount(entry) ? ofFeeItem(entry) : ofFeeRun(entry)),
  postFeeItem: ofFeeItem,
  updateFeeItem: ofFeeItem,
  reverseFeeItem: ofFeeItem,
  createFeeRefund: ({ detail }) =>
    detail?.paidFor === null ? ["transactions.booked", "fee.refunded"] : ["transactions.booked"],
  prepareImport: always("import.prepared"),
  completeImport: always("import.completed"),
  decideImport: ({ after }) => [`import.${String(after?.importStatus).toLowerCase()}`],
  expireImport: always("import.expired"),
  createStatementRun: always("statementrun.created"),
  beginPosting: always("corporateevent.posting"),
  compareCorporateEventLine: ({ after }) =>
    after?.differs === true ? ["entitlement.differs"] : [],
  createCorporateEvent: always("corporateevent.created"),
  createNotice: always("notice.created"),
  createNotices: always("notice.created"),
  createOffer: ({ after }) => ofNewOffer(after?.offer as Json),
  createPrivatePlacementOrder: (entry) => {
    if (isAccount(entry)) return ["order.created"];
    const { before, after } = entry;
    const isStarted = !same(before?.offer, after?.offer);
    const signed = lengthOf(after?.order as Json, "signedDocuments");
    return [
      "order.created",
      ...times(signed, "document.signed"),
      ...(isStarted ? ["offer.updated"] : []),
    ];
  },
  createRestriction: always("restriction.created"),
  createTransfer: always("transfer.created"),
  createTrustee: always("trustee.created"),
  decideOrder: (entry) => {
    const isBooked = entry.detail?.transactionIds !== undefined;
    return [...ofOrder(entry), ...itemsIn(entry), ...(isBooked ? ["transactions.booked"] : [])];
  },
  disableWebhook: always("webhook.disabled"),
  expireNotice: always("notice.expired"),
  followModel: ({ after, detail }) => {
    const { subscriptionStatus } = (after?.subscription ?? {}) as Json;
    return [
      subscriptionStatus === "CURRENT" ? "subscription.adopted" : "subscription.pended",
      ...(detail?.itemCreated ? ["item.created"] : []),
    ];
  },
  keepTaxPaper: always("document.available"),
  drawFeeBill: ({ detail }) => (detail?.document ? ["document.available"] : []),
  drawRefundBill: always("document.available"),
  withdrawFeeBill: always("document.available"),
  getMemberBill: always("document.read"),
  getMemberStatement: always("document.read"),
  getOfferDocument: always("document.viewed"),
  grantPermission: always("permission.granted"),
  liftRestriction: ({ detail }) =>
    times(lengthOf(detail, "restrictionsLifted"), "restriction.lifted"),
  endPosting: ({ after, detail }) => [
    `corporateevent.${String(after?.status).toLowerCase()}`,
    ...(lengthOf(detail, "renamed") > 0 ? ["security.renamed"] : []),
  ],
  entitleCorporateEvent: always("corporateevent.entitled"),
  loadFolder: (entry) => ofLoad(entry),
  modifyPermission: ifChanged("permission.modified"),
  pingWebhook: always("webhook.pinged"),
  placeDueOrder: (entry) =>
    entry.detail?.itemCreated === undefined ? ofOrder(entry) : ["item.created"],
  recordAccreditation: always("accreditation.recorded"),
  removeModelSubscription: always("subscription.removed"),
  replaceVote: always("vote.replaced"),
  reverifyMember: ifChanged("member.verified"),
  revokePermission: always("permission.revoked"),
  postCorporateEventLine: ({ after, detail }) => [
    ...(lengthOf(detail, "transactionIds") > 0 ? ["transactions.booked"] : []),
    ...(detail?.reason === null ? [] : ["entitlement.refused"]),
    ...(after?.status === "REVERSED" ? ["entitlement.reversed"] : []),
    ...(after?.status === "POSTED" && detail?.reason === null ? ["entitlement.posted"] : []),
  ],
  setModelSubscription: ({ before, after }) => {
    const changed = changedIn(before, after);
    return [
      ...(changed.includes("subscription") ? ["subscription.adopted"] : []),
      ...(changed.includes("folioName") ? ["folio.updated"] : []),
    ];
  },
  setOfferApproval: (entry) => {
    if (!differs(entry)) return [];
    return [entry.after?.approvalDate === null ? "offer.disapproved" : "offer.approved"];
  },
  setPrice: (entry) => (isAccount(entry) ? [] : ["price.set"]),
  signCustomerAgreement: ({ detail }) => [
    "agreement.signed",
    ...times(lengthOf(detail, "itemsResolved"), "item.resolved"),
    ...times(lengthOf(detail, "restrictionsLifted"), "restriction.lifted"),
  ],
  setDeliveryPreferences: always("delivery.changed"),
  setDocumentHold: always("document.held"),
  uploadAccountDocument: always("document.uploaded", "item.created"),
  uploadMemberDocument: (entry) => [isAccount(entry) ? "item.created" : "document.uploaded"],
  updateAccount: (entry) =>
    // A number may be another one with the same last four digits.
    differs(entry) || entry.detail?.ssnsChanged ? ["account.updated"] : [],
  remindHolder: itemsIn,
  tellHolder: (entry) => {
    const { before, after } = entry;
    if (before === undefined || before === null) return ["notice.created", ...itemsIn(entry)];
    const isOver = before.status === "New" && after?.status === "Expired";
    return [isOver ? "notice.expired" : "notice.updated"];
  },
  updateCorporateEvent: ofCorporateEvent,
  updateFirm: (entry) => {
    if (!isAccount(entry)) return differs(entry) ? ["firm.updated"] : [];
    return ["account.updated", "item.created"];
  },
  updateFolio: ({ before, after }) => {
    const changed = changedIn(before, after);
    return [
      ...(changed.some((name) => name !== "folioStatus") ? ["folio.updated"] : []),
      ...(changed.includes("folioStatus") ? ["folio.closed"] : []),
    ];
  },
  updateHousehold: ifChanged("household.updated"),
  updateItemForAttention: (entry) => {
    if (!isAccount(entry)) return [];
    return [
      ofItem(entry.after?.ifaStatus),
      ...times(lengthOf(entry.detail, "restrictionsLifted"), "restriction.lifted"),
    ];
  },
  updateMember: (entry) => {
    if (!isAccount(entry)) return differs(entry) ? ["member.updated"] : [];
    return [
      ...(entry.detail?.itemCreated === undefined ? [] : ["item.created"]),
      ...(differs(entry) ? ["account.updated"] : []),
    ];
  },
  updateModel: ifChanged("model.updated"),
  updateNotice: always("notice.updated"),
  updateOffer: (entry, others) => {
    if (isAccount(entry)) return [...ofOrder(entry), ...itemsIn(entry)];
    return [...ofOrdersIn(entry, others), ...ofOfferUpdate(entry.before, entry.after)];
  },
  updateParticipation: ({ before, after }) => ofParticipants(before, after),
  updatePrivatePlacementOrder: ofOrder,
  updateTransfer: always("transfer.updated"),
  updateTrustee: ifChanged("trustee.updated"),
  updateVerification: ifChanged("member.verified"),
};

const ofRunStatus: Readonly<Record<string, string>> = {
  PREVIEW: "feerun.previewed",
  APPROVED: "feerun.approved",
  DISCARDED: "feerun.discarded",
  POSTED: "feerun.posted",
  REVERSED: "feerun.reversed",
};

/** The steps of a fee run; computations in between emit nothing. */
function ofFeeRun({ before, after }: RecordedEntry): readonly string[] {
  const type = ofRunStatus[String(after?.runStatus)];
  return type === undefined || before?.runStatus === after?.runStatus ? [] : [type];
}

/** The events of a fee that was taken, came back, is due or is written off; of a payer those of its bookings. */
function ofFeeItem(entry: RecordedEntry): readonly string[] {
  const { operation, before, after, detail } = entry;
  const rows = lengthOf(detail, "transactionIds");
  if (detail?.paidFor !== null) return ["transactions.booked"];
  const was = Number(before?.posted);
  const is = Number(after?.posted);
  const hasMoved = before?.state !== after?.state;
  const isDue = after?.state === "PART" || after?.state === "DUE";
  const isPosted = is > was || (after?.state === "POSTED" && hasMoved && is === was);
  return [
    ...times(operation === "reverseFeeItem" ? rows : Math.min(rows, 1), "transactions.booked"),
    ...(isPosted ? ["fee.posted"] : []),
    ...(isDue && (before?.state === "OPEN" || is !== was) ? ["fee.due"] : []),
    ...(is < was || (after?.state === "REFUNDED" && rows > 0) ? ["fee.refunded"] : []),
    ...(after?.state === "WRITTENOFF" && hasMoved ? ["fee.writtenoff"] : []),
    ...itemsIn(entry),
  ];
}

function ofCorporateEvent({ before, after }: RecordedEntry): readonly string[] {
  const was = String(before?.status);
  const is = String(after?.status);
  if (was === is) return ["corporateevent.updated"];
  if (is === "REVERSING") return [];
  const isCorrected = was === "POSTED" && before?.version !== after?.version;
  return [isCorrected ? "corporateevent.corrected" : `corporateevent.${is.toLowerCase()}`];
}

type OfRow = (row: { readonly before: Json | null; readonly after: Json }) => readonly string[];

const either =
  (kind: string): OfRow =>
  ({ before }) => [before === null ? `${kind}.created` : `${kind}.updated`];

/** Whether columns of the file differ; derived columns alone emit nothing. */
function changesColumns(kind: string, before: Json, after: Json): boolean {
  const columns = loadOrder.find(({ name }) => name === kind)?.schema.properties ?? {};
  return changedIn(withTerms(before), withTerms(after)).some((name) => name in columns);
}

/** A row with the columns of a corporate event that are stored as its terms. */
const withTerms = (row: Json): Json => ({ ...(row.terms as Json | undefined), ...row });

function ofLoadedEvent({ before, after }: Parameters<OfRow>[0]): string[] {
  const isAnnounced = after.status !== "DRAFT" && (before === null || before.status === "DRAFT");
  const announced = isAnnounced ? ["corporateevent.announced"] : [];
  if (before === null) return ["corporateevent.created", ...announced];
  const { status: _, ...was } = before;
  const { status: __, ...is } = after;
  const isUpdated = changesColumns("corporate-events", was, is);
  return [...(isUpdated ? ["corporateevent.updated"] : []), ...announced];
}
const onlyNew =
  (type: string): OfRow =>
  ({ before }) =>
    before === null ? [type] : [];

/** The events of a loaded row, by the kind of record; rows of other kinds emit nothing. */
const ofLoadedRow: Readonly<Record<string, OfRow>> = {
  firms: either("firm"),
  members: ({ before, after }) =>
    either(after.membershipType === "trustee" ? "trustee" : "member")({ before, after }),
  accounts: ({ before }) => [before === null ? "account.opened" : "account.updated"],
  folios: either("folio"),
  households: either("household"),
  models: either("model"),
  "model-subscriptions": () => ["subscription.adopted"],
  offers: ({ before, after }) =>
    before === null ? ofNewOffer(after) : ofOfferUpdate(before, { ...before, ...after }),
  "offer-approvals": () => ["offer.approved"],
  "offer-documents": onlyNew("document.added"),
  "private-placement-orders": ({ before, after }) => [
    before === null || before.orderStatus !== after.orderStatus
      ? arrival(after.orderStatus)
      : "order.amended",
  ],
  restrictions: onlyNew("restriction.created"),
  "items-for-attention": ({ before, after }) => {
    if (before === null) return ["item.created"];
    return before.ifaStatus === after.ifaStatus ? [] : [ofItem(after.ifaStatus)];
  },
  transfers: either("transfer"),
  "corporate-actions": either("notice"),
  "corporate-events": ofLoadedEvent,
};

function ofLoad({ before = {}, after = {}, detail = {} }: RecordedEntry): string[] {
  const ofRows = Object.entries(after).flatMap(([kind, rows]) =>
    (rows as (Json | null)[]).flatMap((row, index) => {
      const was = (before[kind] as (Json | null)[])[index] ?? null;
      if (was !== null && !changesColumns(kind, was, row ?? {})) return [];
      return ofLoadedRow[kind]?.({ before: was, after: row ?? {} }) ?? [];
    }),
  );
  const imports = (after.imports ?? []) as Json[];
  return [
    ...ofRows,
    ...(detail.transactions === undefined ? [] : ["transactions.booked"]),
    ...imports.flatMap(({ preparedImport }) => (preparedImport ? ["import.released"] : [])),
  ];
}

/** Whether the entries of an operation never imply an event. */
export function isSilent(operation: string): boolean {
  return impliedEvents[operation] === undefined;
}

/** Events that are emitted and not implied, or implied and not emitted, by the entries of the store. */
export async function impliedEventFaults(db: Database): Promise<string[]> {
  const entries = await selectRecordedEntries(db);
  const requests = Map.groupBy(entries, ({ requestId }) => requestId);
  return entries.flatMap((entry) => {
    const { operation, subject, sequence, requestId, emitted } = entry;
    if (madeUp.has(operation)) return [];
    const implied = impliedEvents[operation] ?? (() => []);
    const others = (requests.get(requestId) ?? []).filter(
      (other) => other !== entry && other.operation === operation,
    );
    // Of a request that changes several subscriptions the order is theirs, not that of the entries.
    const [is, wanted] = [emitted, implied(entry, others)].map((types) =>
      types.toSorted().join(", "),
    );
    const which = `${operation} of ${subject}, entry ${sequence}`;
    return is === wanted ? [] : [`${which}: emits [${is}], its entry implies [${wanted}]`];
  });
}

async function selectRecordedEntries(db: Database): Promise<RecordedEntry[]> {
  const rows = await db.rows(sql<
    Omit<RecordedEntry, "before" | "after" | "detail"> & { readonly note: string }
  >`
    select subject, sequence::text as sequence, operation, request_id as "requestId",
      detail::text as note,
      coalesce((
        select array_agg(event.type order by event.place) from event
        where event.subject = audit_entry.subject and event.sequence = audit_entry.sequence
      ), '{}') as emitted
    from audit_entry order by subject, sequence`);
  return rows.map(({ note, ...row }) => {
    const { before, after, detail } = JSON.parse(note) as Partial<Record<string, Json>>;
    return { ...row, before, after, detail };
  });
}
