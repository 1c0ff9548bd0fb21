// One account: its header and its pages.
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense } from "react";
import { Link, useLocation } from "wouter";
import { showsDetails, showsPapers } from "../../data/account-rights.ts";
import { codes, nameIn } from "../../data/codes.ts";
import { consolePath } from "../../data/place.ts";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day, personOf } from "../../data/texts.ts";
import { isAbsent, NotFound } from "../../parts/not-found.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Failure, Loading } from "../../parts/panel.tsx";
import type { OfAccount } from "./of-account.ts";

interface Part {
  readonly path: string;
  readonly name: string;
  /** Addresses below its own. */
  readonly below?: readonly string[];
  /** Whether the user's level shows the page; defaults to yes. */
  readonly isShown?: (account: Shapes["Account"]) => boolean;
  readonly page: ComponentType<OfAccount>;
}

const parts: readonly Part[] = [
  {
    path: "/",
    name: "Overview",
    page: lazy(() => import("./overview.tsx").then(({ Overview }) => ({ default: Overview }))),
  },
  {
    path: "/activity",
    name: "Activity",
    isShown: showsDetails,
    page: lazy(() => import("./activity.tsx").then(({ Activity }) => ({ default: Activity }))),
  },
  {
    path: "/lots",
    name: "Tax lots",
    isShown: showsDetails,
    page: lazy(() => import("./lots.tsx").then(({ Lots }) => ({ default: Lots }))),
  },
  {
    path: "/life",
    name: "Account services",
    below: ["/life/terms", "/life/moves"],
    isShown: showsDetails,
    page: lazy(() => import("./life.tsx").then(({ Life }) => ({ default: Life }))),
  },
  {
    path: "/fees",
    name: "Fees",
    isShown: showsDetails,
    page: lazy(() => import("./billed.tsx").then(({ Billed }) => ({ default: Billed }))),
  },
  {
    path: "/documents",
    name: "Documents",
    isShown: showsPapers,
    page: lazy(() => import("./documents.tsx").then(({ Documents }) => ({ default: Documents }))),
  },
  {
    path: "/history",
    name: "Audit log",
    isShown: showsPapers,
    page: lazy(() => import("./history.tsx").then(({ History }) => ({ default: History }))),
  },
];

interface AccountPageProps {
  readonly number: string;
  readonly person: Session;
}

/** The page of an account. */
export function AccountPage({ number, person }: AccountPageProps) {
  const account = useQuery(reads.account(number));
  if (isAbsent(account.error))
    return <NotFound back={{ path: `~${consolePath}/accounts`, name: "Accounts" }} />;
  if (account.error) return <Failure error={account.error} again={() => void account.refetch()} />;
  if (account.data === undefined) return <Loading lines={8} />;
  return <Parts account={account.data} person={person} />;
}

function Parts({ account, person }: OfAccount) {
  const [path] = useLocation();
  const { accountName, accountNumber, accountType, owners } = account;
  // The overview reads the same figures; other pages have no day of their own.
  const measured = { of: "account", id: accountNumber } as const;
  const { data: periods } = useQuery({
    ...reads.periods(measured, undefined),
    enabled: path === "/",
  });
  const shown = parts.filter(({ isShown }) => isShown?.(account) ?? true);
  const part = shown.find(({ path: at, below = [] }) => [at, ...below].includes(path));
  if (part === undefined) return <NotFound back={{ path: "/", name: accountName }} />;
  const { page: Page } = part;
  const sub = (
    <>
      <span className="mono">{accountNumber}</span> · {nameIn(codes.accountTypes, accountType)} ·{" "}
      {owners.map(personOf).join(" and ")}
      {path === "/" && periods?.asOf && ` · as of market close ${day(periods.asOf)}`}
    </>
  );
  return (
    <>
      <PageHead title={accountName} sub={sub} />
      <nav className="tabs" aria-label="Account pages">
        {shown.map((each) => (
          <Link
            key={each.path}
            href={each.path}
            {...(each === part && { "aria-current": path === each.path ? "page" : "true" })}
          >
            {each.name}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Loading lines={8} />}>
        <Page account={account} person={person} />
      </Suspense>
    </>
  );
}
