// A chain of audit entries: what authenticates each entry together with its predecessor, and the head
// that names the last one.
import { createHmac, type KeyObject } from "node:crypto";
import { isSameBytes } from "../keys/same-bytes.ts";

/** One entry as it is stored; `caller` and `detail` are the JSON texts that the MAC covers. */
export interface AuditEntry {
  readonly subject: string;
  readonly sequence: string;
  readonly occurredAt: Date;
  readonly operation: string;
  readonly caller: string;
  readonly requestId: string;
  readonly address: string;
  readonly detail: string;
}

/** An entry with the MAC that it was stored with. */
export type StoredEntry = AuditEntry & { readonly mac: Buffer };

/** The names of the last entry of a chain. */
export interface AuditHead {
  readonly subject: string;
  readonly sequence: string;
  /** The MAC of that entry. */
  readonly mac: Buffer;
  /** The MAC of the head itself; null where the chain was cut. */
  readonly seal: Buffer | null;
}

/** The first thing wrong with a chain. */
export interface AuditFault {
  readonly subject: string;
  readonly sequence: string;
  readonly reason: string;
}

/** The beginning of every encoded entry. */
const format = "bursar audit 2";

/** The bytes a MAC covers: each field and the predecessor's MAC with a 4-byte length before it. */
export function encodeEntry(entry: AuditEntry, previousMac: Buffer): Buffer {
  const { subject, sequence, occurredAt, operation, caller, requestId, address, detail } = entry;
  const fields = [format, subject, sequence, occurredAt.toISOString(), operation, caller];
  return encode([...fields, requestId, address, detail, previousMac]);
}

/** HMAC-SHA256 over the encoding; the first entry's predecessor is empty. */
export function macOf(key: KeyObject, entry: AuditEntry, previousMac: Buffer): Buffer {
  return createHmac("sha256", key).update(encodeEntry(entry, previousMac)).digest();
}

/** The MAC of a head, under a label of its own: no MAC of an entry can stand in for it. */
export function sealOfHead(key: KeyObject, head: Omit<AuditHead, "seal">): Buffer {
  const { subject, sequence, mac } = head;
  return createHmac("sha256", key)
    .update(encode(["bursar audit head 1", subject, sequence, mac]))
    .digest();
}

/** Whether a head is as it was stored, by its seal; one of a chain that only begins has none. */
export function isHeadValid(key: KeyObject, head: AuditHead): boolean {
  if (head.sequence === "0") return true;
  return head.seal !== null && isSameBytes(head.seal, sealOfHead(key, head));
}

function encode(fields: readonly (string | Buffer)[]): Buffer {
  const lengths = fields.map((field) => Buffer.byteLength(field));
  const size = lengths.reduce((sum, length) => sum + 4 + length, 0);
  // Not cleared, since every byte is written.
  const encoded = Buffer.allocUnsafe(size);
  let at = 0;
  for (const [index, field] of fields.entries()) {
    at = encoded.writeUInt32BE(lengths[index] as number, at);
    at += typeof field === "string" ? encoded.write(field, at) : field.copy(encoded, at);
  }
  return encoded;
}

/** The first fault of one subject's chain, checked entry by entry and against its head. */
export function faultOfChain(
  key: KeyObject,
  subject: string,
  chain: readonly StoredEntry[],
  head: AuditHead | undefined,
): AuditFault | undefined {
  const broken = faultOfEntries(key, subject, chain);
  if (broken) return broken;
  const sequence = String(chain.length + 1);
  const last = chain.at(-1)?.mac ?? Buffer.alloc(0);
  const isLast = head?.sequence === String(chain.length) && isSameBytes(head.mac, last);
  if (!isLast) return { subject, sequence, reason: "the head names another last entry" };
  if (isHeadValid(key, head)) return undefined;
  return { subject, sequence, reason: "the head was not sealed: the chain may have been cut" };
}

/** The first fault of the entries alone. */
function faultOfEntries(
  key: KeyObject,
  subject: string,
  chain: readonly StoredEntry[],
): AuditFault | undefined {
  let previousMac: Buffer = Buffer.alloc(0);
  let expected = 1n;
  for (const entry of chain) {
    const { sequence } = entry;
    if (BigInt(sequence) !== expected) {
      return { subject, sequence: String(expected), reason: "the entry is missing" };
    }
    if (!followsFrom(key, entry, previousMac))
      return { subject, sequence, reason: "the entry was altered, inserted or moved" };
    previousMac = entry.mac;
    expected += 1n;
  }
  return undefined;
}

/** Whether an entry is as it was written, behind the one whose MAC is given. */
export function followsFrom(key: KeyObject, entry: StoredEntry, previousMac: Buffer): boolean {
  return isSameBytes(macOf(key, entry, previousMac), entry.mac);
}

/** Whether a head is valid and names this entry as the last. */
export function namesLast(key: KeyObject, head: AuditHead, entry: StoredEntry): boolean {
  return (
    head.sequence === entry.sequence && isSameBytes(head.mac, entry.mac) && isHeadValid(key, head)
  );
}
