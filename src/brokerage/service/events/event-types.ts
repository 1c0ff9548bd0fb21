// Every type of event, with who sees it. docs/events.md and the schemas of requests list the types from here.
// (docs/events.md)
import {
  anyOf,
  isCreator,
  isFirm,
  isFirmOfMember,
  isIssuer,
  isManager,
  isParticipant,
  ofAccount,
  ofCorporateEvent,
  ofDocument,
  ofHeld,
  ofMember,
  ofMembersFirm,
  ofModel,
  ofOffer,
  ofOwn,
  ofSecurity,
  ofStaff,
  type Rule,
} from "./who-sees.ts";

/** By family, each type's last part with who sees it, in the order of the documentation. */
const families: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  account: all("opened updated", ofAccount("summary")),
  agreement: all("signed", ofOwn),
  member: all("created updated verified", ofMember),
  trustee: all("created updated", ofStaff(isFirmOfMember)),
  accreditation: all("recorded", ofMember),
  firm: all("created updated", ofStaff(anyOf(isFirm, isManager))),
  household: all("created updated", ofStaff(isFirm)),
  item: all("created viewed resolved", ofMember),
  restriction: all("created lifted", ofAccount("detail")),
  offer: {
    ...all("created updated published unpublished closed cancelled executed", ofOffer),
    ...all("approved disapproved", ofStaff(isFirm)),
  },
  document: {
    ...all("added", anyOf(ofOffer, ofStaff(isFirm))),
    ...all("viewed signed", anyOf(ofStaff(isCreator), ofMembersFirm)),
    ...all("uploaded available read held", ofDocument),
  },
  delivery: all("changed", ofMember),
  participation: all("changed", ofStaff(anyOf(isParticipant, isCreator, isIssuer))),
  order: all(
    "created amended accepted rejected cancelled placed processed completed",
    anyOf(ofAccount("detail"), ofStaff(anyOf(isCreator, isIssuer))),
  ),
  transfer: all("created updated", ofAccount("detail")),
  notice: all("created updated expired", ofAccount("detail")),
  vote: all("replaced", ofAccount("detail")),
  corporateevent: all(
    "created updated announced entitled posting posted corrected reversed cancelled",
    ofCorporateEvent,
  ),
  entitlement: all("posted refused reversed differs", ofAccount("detail")),
  feerun: all("created previewed approved discarded posted reversed", ofStaff(isFirm)),
  fee: all("posted due writtenoff refunded", ofAccount("detail")),
  import: all("prepared completed released discarded expired", ofStaff(isFirm)),
  statementrun: all("created ready released discarded", ofStaff(isFirm)),
  model: all("created updated", ofModel),
  subscription: all("adopted pended removed", ofAccount("detail")),
  folio: all("created updated closed", ofAccount("summary")),
  permission: all("granted modified revoked", anyOf(ofAccount("papers"), ofOwn)),
  transactions: all("booked", ofAccount("detail")),
  price: all("set", ofHeld),
  security: all("renamed", ofSecurity),
  webhook: all("pinged disabled", ofStaff(isFirm)),
};

function all(steps: string, seenBy: Rule): Readonly<Record<string, Rule>> {
  return Object.fromEntries(steps.split(" ").map((step) => [step, seenBy]));
}

/** The rules of who sees events of each type; a type that is not here nobody sees. */
export const whoSees: ReadonlyMap<string, Rule> = new Map(
  Object.entries(families).flatMap(([family, steps]) =>
    Object.entries(steps).map(([step, rule]) => [`${family}.${step}`, rule]),
  ),
);

/** Every type, in the order of the families. */
export const eventTypes: readonly string[] = [...whoSees.keys()];
