// One offer: its terms, its documents, and who has subscribed.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { codes, nameIn } from "../../data/codes.ts";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day, money, words } from "../../data/texts.ts";
import { Icon } from "../../parts/icon.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel, Reading } from "../../parts/panel.tsx";
import { OfferStatus } from "../offers.tsx";
import { Documents } from "./documents.tsx";
import { Subscriptions } from "./subscriptions.tsx";

interface OfferPageProps {
  readonly oid: string;
  readonly person: Session;
}

/** The page of an offer. */
export function OfferPage({ oid, person }: OfferPageProps) {
  const offer = useQuery(reads.offer(oid));
  const orders = useQuery(reads.ordersOfOffer(oid));
  return (
    <Reading of={offer} lines={8}>
      {(found) => (
        <>
          <PageHead
            title={found.offerName}
            sub={`${found.security.companyName} · ${found.security.ticker}`}
          >
            <Link href="/" className="button quiet">
              <Icon name="left" />
              All offers
            </Link>
          </PageHead>
          <div className="columns wide-first">
            <div className="stack">
              <Reading of={orders}>
                {(list) => <Subscriptions offer={found} orders={list} person={person} />}
              </Reading>
              <Documents offer={found} person={person} />
            </div>
            <Terms offer={found} />
          </div>
        </>
      )}
    </Reading>
  );
}

function Terms({ offer }: { readonly offer: Shapes["Offer"] }) {
  const facts: readonly (readonly [string, string])[] = [
    ["Size", money(offer.offerSize)],
    ["Goes ahead from", offer.offerMinimum === null ? "any amount" : money(offer.offerMinimum)],
    ["Least investment", money(offer.minimumInvestmentAmount)],
    [
      "Largest investment",
      offer.maximumInvestmentAmount === null ? "the size" : money(offer.maximumInvestmentAmount),
    ],
    ["Unit price", money(offer.security.previousClosingPrice)],
    ["Discount", money(offer.priceDiscountAmount)],
    ["Closes", day(offer.closingDate)],
    ["Executed", words(nameIn(codes.executions, offer.executionType))],
    ["Exemption", words(nameIn(codes.exemptions, offer.exemption))],
    ["Industry", words(nameIn(codes.industries, offer.industry))],
    ["Kind", words(nameIn(codes.securityTypes, offer.securityType))],
    ["Residents of", offer.blueSkyedStates.join(", ") || "no state yet"],
    ["For retirement accounts", offer.iraApproved ? "yes" : "no"],
    ["Clients see it", offer.clientsHaveAccess && offer.published ? "yes" : "no"],
  ];
  return (
    <Panel title="Terms" aside={<OfferStatus offer={offer} />}>
      <dl className="facts">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
