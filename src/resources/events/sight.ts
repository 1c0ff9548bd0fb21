// Who sees an event: whoever sees the record in its data, now, and where the change took it from
// someone's sight, whoever saw it just before. (lifecycles: events)
import {
  type Caller,
  clientsInView,
  firmInView,
  kindOfCaller,
} from "../../platform/change/context.ts";
import type { Sees } from "../../platform/events/feed.ts";
import type { EventRow } from "../../platform/events/queries.ts";
import type { Reader } from "../../platform/store/db.ts";
import { type Id, isAccountNumber, isId } from "../../values/ids.ts";
import type { Right } from "../../values/rights.ts";
import { accountsInView, accountsOfFirm, maySeeField } from "../accounts/reads.ts";
import { managersOfFirms } from "../firms/reads.ts";
import { firmsOfMembers } from "../members/reads.ts";
import { modelsInView } from "../models/reads.ts";
import { firmsOfOffers, offersInView } from "../offers/reads.ts";
import { securitiesInView } from "../positions/reads.ts";
import { reservedFor } from "../reserved-participants.ts";

/** What decides the sight of an event, as far as it needs the store. */
interface Named {
  readonly account?: string | undefined;
  readonly offer?: string | undefined;
  readonly member?: string | undefined;
  readonly model?: string | undefined;
  /** A firm by its id. */
  readonly firm?: string | undefined;
  readonly security?: string | undefined;
}

/** What the store says of all that the events of a page name. */
interface Facts {
  /** The accounts to which the caller has each right. */
  readonly accounts: Readonly<Record<"s" | "d" | "p", ReadonlySet<string>>>;
  /** Those in sight of its firm, whichever clients the request is about. */
  readonly accountsOfFirm: ReadonlySet<string>;
  /** The securities that accounts hold of which the caller's client sees the details. */
  readonly held: ReadonlySet<string>;
  readonly offers: ReadonlySet<string>;
  readonly firmsOfOffers: Awaited<ReturnType<typeof firmsOfOffers>>;
  readonly firmsOfMembers: ReadonlyMap<string, string>;
  readonly models: ReadonlySet<string>;
  readonly managersOfFirms: ReadonlyMap<string, string>;
}

interface Judged {
  readonly event: EventRow;
  readonly named: Named;
  readonly caller: Caller;
  readonly facts: Facts;
}

type Rule = (judged: Judged) => boolean;

/** Events as a caller sees them. */
export function sightOf(db: Reader, caller: Caller): Sees {
  return async (events) => {
    const named = events.map(namedBy);
    const facts = await factsOf(db, caller, named);
    return events.map((event, index) => {
      const judged = { event, named: named[index] ?? {}, caller, facts };
      return ruleOf(event)(judged) || sawBefore(judged) ? shownOf(event, judged) : undefined;
    });
  };
}

/** An event of an account without the names of fields to which the caller has no right; undefined
 * where only such fields have changed. */
function shownOf<E extends EventRow>(event: E, { named, facts, caller }: Judged): E | undefined {
  const { type, data, sight } = event;
  const isOfFields = type === "account.opened" || type === "account.updated";
  const { fields } = data;
  if (!isOfFields || !Array.isArray(fields) || clientsInView(caller).length === 0) return event;
  const account = named.account ?? "";
  const held = new Set<Right>(["s"]);
  if (facts.accounts.d.has(account)) held.add("d");
  if (facts.accounts.p.has(account)) held.add("p");
  // Who has lost the sight of the account is told by what.
  const lostBy = sight?.formerLogins === undefined ? [] : ["owners", "permittedLoginIds"];
  const shown = fields.filter((name) => lostBy.includes(name) || maySeeField(held, name));
  const isHidden = type === "account.updated" && shown.length === 0 && fields.length > 0;
  return isHidden ? undefined : { ...event, data: { ...data, fields: shown } };
}

