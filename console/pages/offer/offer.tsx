// One offering: its terms, documents and subscriptions.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { codes, exemptionName, nameIn } from "../../data/codes.ts";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day, money, words } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { isAbsent, NotFound } from "../../parts/not-found.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel, Reading } from "../../parts/panel.tsx";
import { Documents } from "./documents.tsx";
import { EndOffer } from "./end-offer.tsx";
import { Firms } from "./firms.tsx";
import { OfferStatus, offersBack } from "./offer-status.tsx";
import { mayManage, whyNot } from "./rights.ts";
import { Subscriptions } from "./subscriptions.tsx";

interface OfferPageProps {
  readonly oid: string;
  readonly person: Session;
}

/** The page of an offering. */
export function OfferPage({ oid, person }: OfferPageProps) {
  const offer = useQuery(reads.offer(oid));
  const orders = useQuery(reads.ordersOfOffer(oid));
  const [isEnding, setEnding] = useState(false);
  if (isAbsent(offer.error)) return <NotFound back={offersBack} />;
  return (
    <Reading of={offer} lines={8}>
      {(found) => (
        <>
          <PageHead
            title={found.offerName}
            sub={`${found.security.companyName} · ${found.security.ticker}`}
          >
            <BackLink href="/" name="All offerings" />
            {mayManage(found, person) && (
              <>
                <Link href={`/${oid}/edit`} className="button">
                  Edit terms
                </Link>
                <button type="button" className="button danger" onClick={() => setEnding(true)}>
                  Close offering
                </button>
              </>
            )}
          </PageHead>
          <div className="columns wide-first">
            <div className="stack">
              <Reading of={orders}>
                {(list) => <Subscriptions offer={found} orders={list} person={person} />}
              </Reading>
              {orders.data && <Documents offer={found} orders={orders.data} person={person} />}
            </div>
            <div className="stack">
              <Terms offer={found} person={person} />
              <Firms offer={found} person={person} />
            </div>
          </div>
          {isEnding && (
            <Dialog title={`Close ${found.offerName}`} close={() => setEnding(false)}>
              <EndOffer offer={found} done={() => setEnding(false)} />
            </Dialog>
          )}
        </>
      )}
    </Reading>
  );
}

interface TermsProps {
  readonly offer: Shapes["Offer"];
  readonly person: Session;
}

function Terms({ offer, person }: TermsProps) {
  const facts: readonly (readonly [string, string])[] = [
    ["Offering size", money(offer.offerSize)],
    ["Minimum raise", offer.offerMinimum === null ? "None" : money(offer.offerMinimum)],
    ["Minimum investment", money(offer.minimumInvestmentAmount)],
    [
      "Maximum investment",
      offer.maximumInvestmentAmount === null
        ? "Offering size"
        : money(offer.maximumInvestmentAmount),
    ],
    ["Unit price", money(offer.security.previousClosingPrice)],
    ["Discount", offer.priceDiscountAmount === null ? "None" : money(offer.priceDiscountAmount)],
    ["Closing date", day(offer.closingDate)],
    ["Execution", words(nameIn(codes.executions, offer.executionType))],
    ["Exemption", exemptionName(offer.exemption)],
    ["Industry", words(nameIn(codes.industries, offer.industry))],
    ["Security type", words(nameIn(codes.securityTypes, offer.securityType))],
    ["Blue sky states", offer.blueSkyedStates.join(", ") || "None"],
    ["IRA eligible", offer.iraApproved ? "Yes" : "No"],
    ["Visible to clients", offer.clientsHaveAccess && offer.published ? "Yes" : "No"],
  ];
  return (
    <Panel
      title="Terms"
      aside={<OfferStatus offer={offer} />}
      footer={!mayManage(offer, person) && whyNot(offer)}
    >
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
