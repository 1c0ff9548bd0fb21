// The content of the audit entries of corporate events. The event's are on the chain of its
// security.

import {
  entryCount,
  entryId,
  entryShape,
  ofAccount,
  ofSecurity,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";

/** The terms by the names of the interface, as JSON: each kind of event has others. */
const Terms = Type.String();
const State = Type.Object({ eventId: entryId, status: Type.String(), version: entryCount });
/** The sums over all lines, as the event shows them, as JSON; null where there is no line. */
const Totals = nullableText();
const Lines = Type.Object({
  lines: entryCount,
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  totals: Totals,
});

/** An event that was announced. */
export const createCorporateEventEntry = entryShape("createCorporateEvent", {
  subject: ofSecurity,
  after: State,
  detail: Type.Object({ kind: Type.String(), terms: Terms }),
});

/** An event that was changed or moved on; where its lines were worked out, how many, and their digest. */
export const updateCorporateEventEntry = entryShape("updateCorporateEvent", {
  subject: ofSecurity,
  before: State,
  after: State,
  detail: Type.Object({
    terms: Terms,
    comment: nullableText(),
    entitled: nullable(Lines),
  }),
});

const moved = { subject: ofSecurity, before: State, after: State };

/** An event whose entitlement day has come. */
export const entitleCorporateEventEntry = entryShape("entitleCorporateEvent", {
  ...moved,
  detail: Type.Object({ entitled: Lines }),
});

/** An event whose holders elect no more. */
export const freezeElectionsEntry = entryShape("freezeElections", {
  subject: ofSecurity,
  after: State,
});

/** An event that posts by itself. */
export const beginPostingEntry = entryShape("beginPosting", {
  ...moved,
  detail: Type.Object({ entitled: Lines }),
});

/** An event of which every line is posted, or reversed. */
export const endPostingEntry = entryShape("endPosting", {
  ...moved,
  detail: Type.Object({
    totals: Totals,
    renamed: Type.Array(Type.String(), { description: "The new names of the security." }),
  }),
});

const LineState = Type.Object({ eventId: entryId, status: Type.String() });

/** A line that was booked, refused or taken back. */
export const postCorporateEventLineEntry = entryShape("postCorporateEventLine", {
  subject: ofAccount,
  before: LineState,
  after: LineState,
  detail: Type.Object({
    transactionIds: Type.Array(entryId),
    reason: nullableText(),
    foliosComputed: Type.Array(Type.String()),
  }),
});

/** A line that the operator has decided, and the event where it is posted again for it. */
export const updateCorporateEventLineEntry = entryShape("updateCorporateEventLine", {
  subject: Type.Union([ofSecurity, ofAccount]),
  before: LineState,
  after: LineState,
  detail: Type.Object({ action: Type.String(), comment: nullableText() }),
});

/** A line that would be another by facts that came later, or is what it would be again. */
export const compareCorporateEventLineEntry = entryShape("compareCorporateEventLine", {
  subject: ofAccount,
  after: Type.Object({ eventId: entryId, differs: Type.Boolean() }),
});

const Accrued = Type.Object({ eventId: entryId, accrued: Type.Boolean() });

/** A line whose payouts series count as accrued, or whose shares they await: from now on, as they are now, or no longer. */
export const accrueCorporateEventLineEntry = entryShape("accrueCorporateEventLine", {
  subject: ofAccount,
  before: Accrued,
  after: Accrued,
});
