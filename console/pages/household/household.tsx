// One household: its header and its pages.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { type Household, householdReads } from "../../data/household-reads.ts";
import { consolePath } from "../../data/place.ts";
import { mayChange } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { personOf } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { isAbsent, NotFound } from "../../parts/not-found.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Reading } from "../../parts/panel.tsx";
import { TaxLosses } from "../tax-losses.tsx";
import { HouseholdActivity } from "./household-activity.tsx";
import { EditHousehold } from "./household-form.tsx";
import { HouseholdOverview } from "./household-overview.tsx";
import type { OfHousehold } from "./of-household.ts";
import { mayManage } from "./rights.ts";

const parts = [
  { path: "/", name: "Overview", page: HouseholdOverview },
  { path: "/activity", name: "Activity", page: HouseholdActivity },
  { path: "/tax-losses", name: "Tax losses", page: HouseholdTaxLosses },
] as const;

/** The way back to the list, or to the accounts of a client, who has no list. */
function backOf({ kind }: Session) {
  return kind === "client"
    ? { path: `~${consolePath}/accounts`, name: "Accounts" }
    : { path: `~${consolePath}/households`, name: "All households" };
}

interface HouseholdPageProps {
  readonly oid: string;
  readonly person: Session;
}

/** The page of a household. */
export function HouseholdPage({ oid, person }: HouseholdPageProps) {
  const read = useQuery(householdReads.household(oid));
  if (isAbsent(read.error)) return <NotFound back={backOf(person)} />;
  return (
    <Reading of={read} lines={8}>
      {(household) => <Parts household={household} person={person} />}
    </Reading>
  );
}

function Parts({ household, person }: OfHousehold) {
  const [path] = useLocation();
  const [isChanging, setChanging] = useState(false);
  // Candidates are for advisers: the service lists them by firm.
  const shown = parts.filter((each) => person.kind !== "client" || each.path !== "/tax-losses");
  const part = shown.find((each) => each.path === path);
  const back = backOf(person);
  if (part === undefined) return <NotFound back={{ path: "/", name: household.name }} />;
  const { page: Page } = part;
  return (
    <>
      <PageHead title={household.name} sub={subOf(household)}>
        {mayChange() && mayManage(person) && (
          <button type="button" className="button" onClick={() => setChanging(true)}>
            Edit household
          </button>
        )}
        <BackLink href={back.path} name={back.name} />
      </PageHead>
      <nav className="tabs" aria-label="Household pages">
        {shown.map((each) => (
          <Link key={each.path} href={each.path} {...(each === part && { "aria-current": "page" })}>
            {each.name}
          </Link>
        ))}
      </nav>
      <Page household={household} person={person} />
      {isChanging && (
        <Dialog title={`Household ${household.name}`} close={() => setChanging(false)} isWide>
          <EditHousehold household={household} done={() => setChanging(false)} />
        </Dialog>
      )}
    </>
  );
}

function HouseholdTaxLosses({ household, person }: OfHousehold) {
  return <TaxLosses person={person} household={household.householdOid} />;
}

function subOf({ accounts, members }: Household): string {
  const count = accounts.filter(({ overview }) => overview !== undefined).length;
  const counted = count === 1 ? "1 account" : `${count} accounts`;
  return [counted, ...(members.length === 0 ? [] : [members.map(personOf).join(" and ")])].join(
    " · ",
  );
}
