// The context of an operation: its caller, times and store.
import type { ErrorCode } from "@bursar/values/error-code";
import type { Id } from "@bursar/values/ids";
import { refusal } from "../../values/problem.ts";
import type { Vault } from "../keys/vault.ts";
import type { Database, Reader, Statement } from "../store/db.ts";
import type { NotifiedChange } from "./event.ts";

/** The kind of a firm: the operator, an advisory firm, or an issuer. */
export type FirmKind = "operator" | "institutional" | "issuing";

/** The firm of an API user or of a member, as far as access depends on it. */
export interface CallerFirm {
  readonly oid: Id;
  readonly kind: FirmKind;
  readonly partnerCode: string;
  readonly programOids: readonly Id[];
}

/** A member named in a request: a client of an adviser's firm, or a firm's own staff. */
export interface CallerMember {
  readonly loginId: string;
  readonly memberOid: Id;
  readonly firm: CallerFirm;
  readonly isClient: boolean;
}

/** The scopes of an API user: read, change as a firm, change as the operator. */
export type Scope = "read" | "write" | "operate";

/** The kinds of callers: a firm by its kind, or a client member. */
export type CallerKind = FirmKind | "client";

/** The authenticated caller of a request. */
export interface Caller {
  readonly apiUserId: Id;
  readonly firm: CallerFirm;
  readonly scopes: ReadonlySet<Scope>;
  /** The logged-in member, where the request or the key names one. */
  readonly member: CallerMember | undefined;
  /** The client acted for (the associated member), where the request names one. */
  readonly actingFor: CallerMember | undefined;
  /** The session by which the member sent the request, in place of a key. */
  readonly session?: Id;
  /** The login of the administrator who made the link by which the session came to be. */
  readonly linkedBy?: string;
  /** Whether it may make the requests of administrators: a session of another person may not. */
  readonly isAdministrator: boolean;
  /** Whether the key is bound to no person, so that each request names one or none. */
  readonly isKeyShared?: boolean;
}

/** The author of a change, as the audit log keeps it. */
export interface Actor {
  readonly apiUser?: Id;
  readonly firm?: Id;
  readonly member?: string;
  readonly actingFor?: string;
  /** The session of the member, where no key was used. */
  readonly session?: Id;
  /** `cli:<os user>` for a command, `sweep` for scheduled changes, `deliverer` for webhooks. */
  readonly command?: string;
}

/** The actor of scheduled changes. */
export const sweepActor: Actor = { command: "sweep" };