/** A right to the account, as the record in the event's data needs it. */
const ofAccount =
  (right: keyof Facts["accounts"]): Rule =>
  ({ named, facts }) =>
    facts.accounts[right].has(named.account ?? "");

/** Whoever sees the account, where it is no client or the member in the data is its own. */
const ofOwn: Rule = (judged) => {
  const { named, caller } = judged;
  const isOther = clientsInView(caller).some(({ loginId }) => loginId !== named.member);
  return !isOther && ofAccount("s")(judged);
};

/** Firms all; a client that of what it holds, as far as it sees what its account holds. */
const ofHeld: Rule = ({ named, facts, caller }) =>
  clientsInView(caller).length === 0 || facts.held.has(named.security ?? "");

const ofOffer: Rule = ({ named, facts }) => facts.offers.has(named.offer ?? "");

const ofModel: Rule = ({ named, facts }) => facts.models.has(named.model ?? "");

/** The operator, the member's firm, the member. */
const ofMember: Rule = ({ named, facts, caller }) => {
  const clients = clientsInView(caller);
  const isOther = clients.some(({ loginId }) => loginId !== named.member);
  if (isOther) return false;
  const isOfFirm = facts.firmsOfMembers.get(named.member ?? "") === caller.firm.oid;
  return isOperator(caller) || isOfFirm;
};

/** The operator and the member's firm, also where they act for the member; not the member itself. */
const ofMembersFirm: Rule = (judged) =>
  kindOfCaller(judged.caller) !== "client" && ofMember(judged);

/** The operator and a firm, neither of them on behalf of a client: clients do not see it. */
const ofStaff =
  (isFirm: Rule): Rule =>
  (judged) =>
    clientsInView(judged.caller).length === 0 && (isOperator(judged.caller) || isFirm(judged));

const isFirm: Rule = ({ named, caller }) => named.firm === caller.firm.oid;

const isManager: Rule = ({ named, facts, caller }) =>
  facts.managersOfFirms.get(named.firm ?? "") === caller.firm.oid;

const isFirmOfMember: Rule = ({ named, facts, caller }) =>
  facts.firmsOfMembers.get(named.member ?? "") === caller.firm.oid;

const isCreator: Rule = ({ named, facts, caller }) =>
  facts.firmsOfOffers.get(named.offer as Id)?.creatingFirmOid === caller.firm.oid;

const isIssuer: Rule = ({ named, facts, caller }) =>
  facts.firmsOfOffers.get(named.offer as Id)?.issuingFirmOid === caller.firm.oid;

const isParticipant: Rule = ({ event, caller }) =>
  event.data.participatingFirmId === caller.firm.partnerCode;

const anyOf =
  (...rules: readonly Rule[]): Rule =>
  (judged) =>
    rules.some((rule) => rule(judged));

/** By the type, or by what stands before its dot; a type that is not here nobody sees. */
const rules: Readonly<Record<string, Rule>> = {
  ...{ account: ofAccount("s"), folio: ofAccount("s"), agreement: ofOwn },
  ...{ restriction: ofAccount("d"), transfer: ofAccount("d"), transactions: ofAccount("d") },
  ...{ notice: ofAccount("d"), vote: ofAccount("d"), subscription: ofAccount("d") },
  permission: anyOf(ofAccount("p"), ofOwn),
  ...{ member: ofMember, accreditation: ofMember, item: ofMember },
  trustee: ofStaff(isFirmOfMember),
  firm: ofStaff(anyOf(isFirm, isManager)),
  webhook: ofStaff(isFirm),
  offer: ofOffer,
  "offer.approved": ofStaff(isFirm),
  "offer.disapproved": ofStaff(isFirm),
  "document.added": anyOf(ofOffer, ofStaff(isFirm)),
  "document.viewed": anyOf(ofStaff(isCreator), ofMembersFirm),
  "document.signed": anyOf(ofStaff(isCreator), ofMembersFirm),
  participation: ofStaff(anyOf(isParticipant, isCreator, isIssuer)),
  order: anyOf(ofAccount("d"), ofStaff(anyOf(isCreator, isIssuer))),
  model: ofModel,
  price: ofHeld,
};

