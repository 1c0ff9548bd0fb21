// Action items, settings and transfers of an account, in three sections, each with its own address.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { reads } from "../../data/reads.ts";
import { personOf } from "../../data/texts.ts";
import { Choices } from "../../parts/choices.tsx";
import { Reading } from "../../parts/panel.tsx";
import { Actions } from "./actions.tsx";
import { Beneficiaries } from "./beneficiaries.tsx";
import { Billing } from "./billing.tsx";
import { Items } from "./items.tsx";
import type { OfAccount } from "./of-account.ts";
import { Restrictions } from "./restrictions.tsx";
import { Transfers } from "./transfers.tsx";

const parts = [
  { path: "/life", name: "Action items", page: Waiting },
  { path: "/life/terms", name: "Restrictions, beneficiaries and billing", page: Terms },
  { path: "/life/moves", name: "Transfers and corporate actions", page: Moves },
] as const;

/** The page of an account's services. */
export function Life(given: OfAccount) {
  const [path] = useLocation();
  return (
    <div className="stack">
      <nav className="choices no-print" aria-label="Account sections">
        {parts.map((part) => (
          <Link
            key={part.path}
            href={part.path}
            {...(path === part.path && { "aria-current": "page" })}
          >
            {part.name}
          </Link>
        ))}
      </nav>
      <Switch>
        {parts.map(({ path: at, page: Page }) => (
          <Route key={at} path={at}>
            <Page {...given} />
          </Route>
        ))}
      </Switch>
    </div>
  );
}

/** The items of two owners side by side; of more than two, one owner at a time. Clients see only
 * their own. */
function Waiting({ account, person }: OfAccount) {
  const owners = person.kind === "client" ? [person.loginId] : account.owners;
  const [first = ""] = owners;
  const [chosen, setChosen] = useState(owners.includes(person.loginId) ? person.loginId : first);
  const shown = owners.length > 2 ? [chosen] : owners;
  return (
    <>
      {owners.length > 2 && (
        <Choices label="Owner" of={owners} chosen={chosen} name={personOf} choose={setChosen} />
      )}
      <div className={shown.length > 1 ? "columns halves" : "stack"}>
        {shown.map((owner) => (
          <Items key={owner} owner={owner} account={account} person={person} />
        ))}
      </div>
    </>
  );
}

function Terms({ account, person }: OfAccount) {
  const { accountNumber } = account;
  const restrictions = useQuery(reads.restrictions(accountNumber));
  return (
    <div className="columns halves">
      <Reading of={restrictions}>
        {(list) => <Restrictions number={accountNumber} list={list} person={person} />}
      </Reading>
      <div className="stack">
        <Beneficiaries account={account} person={person} />
        <Billing account={account} person={person} />
      </div>
    </div>
  );
}

function Moves({ account, person }: OfAccount) {
  const { accountNumber } = account;
  const transfers = useQuery(reads.transfers(accountNumber));
  const actions = useQuery(reads.actions(accountNumber));
  return (
    <div className="columns halves">
      <Reading of={transfers}>
        {(list) => <Transfers account={account} list={list} person={person} />}
      </Reading>
      <Reading of={actions}>
        {(list) => <Actions account={account} list={list} person={person} />}
      </Reading>
    </div>
  );
}