/** An `Idempotency-Key` with the fingerprint of its request (a SHA-256). */
export interface Repeat {
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** The signature of a request, which a change accepts once. */
export interface UsedSignature {
  readonly hash: Buffer;
  readonly expiresAt: Date;
}

/** The condition of a request on its record. */
export interface Condition {
  /** Refuses with 412 if the condition fails; called under the record's lock, before any change.
   * `named` has the parameters of the record's address that the request's own lacks. */
  judge(reader: Reader, named?: Readonly<Record<string, string>>): Promise<void>;
  isJudged(): boolean;
}

/** The needs of every change, whether it comes by HTTP or from the command line. */
export interface WriteContext {
  readonly actor: Actor;
  /** Business time: the time of accounts, offers and all other records with dates and instants. */
  readonly now: Date;
  /** Real time: of credentials, repeats and the log. A sandbox's business time may be ahead of it. */
  readonly realNow: Date;
  readonly requestId: string;
  readonly address: string;
  readonly db: Database;
  readonly vault: Vault;
  readonly newId: () => Id;
  readonly random: (bytes: number) => Uint8Array;
  /** The account number, or `firm:<oid>` where the path names no account. */
  readonly subject: string;
  readonly repeat: Repeat | undefined;
  readonly signature: UsedSignature | undefined;
  /** Absent where the request demands nothing of its record. */
  readonly condition?: Condition;
  /** Selects a row if the caller may use the subject: asked again in the transaction of the change.
   * Undefined where that needs no statement. */
  readonly access?: Statement<unknown> | undefined;
  /** Waits until a change by request may run, and returns what ends it. A change with the key of another
   * that waits or runs is refused. */
  readonly enterQueue?: ((key: string | undefined) => Promise<() => void>) | undefined;
  /** Receives how many audit entries a change has written, once they are stored. */
  readonly noteAuditEntries?: (count: number) => void;
  /** Receives the notes of a change before it is committed. */
  readonly noteChange?: (notes: readonly NotifiedChange[]) => void;
  /** Whether this is a dry run: effects outside of transactions are then left out. */
  readonly isRehearsed?: true;
  /** In a rehearsal: stands in for a value that no two records may share, so that the rule of this code
   * is not judged. */
  readonly standIn?: (code: string, value: string) => string;
  /** Set by `write` when the response is that of an earlier request with the same key. */
  replayed: boolean;
}

/** The context of an operation of the interface. */
export interface Context extends WriteContext {
  readonly caller: Caller;
  /** Whether a read that records its use may do so: its caller may change something. */
  readonly recordsUse?: boolean;
  /** Waits until a large read may run: for a read of which what is stored says that it is one. */
  readonly enterLargeRead?: () => Promise<void>;
}

/** The kind that decides a caller's operations: a client member has rights of its own. */
export function kindOfCaller({ member, firm }: CallerOfKind): CallerKind {
  return member?.isClient ? "client" : firm.kind;
}

/** The facts that decide the kind of a caller. */
export interface CallerOfKind {
  readonly firm: Pick<CallerFirm, "kind">;
  readonly member: Pick<CallerMember, "isClient"> | undefined;
}

/** The clients whose view limits the request: the one logged in and the one acted for. */
export function clientsInView({ member, actingFor }: Caller): readonly CallerMember[] {
  return [actingFor, member].filter((each) => each !== undefined).filter((each) => each.isClient);
}

/** Whether a firm calls for itself: a request on behalf of a client sees no record of the whole
 * firm. */
export function isForFirm(caller: Caller): boolean {
  return clientsInView(caller).length === 0;
}

/** The firm whose own records a caller sees; null for every firm. */
export function viewingFirm({ firm }: Caller): Id | null {
  return firm.kind === "operator" ? null : firm.oid;
}

/** The firm whose view applies: the API user's, or that of the client in view where the operator, who
 * alone may name members of other firms, names one. */
export function firmInView(caller: Caller): CallerFirm {
  const [client] = clientsInView(caller);
  return caller.firm.kind === "operator" && client !== undefined ? client.firm : caller.firm;
}

/** The login of the person of the firm who calls, where the key or the session is of one. */
export function personOf({ member }: Pick<Caller, "member">): string | null {
  return member !== undefined && !member.isClient ? member.loginId : null;
}

/** The login as which a sandbox decides in the place of a second person. */
const secondPerson = "sandbox.second";

/** The context in which a sandbox decides: that of another person of the caller's firm. */
export function asSecondPerson(ctx: Context): Context {
  const { firm } = ctx.caller;
  const member = { loginId: secondPerson, memberOid: firm.oid, firm, isClient: false };
  const caller = { ...ctx.caller, member, actingFor: undefined, isKeyShared: false };
  return { ...ctx, caller };
}

/** The author of a record that another person decides on: the person's login, or `api-user:<id>`
 * where the key names none. */
export function authorOf(caller: Pick<Caller, "member" | "apiUserId">): string {
  return personOf(caller) ?? `api-user:${caller.apiUserId}`;
}

/** The facts of a caller that say who decides. */
export interface Decider extends Pick<Caller, "member" | "isKeyShared"> {
  readonly linkedBy?: string | undefined;
}

/** The person who decides as a second one: the login to which the key is bound, or that has signed in. A key that is
 * bound to nobody decides nothing, whomever it names: it could name one person and then another. */
export function deciderOf({
  member,
  isKeyShared,
}: Pick<Caller, "member" | "isKeyShared">): string | null {
  return isKeyShared ? null : personOf({ member });
}

/** Whether somebody who had part in a record before would decide on it: the person who decides, or whoever made the
 * link by which that person signed in, and could have used it. */
export function hadPart(caller: Decider, before: readonly (string | null)[]): boolean {
  const behind = [deciderOf(caller), caller.linkedBy];
  return before.some((person) => person !== null && behind.includes(person));
}

/** The person who decides as a second one; refuses with 403 a caller without one. */
export function requireDecider(
  caller: Pick<Caller, "member" | "isKeyShared">,
  { code }: ErrorCode,
): string {
  const person = deciderOf(caller);
  if (person === null) throw refusal(403, { code, sentence: deciderMissing });
  return person;
}

const deciderMissing =
  "A person decides: sign in to the console, or use a key that is bound to a member of the staff.";
