// What is found by typing: records that the service finds, and pages and commands by their names.
import { useQueries } from "@tanstack/react-query";
import { bookReads } from "../data/book-reads.ts";
import { codes, nameIn } from "../data/codes.ts";
import { householdReads } from "../data/household-reads.ts";
import { reads } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import { personOf } from "../data/texts.ts";
import type { IconName } from "./icon.tsx";
import type { Way } from "./way.ts";

/** Something that was found: a place to go to, or something to do. */
export interface Match {
  readonly key: string;
  /** What it is: a page, a command, an account. */
  readonly kind: string;
  readonly title: string;
  readonly note: string;
  readonly icon: IconName;
  readonly path?: string;
  readonly act?: () => void;
}

/** The number of records of a kind shown. */
const most = 6;

/** The pages and commands whose name has a word that begins with each word typed. */
export function foundIn(all: readonly Match[], typed: string): Match[] {
  const parts = typed.toLowerCase().split(/\s+/);
  return all.filter(({ title }) => {
    const words = title.toLowerCase().split(/\s+/);
    return parts.every((part) => words.some((word) => word.startsWith(part)));
  });
}

/** The records that the service finds, of the kinds that the user has pages of. */
export function useMatches(
  search: string,
  ways: readonly Way[],
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
  const found = [
    ...accountMatches(accounts.data ?? []),
    ...peopleMatches(accounts.data ?? [], text),
    ...householdMatches(households.data ?? []),
    ...(has("/securities") ? securityMatches(securities.data ?? []) : []),
    ...offerMatches(offers.data ?? [], text),
  ];
  const all = [accounts, households, securities, offers];
  return { matches: found, isReading: all.some(({ isFetching }) => isFetching) };
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
  return foundIn(people, text).slice(0, most);
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
  return foundIn(all, text).slice(0, most);
}
