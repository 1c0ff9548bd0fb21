// The audit log: an append-only chain of entries per subject, each authenticated together with its
// predecessor, so that an altered, removed or inserted entry is detected.
import type { KeyObject } from "node:crypto";
import { type Reader, sql, type Tx } from "../store/db.ts";
import { keysByShard } from "../store/distributed/shards.ts";
import {
  type AuditEntry,
  type AuditFault,
  type AuditHead,
  faultOfChain,
  isHeadValid,
  macOf,
  type StoredEntry,
  sealOfHead,
} from "./audit-chain.ts";
import type { Actor, WriteContext } from "./context.ts";
import { type EventNote, placedEvents } from "./event.ts";
import { insertEvents } from "./event-queries.ts";

/** The audit note of a change on one subject: an account number, or `firm:…`, `offer:…`,
 * `member:…`. */
export interface AuditNote {
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly detail?: unknown;
  /** The events of the subject; they are stored next to the entry, not in it. */
  readonly events?: readonly EventNote[];
}

type NewEntry = StoredEntry & { readonly seal: Buffer | null };

/** The head that a transaction has locked before it makes its entries. */
const lockedHeads = new WeakMap<Tx, AuditHead>();

/** Locks the head of a subject's chain together with the subject, so that the entry need not wait for it. For
 * changes that lock nothing else afterwards: whoever holds that might be waiting for this head. */
export async function lockHead(tx: Tx, subject: string): Promise<void> {
  const [head] = await selectHeads(tx, [subject]);
  if (head !== undefined) lockedHeads.set(tx, head);
}

/** Appends one entry per note to the chain of its subject, whose head is locked until the transaction
 * ends, and stores the events of the notes. */
export async function appendEntries(
  tx: Tx,
  ctx: WriteContext,
  operation: string,
  notes: readonly AuditNote[],
): Promise<void> {
  if (notes.length === 0) return;
  const subjects = [...new Set(notes.map((note) => note.subject))].toSorted();
  const heads = await lockHeads(tx, subjects);
  const entries = notes.map((note) => {
    const entry = nextEntry(ctx, operation, note, heads.get(note.subject) as AuditHead);
    heads.set(note.subject, entry);
    return entry;
  });
  updateHeads(tx, [...heads.values()]);
  insertEntries(tx, entries);
  const events = notes.flatMap(({ events }, index) => {
    const { subject, sequence } = entries[index] as NewEntry;
    return placedEvents(subject, sequence, events);
  });
  insertEvents(tx, ctx, events);
}

function nextEntry(
  ctx: WriteContext,
  operation: string,
  note: AuditNote,
  head: AuditHead,
): NewEntry {
  const { auditKey } = ctx.vault;
  const sequence = String(BigInt(head.sequence) + 1n);
  const { subject, events: _, ...detail } = note;
  const entry: AuditEntry = {
    subject,
    sequence,
    occurredAt: ctx.realNow,
    operation,
    caller: JSON.stringify(ctx.actor satisfies Actor),
    requestId: ctx.requestId,
    address: ctx.address,
    detail: JSON.stringify(detail),
  };
  const mac = macOf(auditKey, entry, head.mac);
  // A head that was tampered with stays without a seal, so that a change does not hide missing
  // entries.
  const seal = isHeadValid(auditKey, head)
    ? sealOfHead(auditKey, { subject, sequence, mac })
    : null;
  return { ...entry, mac, seal };
}

async function lockHeads(tx: Tx, subjects: readonly string[]): Promise<Map<string, AuditHead>> {
  const locked = lockedHeads.get(tx);
  // It is the head only until the first entry.
  lockedHeads.delete(tx);
  if (locked !== undefined && subjects.every((subject) => subject === locked.subject)) {
    return new Map([[locked.subject, locked]]);
  }
  let heads = await selectHeads(tx, subjects);
  if (heads.length < subjects.length) {
    tx.send(sql`
      insert into audit_head (subject, sequence, mac)
      select subject, 0, ''::bytea from unnest(${subjects}::text[]) as subject
      order by subject on conflict do nothing`);
    heads = await selectHeads(tx, subjects);
  }
  return new Map(heads.map((head) => [head.subject, head]));
}

async function selectHeads(tx: Tx, subjects: readonly string[]): Promise<AuditHead[]> {
  const [only, ...others] = subjects;
  if (only !== undefined && others.length === 0) {
    return tx.rows(sql<AuditHead>`
      select subject, sequence, mac, seal from audit_head where subject = ${only} for update`);
  }
  const heads: AuditHead[] = [];
  for (const keys of await keysByShard(tx, subjects)) {
    const rows = await tx.rows(sql<AuditHead>`
      select subject, sequence, mac, seal from audit_head
      where subject = any(${keys}::text[]) order by subject for update`);
    heads.push(...rows);
  }
  return heads;
}

function updateHeads(tx: Tx, heads: readonly AuditHead[]): void {
  const [only, ...others] = heads;
  if (only !== undefined && others.length === 0) {
    tx.send(sql`
      update audit_head
      set sequence = ${only.sequence}, mac = ${only.mac}, seal = ${only.seal}
      where subject = ${only.subject}`);
    return;
  }
  tx.send(sql`
    update audit_head set sequence = new.sequence, mac = new.mac, seal = new.seal
    from unnest(${heads.map((h) => h.subject)}::text[], ${heads.map((h) => h.sequence)}::bigint[],
      ${heads.map((h) => h.mac)}::bytea[], ${heads.map((h) => h.seal)}::bytea[])
      as new (subject, sequence, mac, seal)
    where audit_head.subject = new.subject`);
}

