// A private placement offer as its audit entries record it, in the interface's terms.
import {
  type AuditedChange,
  loadedRows,
  notedInstant,
} from "../../../platform/change/audited-change.ts";
import { encodeOffer } from "./get-offer.ts";
import { type OfferRow, offerPresets } from "./queries.ts";
import type { Offer } from "./schema.ts";

/** An offer without the name of its issuer, which is in the firm's chain and not in the offer's. */
export type PastOffer = Omit<Offer, "security"> & {
  readonly security: Omit<Offer["security"], "companyName">;
};

type Row = Readonly<Record<string, unknown>>;

/** The offer after these changes, oldest first; undefined if none of them records it. */
export function offerAfter(changes: readonly AuditedChange[]): PastOffer | undefined {
  let row: Row | undefined;
  for (const change of changes) {
    for (const loaded of loadedRows(change, "offers")) row = { ...row, ...storedNames(loaded) };
    const { offer } = change.after as { offer?: Row };
    if (offer) row = { ...row, modifiedAt: offer.createdAt, ...offer };
    // A change of an offer is noted by the fields that it changes.
    if (changing.has(change.operation)) row = { ...row, ...change.after };
  }
  return row && withoutIssuer(encodeOffer(decodeRow(row)));
}

/** The operations whose entries in an offer's chain have its changed fields. */
const changing = new Set(["updateOffer", "updateParticipation", "closeDueOffer"]);

const loadedNames: ReadonlyMap<string, string> = new Map([
  ["privatePlacementOfferOid", "offerOid"],
  ["accreditationSetting", "naturalPersonAccreditation"],
  ["qualifiedInstitutionalBuyerSetting", "corporateAccreditation"],
  ["previousExperienceSetting", "previousExperience"],
  ["closingDate", "closingOn"],
  ["publishedDate", "publishedOn"],
  ["creationTimestamp", "createdAt"],
  ["modificationTimestamp", "modifiedAt"],
]);

function storedNames(loaded: Row): Row {
  const entries = Object.entries(loaded).map(([name, value]) => [
    loadedNames.get(name) ?? name,
    value,
  ]);
  return Object.fromEntries(entries);
}

function decodeRow(row: Row): OfferRow {
  const participants = (row.participatingFirms ?? []) as Row[];
  return {
    ...offerPresets,
    ...row,
    createdAt: notedInstant(row.createdAt),
    modifiedAt: notedInstant(row.modifiedAt),
    participatingFirms: participants.map(({ position, ...firm }) => firm),
  } as unknown as OfferRow;
}

function withoutIssuer({ security, ...offer }: Offer): PastOffer {
  const { companyName, ...rest } = security;
  return { ...offer, security: rest };
}
