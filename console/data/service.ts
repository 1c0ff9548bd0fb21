// The one client of the page, and what it asks: each read has one key.
import { type Bursar, openBursar, Refused, type Shapes, session } from "@bursar/client";
import { QueryClient } from "@tanstack/react-query";
import { serviceUrl } from "./place.ts";
import type { Session } from "./session.ts";

const signedIn: { session: Session | undefined } = { session: undefined };

/** Says whose session the page uses. */
export function sendAs(person: Session | undefined): void {
  signedIn.session = person;
}

/** The login id of the person signed in; empty for nobody. */
export function personSignedIn(): string {
  return signedIn.session?.loginId ?? "";
}

/** Whether the person signed in may change anything at all. */
export function mayChange(): boolean {
  const { session: person } = signedIn;
  const needed = person?.kind === "operator" ? "operate" : "write";
  return person?.scopes.includes(needed) === true;
}

/** What the page's own changes carry. */
export function sessionToken(): string {
  return signedIn.session?.token ?? "";
}

/** The service as the person signed in may use it. */
export const bursar: Bursar = openBursar({
  url: serviceUrl,
  credential: session(sessionToken),
});

/** How records that are changed are kept: each is the answer itself, by which the client knows its tag. */
export const asRead = { structuralSharing: false } as const;

/** What a change of a record demands: that it stands as it was read. */
export function conditionOn(tag: string | undefined): Readonly<Record<string, string>> {
  return tag === undefined ? {} : { "If-Match": tag };
}

/** The session has ended: the page asks the person to sign in again. */
export const endedEvent = "bursar-session-ended";

/** Has the page ask for a sign-in, where an answer says that the session has ended. */
export function noteEnd(error: unknown): void {
  if (error instanceof Refused && error.status === 401)
    document.dispatchEvent(new Event(endedEvent));
}

/** Keeps what was read. The client itself tries again, so that nothing here does. */
export function openCache(): QueryClient {
  const cache = new QueryClient({
    defaultOptions: {
      // Without a network requests fail and say so; they would wait without a word otherwise.
      queries: {
        ...{ networkMode: "always", retry: false },
        ...{ staleTime: 15_000, refetchOnWindowFocus: true },
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
  cache.getQueryCache().subscribe(({ query }) => noteEnd(query.state.error));
  cache.getMutationCache().subscribe(({ mutation }) => noteEnd(mutation?.state.error));
  return cache;
}

/** Shapes of the contract. */
export type { Shapes };
