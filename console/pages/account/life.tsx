// What happens to an account beside its figures: restrictions, items, transfers, corporate actions.
import { useQuery } from "@tanstack/react-query";
import { reads } from "../../data/reads.ts";
import { Reading } from "../../parts/panel.tsx";
import type { OfAccount } from "./account.tsx";
import { Actions } from "./actions.tsx";
import { Beneficiaries } from "./beneficiaries.tsx";
import { Billing } from "./billing.tsx";
import { Items } from "./items.tsx";
import { Restrictions } from "./restrictions.tsx";
import { Transfers } from "./transfers.tsx";

/** The page of an account's life. */
export function Life({ account, person }: OfAccount) {
  const { accountNumber, owners } = account;
  const restrictions = useQuery(reads.restrictions(accountNumber));
  const transfers = useQuery(reads.transfers(accountNumber));
  const actions = useQuery(reads.actions(accountNumber));
  return (
    <div className="columns halves">
      <div className="stack">
        {owners.map((owner) => (
          <Items key={owner} owner={owner} account={account} person={person} />
        ))}
        <Reading of={restrictions}>
          {(list) => <Restrictions number={accountNumber} list={list} person={person} />}
        </Reading>
        <Reading of={transfers}>
          {(list) => <Transfers account={account} list={list} person={person} />}
        </Reading>
      </div>
      <div className="stack">
        <Reading of={actions}>
          {(list) => <Actions account={account} list={list} person={person} />}
        </Reading>
        <Beneficiaries account={account} person={person} />
        <Billing account={account} person={person} />
      </div>
    </div>
  );
}
