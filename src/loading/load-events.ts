// The events of a load for the records of each kind: of daily rows, prices and lots nothing, of an
// account's transactions once.

import type { Id } from "@bursar/values/ids";
import { booked, transactionsBooked } from "../brokerage/books/transactions/events.ts";
import {
  accountOpened,
  accountUpdated,
} from "../brokerage/clients-and-accounts/accounts/events.ts";
import {
  itemCreated,
  itemResolved,
  itemViewed,
} from "../brokerage/clients-and-accounts/agreements/events.ts";
import { firmCreated, firmUpdated } from "../brokerage/clients-and-accounts/firms/events.ts";
import { folioCreated, folioUpdated } from "../brokerage/clients-and-accounts/folios/events.ts";
import {
  householdCreated,
  householdUpdated,
} from "../brokerage/clients-and-accounts/households/events.ts";
import { memberCreated, memberUpdated } from "../brokerage/clients-and-accounts/members/events.ts";
import { restrictionCreated } from "../brokerage/clients-and-accounts/restrictions/events.ts";
import {
  trusteeCreated,
  trusteeUpdated,
} from "../brokerage/clients-and-accounts/trustees/events.ts";
import {
  eventAnnounced,
  eventCreated,
  eventUpdated,
} from "../brokerage/corporate-events/announcements/events.ts";
import {
  noticeCreated,
  noticeUpdated,
} from "../brokerage/corporate-events/corporate-actions/events.ts";
import { securityRenamed } from "../brokerage/market/securities/events.ts";
import { subscriptionAdopted } from "../brokerage/model-portfolios/model-subscriptions/events.ts";
import { modelCreated, modelUpdated } from "../brokerage/model-portfolios/models/events.ts";
import { transferCreated, transferUpdated } from "../brokerage/money/transfers/events.ts";
import {
  documentAdded,
  type EventOffer,
  eventsOfNew,
  eventsOfUpdate,
  offerApproved,
} from "../brokerage/placements/offers/events.ts";
import { eventOfOrder } from "../brokerage/placements/private-placement-orders/events.ts";
import type { OrderStatus } from "../brokerage/placements/private-placement-orders/life-cycle.ts";
import type { LoadEvents, LoadedChange } from "../platform/bulk/kinds/loaded-change.ts";
import type { EventNote } from "../platform/change/event.ts";
import { ifaStatuses } from "../reference/codes.ts";

const text = (row: Readonly<Record<string, unknown>>, name: string) => String(row[name] ?? "");

/** The events of a load, by the name of the kind. */
export const loadEvents: Readonly<Record<string, LoadEvents>> = {
  firms: {
    ofRow: ({ isNew, after, fields }) => [
      (isNew ? firmCreated : firmUpdated)({ firmOid: text(after, "firmOid"), fields: [...fields] }),
    ],
  },
  members: {
    ofRow: ({ isNew, after, fields }) => {
      const isTrustee = after.membershipType === "trustee";
      const [created, updated] = isTrustee
        ? [trusteeCreated, trusteeUpdated]
        : [memberCreated, memberUpdated];
      return [
        (isNew ? created : updated)({ loginId: text(after, "loginId"), fields: [...fields] }),
      ];
    },
  },
  securities: { ofRow: ofSecurity },
  accounts: { ofRow: ofAccount },
  folios: {
    ofRow: ({ isNew, after, fields }) => [
      (isNew ? folioCreated : folioUpdated)({
        folioNumber: text(after, "folioNumber"),
        fields: [...fields],
      }),
    ],
  },
  households: {
    ofRow: ({ isNew, after, fields }) => [
      (isNew ? householdCreated : householdUpdated)({
        householdOid: text(after, "householdOid"),
        fields: [...fields],
      }),
    ],
  },
  models: {
    ofRow: ({ isNew, after, fields }) => [
      (isNew ? modelCreated : modelUpdated)({
        modelOid: text(after, "modelOid"),
        fields: [...fields],
      }),
    ],
  },
  "model-subscriptions": {
    ofRow: ({ after }) => [
      subscriptionAdopted({
        folioNumber: text(after, "folioNumber"),
        modelOid: text(after, "modelOid"),
      }),
    ],
  },
  offers: { ofRow: ofOffer },
  "offer-approvals": {
    ofRow: ({ after }) => [offerApproved({ ticker: text(after, "ticker") })],
  },
  "offer-documents": {
    ofRow: ({ isNew, after }) =>
      isNew
        ? [documentAdded({ documentId: text(after, "id"), version: text(after, "version") })]
        : [],
  },
  "private-placement-orders": {
    second: { prefix: "offer:", field: "privatePlacementOfferOid" },
    ofRow: ({ subject, isNew, before, after, fields }) => {
      const account = text(after, "accountNumber");
      // Emitted for the offer: a caller who sees the account sees it as well.
      const sight = subject === account ? undefined : { account };
      return [eventOfOrder(isNew ? undefined : orderIn(before), orderIn(after), fields, sight)];
    },
  },
  restrictions: {
    // A restriction that is loaded again has no event: its number, reason and type never change.
    ofRow: ({ isNew, after }) =>
      isNew
        ? [
            restrictionCreated({
              accountRestrictionId: text(after, "accountRestrictionId"),
              reasonCode: text(after, "reason.code"),
              typeCode: text(after, "type.code"),
            }),
          ]
        : [],
  },
  "items-for-attention": { ofRow: ofItem },
  transfers: {
    ofRow: ({ isNew, after }) => [
      (isNew ? transferCreated : transferUpdated)({
        acatid: text(after, "acatid"),
        status: text(after, "status"),
      }),
    ],
  },
  "corporate-actions": {
    ofRow: ({ isNew, after }) => [
      (isNew ? noticeCreated : noticeUpdated)({
        notifid: text(after, "notifid"),
        status: text(after, "status"),
      }),
    ],
  },
  "corporate-events": { storedIn: "terms", ofRow: ofCorporateEvent },
  transactions: { ofKeys: (ids) => [transactionsBooked(booked(ids))] },
};

