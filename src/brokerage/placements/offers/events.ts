// Events of offers. Subject: the offer.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { type EventNote, type EventSight, eventShape } from "../../../platform/change/event.ts";
import { participationCode } from "../../../reference/codes.ts";
import { Type } from "../../../values/type.ts";
import type { OfferRow, Participant } from "./queries.ts";

const offer = {
  privatePlacementOfferOid: entryId,
  offerStatus: Type.String(),
  fields: Type.Array(Type.String()),
};

/** An offer was created; `fields` names what it has. */
export const offerCreated = eventShape("offer.created", offer);
/** Terms of an offer have changed; `fields` names them. */
export const offerUpdated = eventShape("offer.updated", offer);
/** An offer was published. */
export const offerPublished = eventShape("offer.published", offer);
/** An offer is no longer published. */
export const offerUnpublished = eventShape("offer.unpublished", offer);
/** An offer was closed incomplete. */
export const offerClosed = eventShape("offer.closed", offer);
/** An offer was cancelled. */
export const offerCancelled = eventShape("offer.cancelled", offer);
/** An offer was executed. */
export const offerExecuted = eventShape("offer.executed", offer);
/** A firm was invited, has answered, or is no longer named. */
export const participationChanged = eventShape("participation.changed", {
  participatingFirmId: Type.String(),
  status: Type.String(),
});

const ticker = { ticker: Type.String() };
/** The operator has approved a security. Subject: its issuer. */
export const offerApproved = eventShape("offer.approved", ticker);
/** The operator has withdrawn an approval. Subject: the issuer. */
export const offerDisapproved = eventShape("offer.disapproved", ticker);

const document = { documentId: Type.String(), version: Type.String() };
/** A version of a document was added. Subject: the issuer. */
export const documentAdded = eventShape("document.added", document);
/** A member has viewed a version of a document. */
export const documentViewed = eventShape("document.viewed", {
  ...document,
  loginId: Type.String(),
});

/** A version that a member has viewed became signed with a subscription. */
export const documentSigned = eventShape("document.signed", {
  ...document,
  loginId: Type.String(),
});

type OfferData = Pick<OfferRow, "offerOid" | "offerStatus">;

/** The fields of an offer that decide the events of a change, and who sees them. */
export type EventOffer = OfferData &
  Pick<OfferRow, "published" | "clientsHaveAccess"> & {
    readonly participatingFirms: readonly Participant[];
  };

/** The data of an event about an offer, and which of its fields have changed. */
export function eventData({ offerOid, offerStatus }: OfferData, fields: readonly string[]) {
  return { privatePlacementOfferOid: offerOid, offerStatus, fields: [...fields] };
}

/** The fields of an offer that a publication, or its end, changes. */
const publishing = ["published"];
/** The fields that an end changes. */
export const ending = ["offerStatus"];

/** The events of a new offer: `fields` are those that it has. */
export function eventsOfNew(offer: EventOffer, fields: readonly string[]): EventNote[] {
  return [
    offerCreated(eventData(offer, fields)),
    ...(offer.published ? [offerPublished(eventData(offer, publishing))] : []),
    ...eventsOfParticipants({ ...offer, participatingFirms: [] }, offer),
  ];
}

const closings = { N: offerClosed, X: offerCancelled, C: offerExecuted } as const;

const letsIn = (status: string | undefined) =>
  status === participationCode.approved || status === participationCode.pending;

/** The callers, other than its own firms, who saw a published offer before a change hid it from them. */
function seenUntil({ participatingFirms, clientsHaveAccess }: EventOffer): EventSight {
  const codes = (areSeers: boolean) =>
    participatingFirms
      .filter((firm) => letsIn(firm.participatingFirmStatus) === areSeers)
      .map((firm) => firm.participatingFirmId);
  return {
    formerFirms: codes(true),
    declinedFirms: codes(false),
    formerClients: clientsHaveAccess,
  };
}

/** The events of a change of an offer: its terms by name, its publication, its end, its firms. */
export function eventsOfUpdate(
  before: EventOffer,
  after: EventOffer,
  fields: readonly string[],
): EventNote[] {
  const isMoved = after.offerStatus !== before.offerStatus;
  const closing = isMoved ? closings[after.offerStatus as keyof typeof closings] : undefined;
  const terms = fields.filter((field) => field !== "published");
  const publication = after.published
    ? offerPublished(eventData(after, publishing))
    : offerUnpublished(eventData(after, publishing), seenUntil(before));
  // A change that takes it from the sight of clients alone.
  const isHidden = before.published && before.clientsHaveAccess && !after.clientsHaveAccess;
  const updated = offerUpdated(eventData(after, terms), isHidden ? seenUntil(before) : undefined);
  return [
    ...(terms.length > 0 ? [updated] : []),
    ...(after.published === before.published ? [] : [publication]),
    ...(closing ? [closing(eventData(after, ending))] : []),
    ...eventsOfParticipants(before, after),
  ];
}

/** The events of a change of the participating firms: of a participation that ends also those who
 * saw the offer by it. */
export function eventsOfParticipants(before: EventOffer, after: EventOffer): EventNote[] {
  const statuses = ({ participatingFirms }: EventOffer) =>
    new Map(
      participatingFirms.map((firm) => [firm.participatingFirmId, firm.participatingFirmStatus]),
    );
  const had = statuses(before);
  const has = statuses(after);
  const gone = [...had.keys()].filter((id) => !has.has(id)).map((id) => [id, "none"] as const);
  const changed = [...has].filter(([id, status]) => had.get(id) !== status);
  return [...gone, ...changed].map(([participatingFirmId, status]) => {
    const change = { participatingFirmId, status };
    const isEnded = before.published && letsIn(had.get(participatingFirmId)) && !letsIn(status);
    if (!isEnded) return participationChanged(change);
    return participationChanged(change, {
      ...seenUntil(before),
      formerFirms: [participatingFirmId],
    });
  });
}
