// The client of the page, and the cache: each read has one key.
import { type Bursar, openBursar, Refused, type Shapes, session } from "@bursar/client";
import { type Mutation, QueryClient } from "@tanstack/react-query";
import { serviceUrl } from "./place.ts";
import type { Session } from "./session.ts";
import { toast } from "./toasts.ts";

const signedIn: { session: Session | undefined } = { session: undefined };

/** Sets the session that the page uses. */
export function sendAs(person: Session | undefined): void {
  signedIn.session = person;
}

/** The login id of the signed-in user; empty for nobody. */
export function personSignedIn(): string {
  return signedIn.session?.loginId ?? "";
}

/** Whether the signed-in user may change anything at all. */
export function mayChange(): boolean {
  const { session: person } = signedIn;
  const needed = person?.kind === "operator" ? "operate" : "write";
  return person?.scopes.includes(needed) === true;
}

/** The session token that changes carry. */
export function sessionToken(): string {
  return signedIn.session?.token ?? "";
}

/** The service as the signed-in user may use it. */
export const bursar: Bursar = openBursar({
  url: serviceUrl,
  credential: session(sessionToken),
});

/** Caches a record as the response itself, by which the client finds its tag. */
export const asRead = { structuralSharing: false } as const;

/** The condition of a change: the record is still as it was read. */
export function conditionOn(tag: string | undefined): Readonly<Record<string, string>> {
  return tag === undefined ? {} : { "If-Match": tag };
}

/** The event that asks the user to sign in again. */
export const endedEvent = "bursar-session-ended";

/** Asks for a sign-in if a response says that the session has ended. */
export function noteEnd(error: unknown): void {
  if (error instanceof Refused && error.status === 401)
    document.dispatchEvent(new Event(endedEvent));
}

/** Confirms a change that has an action's name in `meta.done`. */
function confirm({ meta }: Mutation<unknown, Error>): void {
  if (typeof meta?.done === "string") toast(`Done: ${meta.done}`);
}

/** Creates the cache. The client itself retries, so that nothing here does. */
export function openCache(): QueryClient {
  const cache = new QueryClient({
    defaultOptions: {
      // Without a network, requests fail at once; they would wait silently otherwise.
      queries: {
        networkMode: "always",
        retry: false,
        staleTime: 15_000,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
  cache.getQueryCache().subscribe(({ query }) => noteEnd(query.state.error));
  cache.getMutationCache().subscribe((event) => {
    noteEnd(event.mutation?.state.error);
    if (event.type === "updated" && event.action.type === "success") confirm(event.mutation);
  });
  return cache;
}

/** Shapes of the contract. */
export type { Shapes };
