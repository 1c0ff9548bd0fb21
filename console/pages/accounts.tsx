// Accounts: the list, and each account.
import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import type { Session } from "../data/session.ts";
import { Loading } from "../parts/panel.tsx";
import { ClientsPage } from "./clients.tsx";

const AccountPage = lazy(() =>
  import("./account/account.tsx").then((page) => ({ default: page.AccountPage })),
);

/** The list, or the account that the path names. */
export function AccountsPage({ person }: { readonly person: Session }) {
  return (
    <Switch>
      <Route path="/">
        <ClientsPage person={person} />
      </Route>
      <Route path="/:number" nest>
        {({ number }) => (
          <Suspense fallback={<Loading lines={8} />}>
            <AccountPage key={number} number={number} person={person} />
          </Suspense>
        )}
      </Route>
    </Switch>
  );
}