/** The names of a security, by the columns of its file. */
const namesOfSecurity = new Map([
  ["ticker", "ticker"],
  ["cusip", "cusip"],
  ["name", "companyName"],
]);

function ofSecurity({ isNew, after, fields }: LoadedChange): EventNote[] {
  const renamed = fields.flatMap((field) => namesOfSecurity.get(field) ?? []);
  if (isNew || renamed.length === 0) return [];
  return [securityRenamed({ securityId: text(after, "securityId"), fields: renamed })];
}

function ofAccount({ subject, isNew, before, after, fields }: LoadedChange): EventNote[] {
  const data = { accountNumber: subject, fields: [...fields] };
  if (isNew) return [accountOpened(data)];
  const formerLogins = ["owners", "permittedLoginIds"].flatMap((name) => {
    const has = new Set(loginsIn(after[name]));
    return loginsIn(before[name]).filter((login) => !has.has(login));
  });
  return [accountUpdated(data, formerLogins.length === 0 ? undefined : { formerLogins })];
}

/** The members of a list as it is noted. */
function loginsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.map((entry: { loginId?: string }) => entry.loginId ?? "") : [];
}

/** As a request creates or changes an event; one that comes in announced is announced as well. */
function ofCorporateEvent({ isNew, before, after, fields }: LoadedChange): EventNote[] {
  const data = { eventId: text(after, "eventId"), status: text(after, "status"), fields: [] };
  const ofTerms = fields.filter((field) => field !== "status");
  const wasAnnounced = !isNew && before.status !== "DRAFT";
  return [
    ...(isNew ? [eventCreated(data)] : []),
    ...(isNew || ofTerms.length === 0 ? [] : [eventUpdated({ ...data, fields: ofTerms })]),
    ...(wasAnnounced || data.status === "DRAFT" ? [] : [eventAnnounced(data)]),
  ];
}

function ofOffer({ isNew, before, after, fields }: LoadedChange): EventNote[] {
  const was = offerIn(before);
  const is = offerIn(after);
  if (isNew) return eventsOfNew(is, fields);
  // Each of its firms that has changed has an event of its own.
  return eventsOfUpdate(
    was,
    is,
    fields.filter((field) => !derivedFields.has(field)),
  );
}

const derivedFields = new Set(["participatingFirms", "publishedDate", "modificationTimestamp"]);

/** An offer as it is noted. */
function offerIn(row: LoadedChange["after"]): EventOffer {
  return {
    offerOid: text(row, "privatePlacementOfferOid") as Id,
    offerStatus: text(row, "offerStatus"),
    published: row.published === true,
    clientsHaveAccess: row.clientsHaveAccess === true,
    participatingFirms: (row.participatingFirms ?? []) as EventOffer["participatingFirms"],
  };
}

/** A subscription as it is noted. */
function orderIn(row: LoadedChange["after"]) {
  return {
    orderOid: text(row, "privatePlacementOrderOid") as Id,
    offerOid: text(row, "privatePlacementOfferOid") as Id,
    orderStatus: text(row, "orderStatus") as OrderStatus,
  };
}

const outcomes = new Map(ifaStatuses.rows.map(({ code, outcome }) => [code, outcome]));

function ofItem({ isNew, before, after }: LoadedChange): EventNote[] {
  const item = {
    id: text(after, "id"),
    loginId: text(after, "loginId"),
    ifaType: text(after, "ifaType"),
    ifaStatus: text(after, "ifaStatus"),
  };
  if (isNew) return [itemCreated(item)];
  if (before.ifaStatus === after.ifaStatus) return [];
  return [(outcomes.get(item.ifaStatus) === "open" ? itemViewed : itemResolved)(item)];
}
