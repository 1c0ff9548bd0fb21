// The person who has returned from a provider of OpenID Connect.
import type { OpenIdClaims } from "../../../platform/auth/open-id.ts";
import { decodeSecret, isIdentityRow } from "../../../platform/auth/session.ts";
import { isAddressSealed, mayRecognize } from "../../clients-and-accounts/members/reads.ts";
import { bindConsoleIdentity } from "./bind-console-identity.ts";
import {
  type IdentityRow,
  isSubjectKnown,
  selectIdentity,
  selectPeopleByEmail,
} from "./identity-queries.ts";
import { selectUsersOfPerson } from "./queries.ts";
import { apiUserFor } from "./rules.ts";
import { type Checking, mayAct } from "./sessions.ts";
import { findLink, type SignInContext } from "./start-console-session.ts";

/** With what a person returns. */
export interface Returned {
  readonly claims: OpenIdClaims;
  /** The secret of the link with which the sign-in began. */
  readonly link: string | null;
  /** The firm whose people may be found by their addresses. */
  readonly firmOid: string;
}

/** The identity of whom the provider has named; it is bound first where a link or a verified address
 * says to whom. Undefined where nobody may sign in. */
export async function identityOf(
  checking: Checking,
  context: SignInContext,
  returned: Returned,
): Promise<IdentityRow | undefined> {
  const { issuer, subject } = returned.claims;
  if (returned.link !== null) {
    if (!(await bindByLink(checking, context, returned))) return undefined;
  } else if (!(await isSubjectKnown(checking.db, issuer, subject))) {
    if (!(await bindByEmail(checking, context, returned))) return undefined;
  }
  const row = await selectIdentity(checking.db, issuer, subject);
  if (row === undefined || row.withdrawnAt !== null) return undefined;
  const isSound = isIdentityRow(checking.vault, { ...row, issuer, subject });
  return isSound && mayAct(checking, row) ? row : undefined;
}

async function bindByLink(
  checking: Checking,
  context: SignInContext,
  { claims, link: text }: Returned,
): Promise<boolean> {
  const secret = decodeSecret(text ?? "");
  const link = secret && (await findLink(checking, secret, context.realNow));
  if (link === undefined) return false;
  await bindConsoleIdentity(context, claims, { ...link, linkId: link.id });
  return true;
}

/** Only who has no identity yet is found by an address, and only by one that was sealed for that
 * person: one that somebody else has written neither binds nor hinders anyone. */
async function bindByEmail(
  { db, vault }: Checking,
  context: SignInContext,
  { claims, firmOid }: Returned,
): Promise<boolean> {
  const { issuer, verifiedEmail } = claims;
  if (verifiedEmail === undefined) return false;
  const people = await selectPeopleByEmail(db, firmOid, verifiedEmail, issuer);
  const [person, ...others] = people.filter((each) => isAddressSealed(vault, each));
  if (person === undefined || others.length > 0 || !person.isUnbound) return false;
  if (!mayRecognize(person)) return false;
  const { loginId } = person;
  const user = apiUserFor(await selectUsersOfPerson(db, loginId), loginId, undefined);
  if ("code" in user) return false;
  await bindConsoleIdentity(context, claims, {
    loginId,
    ...user,
    linkId: undefined,
    linkedBy: null,
  });
  return true;
}