function ruleOf({ type }: Pick<EventRow, "type">): Rule {
  return knownRuleOf(type) ?? (() => false);
}

/** Who sees events of a type; undefined if nobody has decided that, and nobody sees them. */
export function knownRuleOf(type: string): Rule | undefined {
  return rules[type] ?? rules[type.split(".")[0] ?? ""];
}

function isOperator(caller: Caller): boolean {
  return kindOfCaller(caller) === "operator";
}

/** Whether the caller saw the record until the event took it from its sight. */
function sawBefore(judged: Judged): boolean {
  const { event, named, caller, facts } = judged;
  const { formerLogins, formerFirms, declinedFirms, formerClients } = event.sight ?? {};
  const clients = clientsInView(caller);
  if (formerLogins !== undefined && clients.length > 0) {
    const isNamed = clients.every(({ loginId }) => formerLogins.includes(loginId));
    return isNamed && facts.accountsOfFirm.has(named.account ?? "");
  }
  if (formerFirms === undefined || (clients.length > 0 && !formerClients)) return false;
  // What is in its sight, still or again, it sees by the rule alone.
  if (ofOffer(judged)) return false;
  const firm = firmInView(caller);
  const { oid, partnerCode } = firm;
  // A client of the creating firm, which needs no code.
  const creator = facts.firmsOfOffers.get(named.offer as Id)?.creatingFirmOid;
  if (creator === oid) return event.type !== "participation.changed";
  // An event from before these were noted has none.
  if (declinedFirms?.includes(partnerCode)) return false;
  return [partnerCode, ...reservedFor(firm)].some((code) => formerFirms.includes(code));
}

/** What an event names, by its subject, its data and what was noted of its sight. */
function namedBy({ subject, data, sight }: EventRow): Named {
  // Not at each colon: a login id may contain some.
  const of = (kind: string) =>
    subject.startsWith(`${kind}:`) ? subject.slice(kind.length + 1) : undefined;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return {
    account: isAccountNumber(subject) ? subject : sight?.account,
    offer: of("offer") ?? text(data.privatePlacementOfferOid),
    member: of("member") ?? text(data.loginId),
    model: of("model") ?? text(data.modelOid),
    firm: of("firm") ?? text(data.firmOid),
    security: of("security") ?? text(data.securityId),
  };
}

async function factsOf(db: Reader, caller: Caller, named: readonly Named[]): Promise<Facts> {
  const all = (of: keyof Named) => [
    ...new Set(named.map((each) => each[of]).filter((each) => each !== undefined)),
  ];
  const numbers = all("account").filter(isAccountNumber);
  const offers = all("offer").filter(isId);
  const isOfClient = clientsInView(caller).length > 0;
  const inSight = accountsInView(db, caller, numbers, "s");
  const withRight = (right: Right) =>
    isOfClient ? accountsInView(db, caller, numbers, right) : inSight;
  const [s, d, p, ofFirm, held, inView, ofOffers, ofMembers, models, managers] = await Promise.all([
    ...([inSight, withRight("d"), withRight("p")] as const),
    isOfClient ? accountsOfFirm(db, caller, numbers) : new Set<string>(),
    isOfClient ? securitiesInView(db, caller, all("security").filter(isId)) : new Set<string>(),
    offersInView(db, caller, offers),
    firmsOfOffers(db, offers),
    firmsOfMembers(db, all("member")),
    modelsInView(db, caller, all("model").filter(isId)),
    managersOfFirms(db, all("firm").filter(isId)),
  ]);
  return {
    ...{ accounts: { s, d, p }, accountsOfFirm: ofFirm, held, offers: inView, models },
    ...{ firmsOfOffers: ofOffers, firmsOfMembers: ofMembers, managersOfFirms: managers },
  };
}
