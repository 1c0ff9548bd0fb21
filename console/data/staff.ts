// The staff of a firm and their sign-in links. Only the page may request them: no key lets anybody
// sign in.
import { queryOptions } from "@tanstack/react-query";
import { askAsPage } from "./page-request.ts";
import { consolePath } from "./place.ts";
import type { Session } from "./session.ts";

/** A member of a firm's staff. */
export interface StaffMember {
  readonly loginId: string;
  readonly name: string;
  readonly role: NonNullable<Session["role"]>;
  /** Whether the firm has an API user as which the person can act. */
  readonly maySignIn: boolean;
  /** Whether the user may create a sign-in link for the person. */
  readonly mayHaveLink: boolean;
  readonly openSessions: number;
  readonly lastSignInTS: string | null;
}

/** Names of the roles. */
export const roleNames: Readonly<Record<StaffMember["role"], string>> = {
  viewer: "Viewer",
  adviser: "Advisor",
  administrator: "Administrator",
};

/** A new sign-in link, which is shown once. */
export interface SignInLink {
  readonly path: string;
  readonly expiresTS: string;
}

/** The revoked access of a person. */
export interface RevokedAccess {
  readonly sessions: number;
  readonly links: number;
  readonly identities: number;
}

/** The staff of a firm. */
export const staffRead = (firmId: string) =>
  queryOptions({
    queryKey: ["staff", firmId],
    queryFn: async (): Promise<{ readonly staff: StaffMember[] }> =>
      (await askAsPage("GET", `${consolePath}/firms/${firmId}/staff`)).json(),
  });

const addressOf = (loginId: string) => `${consolePath}/staff/${encodeURIComponent(loginId)}`;

/** Creates a link by which a person signs in once. */
export async function makeLink(loginId: string): Promise<SignInLink> {
  return (await askAsPage("POST", `${addressOf(loginId)}/links`)).json();
}

/** Ends the sessions of a person, and withdraws unused links and identities. */
export async function revokeAccess(loginId: string): Promise<RevokedAccess> {
  return (await askAsPage("DELETE", `${addressOf(loginId)}/sessions`)).json();
}