function insertEntries(tx: Tx, entries: readonly NewEntry[]): void {
  const [only, ...others] = entries;
  if (only !== undefined && others.length === 0) {
    // Nearly every change has one.
    tx.send(sql`
      insert into audit_entry
        (subject, sequence, occurred_at, operation, caller, request_id, address, detail, mac)
      values (${only.subject}, ${only.sequence}, ${only.occurredAt}, ${only.operation},
        ${only.caller}::json, ${only.requestId}, ${only.address}, ${only.detail}::json,
        ${only.mac})`);
    return;
  }
  const column = <K extends keyof NewEntry>(name: K) => entries.map((e) => e[name]);
  tx.send(sql`
    insert into audit_entry
      (subject, sequence, occurred_at, operation, caller, request_id, address, detail, mac)
    select * from unnest(
      ${column("subject")}::text[], ${column("sequence")}::bigint[],
      ${column("occurredAt")}::timestamptz[], ${column("operation")}::text[],
      ${column("caller")}::json[], ${column("requestId")}::text[],
      ${column("address")}::text[], ${column("detail")}::json[], ${column("mac")}::bytea[])`);
}

/** The entries of one subject from the first, in order. */
export async function selectAuditEntries(db: Reader, subject: string): Promise<StoredEntry[]> {
  return db.rows(sql<StoredEntry>`
    select subject, sequence, occurred_at as "occurredAt", operation, caller::text as caller,
      request_id as "requestId", address, detail::text as detail, mac
    from audit_entry where subject = ${subject} order by sequence`);
}

/** Walks every chain; returns how many entries stand and the first fault of each broken chain. */
export async function verifyAudit(
  db: Reader,
  key: KeyObject,
): Promise<{ entries: number; subjects: number; faults: AuditFault[] }> {
  const faults: AuditFault[] = [];
  let entries = 0;
  let subjects = 0;
  for await (const { subject, chain, head } of allChains(db)) {
    const fault = faultOfChain(key, subject, chain, head);
    if (fault) faults.push(fault);
    entries += chain.length;
    subjects += 1;
  }
  return { entries, subjects, faults };
}

/** The place at which a part of the chains begins, and the most chains that it has. */
interface ChainPart {
  readonly after: string;
  readonly most: number;
}

/** The number of a part's entries after which no further chain is walked. */
const entriesOfPart = 20_000;

/** Walks some chains in order of subject; `next` is the subject behind which others follow. */
export async function verifyPart(db: Reader, key: KeyObject, { after, most }: ChainPart) {
  const faults: AuditFault[] = [];
  // One more than is walked shows that others follow.
  const known = await selectSubjectsAfter(db, after, most + 1);
  let entries = 0;
  let subjects = 0;
  for (const { subject } of known.slice(0, most)) {
    if (entries >= entriesOfPart) break;
    const { chain, head } = await selectChain(db, subject);
    const fault = faultOfChain(key, subject, chain, head);
    if (fault) faults.push(fault);
    entries += chain.length;
    subjects += 1;
  }
  const next = subjects < known.length ? known[subjects - 1]?.subject : undefined;
  return { entries, subjects, faults, next };
}

/** The chain of one subject. */
interface Chain {
  readonly subject: string;
  readonly chain: readonly StoredEntry[];
  readonly head: AuditHead | undefined;
}

/** Every chain, in order of subject. */
async function* allChains(db: Reader): AsyncGenerator<Chain> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const batch: { subject: string }[] = await selectSubjectsAfter(db, after, 500);
    for (const { subject } of batch) yield { subject, ...(await selectChain(db, subject)) };
    after = batch.at(-1)?.subject;
  }
}

type ChainRow = StoredEntry & {
  headSequence: string | null;
  headMac: Buffer | null;
  headSeal: Buffer | null;
};

/** A chain with its head, in one statement: changes may be committed while chains are walked. */
export async function selectChain(db: Reader, subject: string) {
  const rows = await db.rows(sql<ChainRow>`
    select e.subject, e.sequence, e.occurred_at as "occurredAt", e.operation,
      e.caller::text as caller, e.request_id as "requestId", e.address, e.detail::text as detail,
      e.mac, h.sequence as "headSequence", h.mac as "headMac", h.seal as "headSeal"
    from (select ${subject}::text as subject) as asked
      left join audit_head as h on h.subject = asked.subject
      left join audit_entry as e on e.subject = asked.subject
    order by e.sequence`);
  const chain = rows.filter((row) => row.sequence !== null);
  const { headSequence: sequence, headMac: mac, headSeal: seal } = rows[0] as ChainRow;
  const head = sequence !== null && mac !== null ? { subject, sequence, mac, seal } : undefined;
  return { chain, head };
}

async function selectSubjectsAfter(
  db: Reader,
  after: string,
  most: number,
): Promise<{ subject: string }[]> {
  return db.rows(sql<{ subject: string }>`
    select subject from (
      (select subject from audit_head where subject > ${after} order by subject limit ${most})
      union
      (select distinct subject from audit_entry where subject > ${after}
        order by subject limit ${most})
    ) as known order by subject limit ${most}`);
}
