// The callers that see an event: those that see the record in its data, now, and where the change
// took it from someone's sight, those that saw it just before. (docs/events.md)

import { type Id, isAccountNumber, isId } from "@bursar/values/ids";
import { type Caller, clientsInView, firmInView } from "../../../platform/change/context.ts";
import type { VisibleEvents } from "../../../platform/feed/feed.ts";
import type { EventRow } from "../../../platform/feed/queries.ts";
import type { Reader } from "../../../platform/store/db.ts";
import type { Right } from "../../../values/rights.ts";
import { securitiesInView } from "../../books/positions/reads.ts";
import {
  accountsInView,
  accountsOfFirm,
  maySeeField,
} from "../../clients-and-accounts/accounts/reads.ts";
import { managersOfFirms } from "../../clients-and-accounts/firms/reads.ts";
import { firmsOfMembers } from "../../clients-and-accounts/members/reads.ts";
import { corporateEventsInView } from "../../corporate-events/announcements/reads.ts";
import { securitiesSeen } from "../../market/securities/reads.ts";
import { modelsInView } from "../../model-portfolios/models/reads.ts";
import { firmsOfOffers, offersInView } from "../../placements/offers/reads.ts";
import { reservedFor } from "../../placements/offers/reserved-participants.ts";
import { whoSees } from "./event-types.ts";
import { type Facts, type Judged, type Named, ofOffer } from "./who-sees.ts";

/** Events as a caller sees them. */
export function visibleEvents(db: Reader, caller: Caller): VisibleEvents {
  return async (events) => {
    const named = events.map(namedBy);
    const facts = await factsOf(db, caller, named);
    return events.map((event, index) => {
      const judged = { event, named: named[index] ?? {}, caller, facts };
      return isSeen(judged) || sawBefore(judged) ? withShownFacts(event, judged) : undefined;
    });
  };
}

/** An event of an account without the names of fields to which the caller has no right; undefined
 * where only such fields have changed. */
function withShownFacts<E extends EventRow>(
  event: E,
  { named, facts, caller }: Judged,
): E | undefined {
  const { type, data, sight } = event;
  const isOfFields = type === "account.opened" || type === "account.updated";
  const { fields } = data;
  if (!isOfFields || !Array.isArray(fields) || clientsInView(caller).length === 0) return event;
  const account = named.account ?? "";
  const held = new Set<Right>(["summary"]);
  if (facts.accounts.detail.has(account)) held.add("detail");
  if (facts.accounts.papers.has(account)) held.add("papers");
  // A caller that lost sight of the account learns which change took it.
  const lostBy = sight?.formerLogins === undefined ? [] : ["owners", "permittedLoginIds"];
  const shown = fields.filter((name) => lostBy.includes(name) || maySeeField(held, name));
  const isHidden = type === "account.updated" && shown.length === 0 && fields.length > 0;
  return isHidden ? undefined : { ...event, data: { ...data, fields: shown } };
}

/** Whether the caller sees the record that the event names. */
function isSeen(judged: Judged): boolean {
  return whoSees.get(judged.event.type)?.(judged) ?? false;
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
  // A record that is in its sight, still or again, it sees by the rule alone.
  if (ofOffer(judged)) return false;
  const firm = firmInView(caller);
  const { oid, partnerCode } = firm;
  // A client of the creating firm, which needs no code.
  const creator = facts.firmsOfOffers.get(named.offer as Id)?.creatingFirmOid;
  if (creator === oid) return event.type !== "participation.changed";
  if (declinedFirms?.includes(partnerCode)) return false;
  return [partnerCode, ...reservedFor(firm)].some((code) => formerFirms.includes(code));
}

/** The records that an event names, by its subject, its data and the note of its sight. */
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
    corporateEvent: of("security") === undefined ? undefined : text(data.eventId),
  };
}

async function factsOf(db: Reader, caller: Caller, named: readonly Named[]): Promise<Facts> {
  const all = (of: keyof Named) => [
    ...new Set(named.map((each) => each[of]).filter((each) => each !== undefined)),
  ];
  const numbers = all("account").filter(isAccountNumber);
  const offers = all("offer").filter(isId);
  const isOfClient = clientsInView(caller).length > 0;
  const inSight = accountsInView(db, caller, numbers, "summary");
  const withRight = (right: Right) =>
    isOfClient ? accountsInView(db, caller, numbers, right) : inSight;
  const securities = all("security").filter(isId);
  const [
    summary,
    detail,
    papers,
    ofFirm,
    held,
    seen,
    inView,
    ofOffers,
    ofMembers,
    models,
    managers,
    announced,
  ] = await Promise.all([
    inSight,
    withRight("detail"),
    withRight("papers"),
    isOfClient ? accountsOfFirm(db, caller, numbers) : new Set<string>(),
    isOfClient ? securitiesInView(db, caller, securities) : new Set<string>(),
    securitiesSeen(db, caller, securities),
    offersInView(db, caller, offers),
    firmsOfOffers(db, offers),
    firmsOfMembers(db, all("member")),
    modelsInView(db, caller, all("model").filter(isId)),
    managersOfFirms(db, all("firm").filter(isId)),
    corporateEventsInView(db, caller, all("corporateEvent").filter(isId)),
  ]);
  return {
    accounts: { summary, detail, papers },
    accountsOfFirm: ofFirm,
    held,
    securities: seen,
    offers: inView,
    models,
    firmsOfOffers: ofOffers,
    firmsOfMembers: ofMembers,
    managersOfFirms: managers,
    corporateEvents: announced,
  };
}
