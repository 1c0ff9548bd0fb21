// The console. The user's kind decides which pages exist.
import {
  type QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from "react";
import { Redirect, Route, Router, Switch, useLocation } from "wouter";
import { dropDrafts } from "./data/drafts.ts";
import { useFollowing } from "./data/follow.ts";
import { consolePath } from "./data/place.ts";
import { endedEvent, openCache, sendAs } from "./data/service.ts";
import {
  beginSession,
  currentSession,
  endSession,
  type Session,
  takeLink,
} from "./data/session.ts";
import { SignIn } from "./pages/sign-in.tsx";
import { subPages } from "./pages/sub-pages.ts";
import { Boundary } from "./parts/boundary.tsx";
import { Frame } from "./parts/frame.tsx";
import { NotFound } from "./parts/not-found.tsx";
import { Loading } from "./parts/panel.tsx";
import type { Way } from "./parts/way.ts";

/** A page, its path, and the kinds of user who have it. */
interface PageOf extends Way {
  readonly for: readonly Session["kind"][];
  /** The kinds of user who reach it by a link, and not from the navigation. */
  readonly unlisted?: readonly Session["kind"][];
  readonly page: ComponentType<{ readonly person: Session }>;
}

const pages: readonly PageOf[] = [
  {
    path: "/home",
    name: "Home",
    icon: "firm",
    for: ["client"],
    page: lazy(() => import("./pages/home.tsx").then((page) => ({ default: page.HomePage }))),
  },
  {
    path: "/firm",
    name: "Firm",
    icon: "firm",
    for: ["institutional", "operator"],
    page: lazy(() => import("./pages/firm.tsx").then((page) => ({ default: page.FirmPage }))),
  },
  {
    path: "/accounts",
    name: "Accounts",
    icon: "clients",
    for: ["institutional", "operator", "client"],
    page: lazy(() =>
      import("./pages/accounts.tsx").then((page) => ({ default: page.AccountsPage })),
    ),
  },
  {
    path: "/people",
    name: "People",
    icon: "person",
    for: ["institutional", "operator"],
    unlisted: ["institutional", "operator"],
    page: lazy(() => import("./pages/people.tsx").then((page) => ({ default: page.PeoplePage }))),
  },
  {
    path: "/households",
    name: "Households",
    icon: "households",
    for: ["institutional", "operator", "client"],
    unlisted: ["client"],
    page: lazy(() =>
      import("./pages/households.tsx").then((page) => ({ default: page.HouseholdsPage })),
    ),
  },
  {
    path: "/securities",
    name: "Securities",
    icon: "securities",
    for: ["institutional", "issuing", "operator", "client"],
    page: lazy(() =>
      import("./pages/securities.tsx").then((page) => ({ default: page.SecuritiesPage })),
    ),
  },
  {
    path: "/offers",
    name: "Offerings",
    icon: "offers",
    for: ["institutional", "issuing", "operator", "client"],
    page: lazy(() => import("./pages/offers.tsx").then((page) => ({ default: page.OffersPage }))),
  },
  {
    path: "/documents",
    name: "Documents",
    icon: "statements",
    words: "statements tax forms 1099 bills reports delivery paperless",
    for: ["client"],
    page: lazy(() =>
      import("./pages/documents.tsx").then((page) => ({ default: page.DocumentsPage })),
    ),
  },
  {
    path: "/models",
    name: "Models",
    icon: "models",
    for: ["institutional", "operator", "client"],
    page: lazy(() => import("./pages/models.tsx").then((page) => ({ default: page.ModelsPage }))),
  },
  {
    path: "/billing",
    name: "Billing",
    icon: "billing",
    for: ["institutional", "operator"],
    page: lazy(() => import("./pages/billing.tsx").then((page) => ({ default: page.BillingPage }))),
  },
  {
    path: "/statements",
    name: "Statements",
    icon: "statements",
    for: ["institutional", "operator"],
    page: lazy(() =>
      import("./pages/statements.tsx").then((page) => ({ default: page.StatementsPage })),
    ),
  },
  {
    path: "/events",
    name: "Corporate events",
    icon: "events",
    for: ["operator"],
    page: lazy(() => import("./pages/events.tsx").then((page) => ({ default: page.EventsPage }))),
  },
  {
    path: "/office",
    name: "Back office",
    icon: "office",
    for: ["institutional", "issuing", "operator"],
    page: lazy(() =>
      import("./pages/back-office.tsx").then((page) => ({ default: page.BackOfficePage })),
    ),
  },
  {
    path: "/sandbox",
    name: "Sandbox",
    icon: "sandbox",
    for: ["operator"],
    page: lazy(() => import("./pages/sandbox.tsx").then((page) => ({ default: page.SandboxPage }))),
  },
];

/** The whole console. */
export function App() {
  const [cache] = useState(openCache);
  return (
    <QueryClientProvider client={cache}>
      <Router base={consolePath}>
        <Signed />
      </Router>
    </QueryClientProvider>
  );
}

/** A link is used once, even where React mounts a component twice. */
const begun = { link: takeLink() };

async function openSession(): Promise<Session | null> {
  const secret = begun.link;
  begun.link = undefined;
  return secret === undefined ? ((await currentSession()) ?? null) : beginSession(secret);
}

function Signed() {
  const cache = useQueryClient();
  const [wasEnded, setEnded] = useState(false);
  const [, go] = useLocation();
  const {
    data: person,
    error,
    isPending,
  } = useQuery({
    queryKey: ["session"],
    queryFn: openSession,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data } }) => (data?.isSampleLoading ? 1_000 : false),
  });
  useSampleLoading(cache, person?.isSampleLoading ?? false);
  useEffect(() => {
    const end = () => {
      setEnded(true);
      forgetPerson(cache);
    };
    document.addEventListener(endedEvent, end);
    return () => document.removeEventListener(endedEvent, end);
  }, [cache]);
  if (isPending) return <Opening />;
  sendAs(person ?? undefined);
  const begin = async (secret: string) => {
    const session = await beginSession(secret);
    setEnded(false);
    cache.setQueryData(["session"], session);
  };
  if (!person) return <SignIn begin={begin} reason={reasonOf(error, wasEnded)} />;
  const leave = async () => {
    await endSession(person).catch(() => {});
    dropDrafts();
    forgetPerson(cache);
    // The next user starts at the home page.
    go("/", { replace: true });
  };
  return <Pages person={person} leave={() => void leave()} />;
}

