// The form of an offering: a new one, or the terms of one that may still change.

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { useDraft } from "../../data/drafts.ts";
import { reads } from "../../data/reads.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { ChangeForm } from "../../parts/change-form.tsx";
import { CodeInput, FlagInput, TextInput } from "../../parts/inputs.tsx";
import { isAbsent, NotFound } from "../../parts/not-found.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Notice, Panel, Reading } from "../../parts/panel.tsx";
import {
  type Draft,
  draftOf,
  emptyDraft,
  newOfferOf,
  openTerms,
  sections,
  type Term,
  updateOf,
} from "./offer-terms.ts";
import { mayManage, whyNot } from "./rights.ts";

interface OfPerson {
  readonly person: Session;
}

/** The page of a new offering; the service checks each rule while the user types. */
export function NewOfferPage({ person }: OfPerson) {
  const [draft, setDraft] = useDraft("createOffer", "terms", () => emptyDraft(person));
  const offers = useQuery(reads.offers());
  const [, go] = useLocation();
  const set = (changed: Draft) => setDraft({ ...draft, ...changed });
  return (
    <>
      <PageHead title="New offering" sub="Private placement">
        <BackLink href="/" name="All offerings" />
      </PageHead>
      {person.kind !== "institutional" ? (
        <Notice>Only advisory firms can create offerings.</Notice>
      ) : (
        <Panel title="Terms">
          <ChangeForm
            name="createOffer"
            values={newOfferOf(draft)}
            send={(body, how) => bursar.post("/restapi/privateplacementoffers", { body, ...how })}
            renews={["offers"]}
            done={({ id }) => go(`/${id}`)}
            action="Create offering"
          >
            <Issuer offers={offers} draft={draft} set={set} />
            <Sections person={person} draft={draft} set={set} />
          </ChangeForm>
        </Panel>
      )}
    </>
  );
}

interface OfOffer extends OfPerson {
  readonly oid: string;
}

/** The page to edit the terms of an offering. */
export function EditOfferPage({ oid, person }: OfOffer) {
  const offer = useQuery(reads.offer(oid));
  if (isAbsent(offer.error)) return <NotFound back={{ path: "/", name: "All offerings" }} />;
  return (
    <Reading of={offer} lines={8}>
      {(found) => (
        <>
          <PageHead title={`Terms of ${found.offerName}`} sub={found.security.ticker}>
            <BackLink href={`/${oid}`} name="Offering" />
          </PageHead>
          {mayManage(found, person) ? (
            <Edit offer={found} person={person} />
          ) : (
            <Notice>{whyNot(found)}</Notice>
          )}
        </>
      )}
    </Reading>
  );
}

function Edit({ offer, person }: OfPerson & { readonly offer: Shapes["Offer"] }) {
  const { privatePlacementOfferOid: oid } = offer;
  const form = `updateOffer ${oid}`;
  const [standing] = useState(() => draftOf(offer));
  const [draft, setDraft] = useDraft(form, "terms", standing);
  const [, go] = useLocation();
  return (
    <Panel title="Terms">
      <ChangeForm
        name={form}
        record={offer}
        values={updateOf(standing, draft)}
        send={(body, how) =>
          bursar.put("/restapi/privateplacementoffers/{privateplacementofferoid}", {
            params: { path: { privateplacementofferoid: oid } },
            body,
            ...how,
          })
        }
        renews={["offers"]}
        done={() => go(`/${oid}`)}
        action="Save terms"
      >
        {offer.offerStatus === "P" && (
          <Notice>This offering has subscriptions: some terms can no longer change.</Notice>
        )}
        <Sections
          person={person}
          offer={offer}
          draft={draft}
          set={(changed) => setDraft({ ...draft, ...changed })}
        />
      </ChangeForm>
    </Panel>
  );
}

interface OfDraft {
  readonly draft: Draft;
  readonly set: (changed: Draft) => void;
}

interface IssuerProps extends OfDraft {
  readonly offers: UseQueryResult<readonly Shapes["Offer"][]>;
}

/** Issuers of earlier offerings are suggested; choosing one fills in its representative. */
function Issuer({ offers, draft, set }: IssuerProps) {
  const known = new Map((offers.data ?? []).map((offer) => [offer.issuingFirmOid, offer]));
  const choose = (issuingFirmOid: string) => {
    const representative = known.get(issuingFirmOid)?.issuingFirmRepresentativeOid;
    set({
      issuingFirmOid,
      ...(representative !== undefined && { issuingFirmRepresentativeOid: representative }),
    });
  };
  const { issuingFirmOid, issuingFirmRepresentativeOid } = draft;
  return (
    <fieldset className="section">
      <legend>Issuer</legend>
      <div className="row">
        <TextInput
          field="issuingFirmOid"
          label="Issuer firm number"
          hint={known.get(String(issuingFirmOid))?.security.companyName ?? "Provided by the issuer"}
          value={String(issuingFirmOid)}
          set={choose}
          offered={[...known].map(([value, { security }]) => ({
            value,
            name: security.companyName,
          }))}
        />
        <TextInput
          field="issuingFirmRepresentativeOid"
          label="Issuer representative"
          hint="Member number, provided by the issuer"
          value={String(issuingFirmRepresentativeOid)}
          set={(value) => set({ issuingFirmRepresentativeOid: value })}
        />
      </div>
    </fieldset>
  );
}

interface SectionsProps extends OfDraft, OfPerson {
  readonly offer?: Shapes["Offer"];
}

function Sections({ person, offer, draft, set }: SectionsProps) {
  const shown = sections
    .map(({ title, terms }) => ({ title, terms: openTerms(terms, person, offer) }))
    .filter(({ terms }) => terms.length > 0);
  return shown.map(({ title, terms }) => (
    <fieldset key={title} className="section">
      <legend>{title}</legend>
      <div className="row">
        {terms.map((term) => (
          <TermInput key={term.field} term={term} draft={draft} set={set} />
        ))}
      </div>
    </fieldset>
  ));
}

function TermInput({ term, draft, set }: OfDraft & { readonly term: Term }) {
  const { field, label, hint, kind } = term;
  const of = { field, label, hint };
  const value = draft[field];
  if (kind === "flag") {
    return <FlagInput {...of} value={value === true} set={(given) => set({ [field]: given })} />;
  }
  const texts = { ...of, value: String(value), set: (given: string) => set({ [field]: given }) };
  if (kind === "words" || kind === "text") return <TextInput {...texts} />;
  if (kind === "amount" || kind === "day") return <TextInput {...texts} kind={kind} />;
  return <CodeInput {...texts} list={kind} />;
}
