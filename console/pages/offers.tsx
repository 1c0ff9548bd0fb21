// Private placements: the list, and each offering.
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { Link, Route, Switch, useSearchParams } from "wouter";
import { codes, exemptionName, nameIn } from "../data/codes.ts";
import { type CsvColumn, csvText } from "../data/csv-text.ts";
import { withFilters } from "../data/filters.ts";
import { matchesWords } from "../data/match-words.ts";
import { reads } from "../data/reads.ts";
import { mayChange, type Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { day, money, words } from "../data/texts.ts";
import { Choices } from "../parts/choices.tsx";
import { ExportButton } from "../parts/export-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { NotFound } from "../parts/not-found.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Panel, Reading } from "../parts/panel.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { figures, Table } from "../parts/table.tsx";
import { OfferPage } from "./offer/offer.tsx";
import { OfferStatus, offersBack } from "./offer/offer-status.tsx";
import { isOpen } from "./offer/rights.ts";

const NewOfferPage = lazy(() =>
  import("./offer/offer-form.tsx").then((form) => ({ default: form.NewOfferPage })),
);
const EditOfferPage = lazy(() =>
  import("./offer/offer-form.tsx").then((form) => ({ default: form.EditOfferPage })),
);

type Offer = Shapes["Offer"];

const groups = { open: "Open", closed: "Closed", all: "All" } as const;

function isGroup(text: string): text is keyof typeof groups {
  return Object.hasOwn(groups, text);
}

/** The list of offerings, or the one that the path names. */
export function OffersPage({ person }: { readonly person: Session }) {
  return (
    <Switch>
      <Route path="/">
        <Offers person={person} />
      </Route>
      <Route path="/new">
        <NewOfferPage person={person} />
      </Route>
      <Route path="/:oid/edit">
        {({ oid }) => <EditOfferPage key={oid} oid={oid} person={person} />}
      </Route>
      <Route path="/:oid">{({ oid }) => <OfferPage key={oid} oid={oid} person={person} />}</Route>
      <Route>
        <NotFound back={offersBack} />
      </Route>
    </Switch>
  );
}

function Offers({ person }: { readonly person: Session }) {
  const offers = useQuery(reads.offers());
  const [asked, setAsked] = useSearchParams();
  const search = asked.get("search") ?? "";
  const choose = (filters: Readonly<Record<string, string>>) =>
    setAsked((now) => withFilters(now, filters), { replace: true });
  const status = asked.get("show") ?? "open";
  return (
    <>
      <PageHead title="Offerings" sub="Private placements">
        {person.kind === "institutional" && mayChange() && (
          <Link href="/new" className="button first">
            <Icon name="plus" />
            New offering
          </Link>
        )}
      </PageHead>
      <Reading of={offers} lines={8}>
        {(all) => <OfferList offers={all} status={status} search={search} choose={choose} />}
      </Reading>
    </>
  );
}

interface OfferListProps {
  readonly offers: readonly Offer[];
  /** The group that the address names, whether or not it exists. */
  readonly status: string;
  readonly search: string;
  readonly choose: (filters: Readonly<Record<string, string>>) => void;
}

function OfferList({ offers, status, search, choose }: OfferListProps) {
  const group = isGroup(status) ? status : undefined;
  const ofGroup = offers.filter(
    (offer) => group !== undefined && (group === "all" || isOpen(offer) === (group === "open")),
  );
  const shown = ofGroup.filter(({ offerName, security, securityType, exemption }) =>
    matchesWords(
      [
        offerName,
        security.companyName,
        security.ticker,
        words(nameIn(codes.securityTypes, securityType)),
        exemptionName(exemption),
      ],
      search,
    ),
  );
  return (
    <Panel
      title={group === undefined ? "Offerings" : `${groups[group]} offerings`}
      aside={
        <Choices
          label="Offering status"
          of={Object.keys(groups) as (keyof typeof groups)[]}
          chosen={group}
          name={(each) => groups[each]}
          choose={(show) => choose({ show })}
        />
      }
      isBare
    >
      <div className="toolbar body no-print">
        <SearchField
          label="Search offerings"
          placeholder="Name, issuer, symbol or exemption"
          stored={search}
          choose={(text) => choose({ search: text })}
        />
        <ExportButton
          of="The offerings shown"
          name="offerings.csv"
          read={async () => csvText(shown, csvColumns)}
        />
      </div>
      {shown.length === 0 ? (
        <Empty
          title={
            group === undefined
              ? `Unknown status “${status}”`
              : ofGroup.length === 0
                ? "No offerings"
                : "No matching offerings"
          }
        />
      ) : (
        <OfferTable offers={shown} />
      )}
    </Panel>
  );
}

const csvColumns: readonly CsvColumn<Offer>[] = [
  ["Offering ID", ({ privatePlacementOfferOid }) => privatePlacementOfferOid],
  ["Offering", ({ offerName }) => offerName],
  ["Issuer", ({ security }) => security.companyName],
  ["Symbol", ({ security }) => security.ticker],
  ["Type", ({ securityType }) => words(nameIn(codes.securityTypes, securityType))],
  ["Exemption", ({ exemption }) => exemptionName(exemption)],
  ["Offering size", ({ offerSize }) => offerSize],
  ["Minimum investment", ({ minimumInvestmentAmount }) => minimumInvestmentAmount],
  ["Closing date", ({ closingDate }) => closingDate],
  ["Status", ({ offerStatus }) => words(nameIn(codes.offerStatuses, offerStatus))],
  ["Published", ({ published }) => (published ? "Yes" : "No")],
];

function OfferTable({ offers }: { readonly offers: readonly Offer[] }) {
  return (
    <Table
      columns={[
        "Offering",
        "Type",
        "Exemption",
        figures("Offering size"),
        figures("Minimum investment"),
        "Closing date",
        "Status",
      ]}
    >
      {offers.map((offer) => (
        <tr key={offer.privatePlacementOfferOid}>
          <th scope="row">
            <Link href={`/${offer.privatePlacementOfferOid}`}>{offer.offerName}</Link>
            <div className="tiny muted" style={{ fontWeight: 400 }}>
              {offer.security.companyName} · {offer.security.ticker}
            </div>
          </th>
          <td>{words(nameIn(codes.securityTypes, offer.securityType))}</td>
          <td>{exemptionName(offer.exemption)}</td>
          <td className="right strong">{money(offer.offerSize)}</td>
          <td className="right">{money(offer.minimumInvestmentAmount)}</td>
          <td className="nowrap">{day(offer.closingDate)}</td>
          <td>
            <OfferStatus offer={offer} />{" "}
            {!offer.published && <span className="tag warn">Not published</span>}
          </td>
        </tr>
      ))}
    </Table>
  );
}