/** Reads everything again once the sample firm's history is loaded. */
function useSampleLoading(cache: QueryClient, isLoading: boolean): void {
  const wasLoading = useRef(false);
  useEffect(() => {
    if (wasLoading.current && !isLoading) {
      void cache.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "session" });
    }
    wasLoading.current = isLoading;
  }, [cache, isLoading]);
}

/** Removes everything that was read for a user from the page. */
function forgetPerson(cache: QueryClient): void {
  cache.setQueryData(["session"], null);
  cache.removeQueries({ predicate: ({ queryKey: [first] }) => first !== "session" });
}

function reasonOf(error: unknown, wasEnded: boolean): string | undefined {
  if (wasEnded)
    return "Your session has ended. Sign in to continue. Saved changes are safe, and unsent entries stay in this tab.";
  return error instanceof Error ? error.message : undefined;
}

function Opening() {
  return (
    <div className="signin">
      <div className="card">
        <Loading lines={3} />
      </div>
    </div>
  );
}

function Pages({ person, leave }: { readonly person: Session; readonly leave: () => void }) {
  const own = pages.filter(
    ({ for: kinds, path }) =>
      kinds.includes(person.kind) && (path !== "/sandbox" || person.isSandbox),
  );
  const listed = own.filter(({ unlisted = [] }) => !unlisted.includes(person.kind));
  // Issuers start at their offerings.
  const first = listed.find(({ path }) => person.kind !== "issuing" || path === "/offers");
  const [at] = useLocation();
  useFollowing(useQueryClient());
  return (
    <Frame person={person} ways={listed} below={subPages(person)} leave={leave}>
      <Boundary at={at}>
        <Suspense fallback={<Loading lines={6} />}>
          <Switch>
            {own.map(({ path, page: Page }) => (
              <Route key={path} path={path} nest>
                <Page person={person} />
              </Route>
            ))}
            <Route path="/">{first && <Redirect to={first.path} replace />}</Route>
            <Route>{first && <NotFound back={first} />}</Route>
          </Switch>
        </Suspense>
      </Boundary>
    </Frame>
  );
}
