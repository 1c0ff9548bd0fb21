// The matches of the text that is typed: records that the service finds, and pages and commands by
// their names.
import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { bookReads } from "../data/book-reads.ts";
import { codes, nameIn } from "../data/codes.ts";
import { eventKinds } from "../data/event-kinds.ts";
import { eventReads } from "../data/event-reads.ts";
import { feeReads } from "../data/fee-reads.ts";
import { householdReads } from "../data/household-reads.ts";
import { namedBy } from "../data/match-names.ts";
import { reads } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { reportKinds, statementReads } from "../data/statement-reads.ts";
import { day, personOf, words } from "../data/texts.ts";
import type { IconName } from "./icon.tsx";
import type { Way } from "./way.ts";

/** Something that was found: a place to go to, or something to do. */
export interface Match {
  readonly key: string;
  /** The kind of match: a page, a command, an account. */
  readonly kind: string;
  readonly title: string;
  readonly note: string;
  /** Other names that it is found by. */
  readonly words?: string;
  readonly icon: IconName;
  readonly path?: string;
  readonly act?: () => void;
}

/** The number of records of a kind shown. */
const most = 6;

/** The records that the service finds, of the kinds that the user has pages of. */
export function useMatches(
  search: string,
  ways: readonly Way[],
  person: Session,
): { readonly matches: readonly Match[]; readonly isReading: boolean } {
  const has = (path: string) => search !== "" && ways.some((way) => way.path === path);
  const text = search.slice(0, 40);
  const [accounts, households, securities, offers] = useQueries({
    queries: [
      { ...reads.accountsNamed(text), enabled: has("/accounts") },
      { ...householdReads.householdsNamed(text), enabled: has("/households") },
      { ...bookReads.securitiesNamed(text), enabled: has("/securities") },
      { ...reads.offers(), enabled: has("/offers") },
    ],
  });
  const runs = useRunMatches(text, has, person);
  const found = [
    ...accountMatches(accounts.data ?? []),
    ...peopleMatches(accounts.data ?? [], text),
    ...householdMatches(households.data ?? []),
    ...(has("/securities") ? securityMatches(securities.data ?? []) : []),
    ...offerMatches(offers.data ?? [], text),
    ...runs.matches,
  ];
  const all = [accounts, households, securities, offers];
  const isReading = runs.isReading || all.some(({ isFetching }) => isFetching);
  return { matches: found, isReading };
}

/** The newest corporate events, fee runs and statement runs by their names; the operator has no runs of its own. */
function useRunMatches(text: string, has: (path: string) => boolean, person: Session) {
  const { firmId } = person;
  const ofFirm = person.kind === "institutional";
  const events = useInfiniteQuery({ ...eventReads.events({}), enabled: has("/events") });
  const fees = useInfiniteQuery({
    ...feeReads.runs(firmId),
    enabled: ofFirm && has("/billing"),
  });
  const statements = useInfiniteQuery({
    ...statementReads.runs(firmId),
    enabled: ofFirm && has("/statements"),
  });
  const all: Match[] = [
    ...(events.data?.pages.flat() ?? []).map(eventMatch),
    ...(fees.data?.pages.flat() ?? []).map(feeRunMatch),
    ...(statements.data?.pages.flat() ?? []).map(statementRunMatch),
  ];
  return {
    matches: namedBy(all, text).slice(0, most),
    isReading: [events, fees, statements].some(({ isFetching }) => isFetching),
  };
}

function eventMatch(event: Shapes["CorporateEvent"]): Match {
  const { eventId, kind, ticker, companyName, status, exDate, effectiveDate } = event;
  return {
    key: `event ${eventId}`,
    kind: "Corporate event",
    title: [nameIn(eventKinds, kind), ticker].join(" "),
    note: [companyName, day(exDate ?? effectiveDate), words(status)].join(" · "),
    words: `${companyName} ${eventId}`,
    icon: "events",
    path: `/events/${eventId}`,
  };
}

function feeRunMatch({ feeRunOid, periodEnd }: Shapes["FeeRun"]): Match {
  return {
    key: `fee run ${feeRunOid}`,
    kind: "Fee run",
    title: `Fees, period ending ${day(periodEnd)}`,
    note: "",
    words: `run billing ${feeRunOid}`,
    icon: "billing",
    path: `/billing/${feeRunOid}`,
  };
}

function statementRunMatch(run: Shapes["StatementRun"]): Match {
  const { runOid, reportType, periodFrom, periodEnd } = run;
  return {
    key: `statement run ${runOid}`,
    kind: "Statement run",
    title: reportKinds[reportType],
    note: `${day(periodFrom)} – ${day(periodEnd)}`,
    words: `run statements ${day(periodEnd)} ${runOid}`,
    icon: "statements",
    path: `/statements/${runOid}`,
  };
}

type Listed = readonly Shapes["ListedAccount"][];

function accountMatches(accounts: Listed): Match[] {
  return accounts.slice(0, most).map(({ accountNumber, accountName, accountType, owners }) => ({
    key: `account ${accountNumber}`,
    kind: "Account",
    title: accountName,
    note: [accountNumber, nameIn(codes.accountTypes, accountType), ...owners.map(personOf)].join(
      " · ",
    ),
    icon: "clients",
    path: `/accounts/${accountNumber}`,
  }));
}

/** Owners of the accounts found whose own name was typed. */
function peopleMatches(accounts: Listed, text: string): Match[] {
  const owners = [...new Set(accounts.flatMap((account) => account.owners))];
  const people: Match[] = owners.map((loginId) => ({
    key: `person ${loginId}`,
    kind: "Person",
    title: personOf(loginId),
    note: loginId,
    icon: "person",
    path: `/people/${loginId}`,
  }));
  return namedBy(people, text).slice(0, most);
}

function householdMatches(households: readonly Shapes["Household"][]): Match[] {
  return households.slice(0, most).map(({ householdOid, name }) => ({
    key: `household ${householdOid}`,
    kind: "Household",
    title: name,
    note: "",
    icon: "households",
    path: `/households/${householdOid}`,
  }));
}

function securityMatches(securities: readonly Shapes["ListedSecurity"][]): Match[] {
  return securities.slice(0, most).map(({ id, ticker, companyName }) => ({
    key: `security ${id}`,
    kind: "Security",
    title: ticker,
    note: companyName ?? "",
    icon: "securities",
    path: `/securities/${id}`,
  }));
}

function offerMatches(offers: readonly Shapes["Offer"][], text: string): Match[] {
  const all: Match[] = offers.map(({ privatePlacementOfferOid: oid, offerName, offerStatus }) => ({
    key: `offer ${oid}`,
    kind: "Offering",
    title: offerName,
    note: nameIn(codes.offerStatuses, offerStatus),
    icon: "offers",
    path: `/offers/${oid}`,
  }));
  return namedBy(all, text).slice(0, most);
}
