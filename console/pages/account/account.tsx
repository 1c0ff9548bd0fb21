// One account: its head, and the pages below it.
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { codes, nameIn } from "../../data/codes.ts";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { personOf } from "../../data/texts.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Empty, Failure, Loading } from "../../parts/panel.tsx";

/** What a page of an account is given. */
export interface OfAccount {
  readonly account: Shapes["Account"];
  readonly person: Session;
}

interface Part {
  readonly path: string;
  readonly name: string;
  /** What addresses it has; without it its path alone. */
  readonly route?: string;
  readonly page: ComponentType<OfAccount>;
}

const parts: readonly Part[] = [
  {
    path: "/",
    name: "Overview",
    page: lazy(() => import("./overview.tsx").then(({ Overview }) => ({ default: Overview }))),
  },
  {
    path: "/lots",
    name: "Lots",
    page: lazy(() => import("./lots.tsx").then(({ Lots }) => ({ default: Lots }))),
  },
  {
    path: "/life",
    name: "Life",
    route: "/life/*?",
    page: lazy(() => import("./life.tsx").then(({ Life }) => ({ default: Life }))),
  },
  {
    path: "/history",
    name: "History",
    page: lazy(() => import("./history.tsx").then(({ History }) => ({ default: History }))),
  },
];

interface AccountPageProps {
  readonly number: string;
  readonly person: Session;
}

/** The account of a number. */
export function AccountPage({ number, person }: AccountPageProps) {
  const account = useQuery(reads.account(number));
  if (account.error) return <Failure error={account.error} again={() => void account.refetch()} />;
  if (account.data === undefined) return <Loading lines={8} />;
  return <Parts account={account.data} person={person} />;
}

function Parts({ account, person }: OfAccount) {
  const [path] = useLocation();
  const { accountName, accountNumber, accountType, owners } = account;
  const sub = (
    <>
      <span className="mono">{accountNumber}</span> · {nameIn(codes.accountTypes, accountType)} ·{" "}
      {owners.map(personOf).join(" and ")}
    </>
  );
  return (
    <>
      <PageHead title={accountName} sub={sub} />
      <nav className="tabs" aria-label="Pages of this account">
        {parts.map((part) => (
          <Link key={part.path} href={part.path} aria-current={currentAt(path, part)}>
            {part.name}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Loading lines={8} />}>
        <Switch>
          {parts.map(({ path: at, route = at, page: Page }) => (
            <Route key={at} path={route}>
              <Page account={account} person={person} />
            </Route>
          ))}
          <Route>
            <Empty title="There is no such page." />
          </Route>
        </Switch>
      </Suspense>
    </>
  );
}

/** A page is current on its own address, and so is its tab on those below it. */
function currentAt(path: string, { path: at, route }: Part): "page" | "true" | undefined {
  if (path === at) return "page";
  return route !== undefined && path.startsWith(`${at}/`) ? "true" : undefined;
}
