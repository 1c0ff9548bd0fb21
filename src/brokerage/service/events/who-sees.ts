// The rules of who sees an event: whoever sees the record that its data names. (docs/events.md)

import type { Id } from "@bursar/values/ids";
import { type Caller, clientsInView, kindOfCaller } from "../../../platform/change/context.ts";
import type { EventRow } from "../../../platform/feed/queries.ts";
import { rightTo } from "../../documents/vault/reads.ts";
import type { firmsOfOffers } from "../../placements/offers/reads.ts";

/** The records that decide the sight of an event, as far as it needs the store. */
export interface Named {
  readonly account?: string | undefined;
  readonly offer?: string | undefined;
  readonly member?: string | undefined;
  readonly model?: string | undefined;
  /** A firm by its id. */
  readonly firm?: string | undefined;
  readonly security?: string | undefined;
  readonly corporateEvent?: string | undefined;
}

/** The stored facts about all records that the events of a page name. */
export interface Facts {
  /** The accounts to which the caller has each right. */
  readonly accounts: Readonly<Record<"summary" | "detail" | "papers", ReadonlySet<string>>>;
  /** The accounts in sight of its firm, whichever clients the request is about. */
  readonly accountsOfFirm: ReadonlySet<string>;
  /** The securities that accounts hold of which the caller's client sees the details. */
  readonly held: ReadonlySet<string>;
  /** The securities in sight. */
  readonly securities: ReadonlySet<string>;
  readonly offers: ReadonlySet<string>;
  readonly firmsOfOffers: Awaited<ReturnType<typeof firmsOfOffers>>;
  readonly firmsOfMembers: ReadonlyMap<string, string>;
  readonly models: ReadonlySet<string>;
  readonly corporateEvents: ReadonlySet<string>;
  readonly managersOfFirms: ReadonlyMap<string, string>;
}

export interface Judged {
  readonly event: EventRow;
  readonly named: Named;
  readonly caller: Caller;
  readonly facts: Facts;
}

/** Whether the caller sees the event. */
export type Rule = (judged: Judged) => boolean;

/** A right to the account, as the record in the event's data needs it. */
export const ofAccount =
  (right: keyof Facts["accounts"]): Rule =>
  ({ named, facts }) =>
    facts.accounts[right].has(named.account ?? "");

/** The rule that the caller sees the account, and is no client or the member in the data is its
 * own. */
export const ofOwn: Rule = (judged) => {
  const { named, caller } = judged;
  const isOther = clientsInView(caller).some(({ loginId }) => loginId !== named.member);
  return !isOther && ofAccount("summary")(judged);
};

export const ofSecurity: Rule = ({ named, facts }) => facts.securities.has(named.security ?? "");

/** Firms that of each security in sight; a client that of what its account holds, as far as it sees it. */
export const ofHeld: Rule = (judged) =>
  clientsInView(judged.caller).length === 0
    ? ofSecurity(judged)
    : judged.facts.held.has(judged.named.security ?? "");

export const ofOffer: Rule = ({ named, facts }) => facts.offers.has(named.offer ?? "");

export const ofModel: Rule = ({ named, facts }) => facts.models.has(named.model ?? "");

export const ofCorporateEvent: Rule = ({ named, facts }) =>
  facts.corporateEvents.has(named.corporateEvent ?? "");

/** The operator, the member's firm, the member. */
export const ofMember: Rule = ({ named, facts, caller }) => {
  const clients = clientsInView(caller);
  const isOther = clients.some(({ loginId }) => loginId !== named.member);
  if (isOther) return false;
  const isOfFirm = facts.firmsOfMembers.get(named.member ?? "") === caller.firm.oid;
  return isOperator(caller) || isOfFirm;
};

/** The operator and the member's firm, also where they act for the member; not the member itself. */
export const ofMembersFirm: Rule = (judged) =>
  kindOfCaller(judged.caller) !== "client" && ofMember(judged);

/** The rule that the caller sees a document: of an account by the right that its type needs; of a
 * member; of a household its firm. */
export const ofDocument: Rule = (judged) => {
  const { event, named } = judged;
  if (event.subject.startsWith("firm:")) return ofStaff(isFirm)(judged);
  if (named.account === undefined) return ofMember(judged);
  const { reportType } = event.data;
  return ofAccount(rightTo(typeof reportType === "string" ? reportType : null))(judged);
};

/** The operator and a firm, neither of them on behalf of a client: clients do not see it. */
export const ofStaff =
  (isFirm: Rule): Rule =>
  (judged) =>
    clientsInView(judged.caller).length === 0 && (isOperator(judged.caller) || isFirm(judged));

export const isFirm: Rule = ({ named, caller }) => named.firm === caller.firm.oid;

export const isManager: Rule = ({ named, facts, caller }) =>
  facts.managersOfFirms.get(named.firm ?? "") === caller.firm.oid;

export const isFirmOfMember: Rule = ({ named, facts, caller }) =>
  facts.firmsOfMembers.get(named.member ?? "") === caller.firm.oid;

export const isCreator: Rule = ({ named, facts, caller }) =>
  facts.firmsOfOffers.get(named.offer as Id)?.creatingFirmOid === caller.firm.oid;

export const isIssuer: Rule = ({ named, facts, caller }) =>
  facts.firmsOfOffers.get(named.offer as Id)?.issuingFirmOid === caller.firm.oid;

export const isParticipant: Rule = ({ event, caller }) =>
  event.data.participatingFirmId === caller.firm.partnerCode;

export const anyOf =
  (...rules: readonly Rule[]): Rule =>
  (judged) =>
    rules.some((rule) => rule(judged));

function isOperator(caller: Caller): boolean {
  return kindOfCaller(caller) === "operator";
}
