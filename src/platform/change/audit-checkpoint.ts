// A signed note of every chain's last entry, stored outside the store: compared with it, a chain that
// was cut, or rolled back together with its head, is detected.
import { createHash, createHmac, type KeyObject } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline/promises";
import { isSameBytes } from "../keys/same-bytes.ts";
import { writeNewFile } from "../process/new-file.ts";
import { StoreFault } from "../process/store-fault.ts";
import { type Reader, sql } from "../store/db.ts";
import type { AuditFault } from "./audit-chain.ts";

interface KnownHead {
  readonly subject: string;
  readonly sequence: string;
  /** Hexadecimal. */
  readonly mac: string;
}

/** The last line of a checkpoint. */
export interface CheckpointEnd {
  readonly subjects: string;
  /** Of all lines before, hexadecimal. */
  readonly sha256: string;
  readonly signature: string;
}

const format = "bursar audit checkpoint 1";

/** Writes all heads, in order of subject, and the signature over them; returns the last line. */
export async function writeCheckpoint(
  reader: Reader,
  key: KeyObject,
  path: string,
  now: Date,
): Promise<CheckpointEnd> {
  let end: CheckpointEnd | undefined;
  async function* chunks(): AsyncGenerator<Buffer> {
    const hash = createHash("sha256");
    const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);
    const hashed = (bytes: Buffer) => {
      hash.update(bytes);
      return bytes;
    };
    let subjects = 0;
    yield hashed(line({ format, takenAt: now.toISOString() }));
    for await (const heads of allHeads(reader)) {
      yield hashed(Buffer.concat(heads.map(line)));
      subjects += heads.length;
    }
    end = endOf(key, String(subjects), hash.digest("hex"));
    yield line(end);
  }
  await writeNewFile(path, chunks());
  if (end === undefined) throw new Error("a checkpoint without an end");
  return end;
}

async function* allHeads(reader: Reader): AsyncGenerator<KnownHead[]> {
  for (let after = ""; ; ) {
    const heads = await reader.rows(sql<KnownHead>`
      select subject, sequence, encode(mac, 'hex') as mac from audit_head
      where subject > ${after} order by subject limit 5000`);
    const last = heads.at(-1);
    if (last === undefined) return;
    yield heads;
    after = last.subject;
  }
}

function endOf(key: KeyObject, subjects: string, sha256: string): CheckpointEnd {
  const signature = createHmac("sha256", key).update(`${format}\n${subjects}\n${sha256}`);
  return { subjects, sha256, signature: signature.digest("hex") };
}

/** Every subject whose chain no longer continues the head in the checkpoint. */
export async function faultsAgainst(
  reader: Reader,
  key: KeyObject,
  path: string,
): Promise<AuditFault[]> {
  await checkSignature(key, path);
  const faults: AuditFault[] = [];
  let batch: KnownHead[] = [];
  const checkBatch = async () => {
    faults.push(...(await faultsOfHeads(reader, batch)));
    batch = [];
  };
  for await (const line of linesOf(path)) {
    const head = JSON.parse(line) as Partial<KnownHead>;
    if (head.subject === undefined) continue;
    batch.push(head as KnownHead);
    if (batch.length === 500) await checkBatch();
  }
  await checkBatch();
  return faults;
}

/** Refuses a file whose signature does not match its lines. */
async function checkSignature(key: KeyObject, path: string): Promise<void> {
  const hash = createHash("sha256");
  let lines = 0;
  let last = "";
  for await (const line of linesOf(path)) {
    if (lines > 0) hash.update(`${last}\n`);
    last = line;
    lines += 1;
  }
  const expected = endOf(key, String(lines - 2), hash.digest("hex"));
  const [given, wanted] = [last, JSON.stringify(expected)].map((text) => Buffer.from(text));
  if (given && wanted && isSameBytes(wanted, given)) return;
  throw new StoreFault(`${path} is not a checkpoint signed with this store's key, or was altered.`);
}

function linesOf(path: string): AsyncIterable<string> {
  const file = createReadStream(path);
  return lines();

  async function* lines() {
    try {
      yield* createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY });
    } catch (error) {
      const { code } = error as { code?: string };
      throw code === undefined ? error : new StoreFault(`${path} cannot be read (${code}).`);
    }
  }
}

interface Compared {
  readonly subject: string;
  readonly sequence: string;
  readonly knownMac: string;
  readonly headSequence: string | null;
  readonly mac: string | null;
}

async function faultsOfHeads(reader: Reader, heads: readonly KnownHead[]): Promise<AuditFault[]> {
  const column = (name: keyof KnownHead) => heads.map((head) => head[name]);
  const compared = await reader.rows(sql<Compared>`
    select known.subject, known.sequence, known.mac as "knownMac",
      head.sequence as "headSequence", encode(entry.mac, 'hex') as mac
    from unnest(${column("subject")}::text[], ${column("sequence")}::bigint[],
        ${column("mac")}::text[]) as known (subject, sequence, mac)
      left join audit_head as head on head.subject = known.subject
      left join audit_entry as entry
        on entry.subject = known.subject and entry.sequence = known.sequence
    order by known.subject`);
  return compared.flatMap((each) => {
    const reason = reasonOf(each);
    return reason ? [{ subject: each.subject, sequence: each.sequence, reason }] : [];
  });
}

function reasonOf({ sequence, headSequence, mac, knownMac }: Compared): string | undefined {
  if (headSequence === null || BigInt(headSequence) < BigInt(sequence) || mac === null) {
    return "the checkpoint knows this entry: the chain was cut or rolled back";
  }
  return mac === knownMac ? undefined : "the checkpoint knows another entry in this place";
}
