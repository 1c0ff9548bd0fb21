// Reading what the changes of an account have recorded. (interface 4.24)
import type { KeyObject } from "node:crypto";
import { encodeInstant } from "@bursar/values/dates";
import { followsFrom, namesLast } from "../../../platform/change/audit-chain.ts";
import {
  type Actor,
  type Caller,
  type Context,
  clientsInView,
} from "../../../platform/change/context.ts";
import { type Page, pageOf, usualLimit } from "../../../values/page.ts";
import { type EntryRow, selectEntries } from "./queries.ts";
import type { AuditEntriesQuery, AuditEntry } from "./schema.ts";

/** Returns the account's entries, the newest first, without what is not the caller's to know. */
export async function listAuditEntries(
  { db, caller, vault }: Context,
  accountNumber: string,
  { limit = usualLimit, before }: AuditEntriesQuery,
): Promise<Page<AuditEntry>> {
  const rows = await selectEntries(db, accountNumber, { before: before ?? null, limit });
  const { shown, last } = pageOf(rows, limit);
  const entries = shown.map((row, index) => {
    const isVerified =
      isInPlace(vault.auditKey, row, rows[index + 1]) &&
      (index > 0 || before !== undefined || isNamed(vault.auditKey, row));
    return { ...encodeEntry(row, caller), verified: isVerified };
  });
  return { entries, next: last?.sequence };
}

/** Whether an entry is as it was written, behind the one that was written before it. */
function isInPlace(key: KeyObject, row: EntryRow, previous: EntryRow | undefined): boolean {
  if (BigInt(row.sequence) !== BigInt(previous?.sequence ?? "0") + 1n) return false;
  return followsFrom(key, row, previous?.mac ?? Buffer.alloc(0));
}

/** Whether nothing behind the newest entry was cut off. */
function isNamed(key: KeyObject, row: EntryRow): boolean {
  const { subject, headSequence: sequence, headMac: mac, headSeal: seal } = row;
  if (sequence === null || mac === null) return false;
  return namesLast(key, { subject, sequence, mac, seal }, row);
}

/** Operations whose entries say nothing that an owner of the account, be it a client or a client firm,
 * does not read elsewhere. */
const shownToOwners = new Set([
  "updateAccount",
  "createFolio",
  "updateFolio",
  "computeAccount",
  "createRestriction",
  "liftRestriction",
  "setAverageBasis",
]);

/** An entry, redacted for the caller. */
export function encodeEntry(row: EntryRow, caller: Caller): Omit<AuditEntry, "verified"> {
  const actor: Actor = JSON.parse(row.caller);
  const clients = clientsInView(caller).map(({ loginId }) => loginId);
  const isOwn = actor.firm === caller.firm.oid || caller.firm.kind === "operator";
  const knowsCaller = isOwn && clients.length === 0;
  const knowsMember = (loginId: string | undefined) =>
    loginId !== undefined && (clients.length === 0 ? isOwn : clients.includes(loginId));
  const isOwner = clients.length > 0 || caller.firm.kind === "issuing";
  const shown = !isOwner || shownToOwners.has(row.operation);
  const content: EntryContent = shown ? JSON.parse(row.detail) : {};
  const isOfOperator = caller.firm.kind === "operator" && clients.length === 0;
  const isFirms = knowsCaller && !isOwner;
  const known = isFirms ? content : withoutComparedAccounts(row.operation, content);
  const {
    before = null,
    after = null,
    detail = null,
  } = isOfOperator ? content : withoutDesksComments(row.operation, known);
  return {
    sequence: row.sequence,
    occurredTS: encodeInstant(row.occurredAt),
    operation: row.operation,
    by: {
      kind: kindOf(row, actor),
      apiUserId: knowsCaller ? (actor.apiUser ?? null) : null,
      loginId: knowsMember(actor.member) ? (actor.member ?? null) : null,
      actingFor: knowsMember(actor.actingFor) ? (actor.actingFor ?? null) : null,
    },
    requestId: row.requestId,
    address: knowsCaller ? row.address : null,
    before,
    after,
    detail,
  };
}

type Content = Readonly<Record<string, unknown>> | null;

interface EntryContent {
  readonly before?: Content;
  readonly after?: Content;
  readonly detail?: Content;
}

/** The content of a folio's entry without the number of an account with which it is compared: it is another account,
 * which the firm that chose it sees. */
function withoutComparedAccounts(operation: string, content: EntryContent): EntryContent {
  if (operation !== "createFolio" && operation !== "updateFolio") return content;
  const { before, after } = content;
  return { ...content, before: withoutAccount(before), after: withoutAccount(after) };
}

function withoutAccount(settings: Content = null): Content {
  if (settings === null) return null;
  const { benchmark, folio } = settings;
  const isAccount = typeof benchmark === "string" && benchmark.startsWith("account:");
  return {
    ...settings,
    ...(isAccount && { benchmark: null }),
    ...(typeof folio === "object" && { folio: withoutAccount(folio as Content) }),
  };
}

const linesKind = "corporate-event-lines";

/** The content of an entry without what the operator's desk writes for itself: its comments on lines of corporate
 * events, whether it has decided them by a request or by a load. */
function withoutDesksComments(operation: string, content: EntryContent): EntryContent {
  const { before, after, detail } = content;
  if (operation === "updateCorporateEventLine") {
    return { ...content, detail: { ...detail, comment: null } };
  }
  if (operation !== "loadFolder") return content;
  return { ...content, before: withoutComments(before), after: withoutComments(after) };
}

function withoutComments(rows: Content = null): Content {
  const lines = rows?.[linesKind];
  if (!Array.isArray(lines)) return rows;
  return { ...rows, [linesKind]: lines.map((line) => ({ ...line, comment: null })) };
}

function kindOf(
  { firmKind, isClient }: EntryRow,
  { command, firm }: Actor,
): AuditEntry["by"]["kind"] {
  if (command !== undefined || firm === undefined) return "service";
  if (isClient) return "client";
  return firmKind === "operator" ? "operator" : "firm";
}
