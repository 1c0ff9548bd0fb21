// Whoever has changed something reads it afterwards, though replicas answer reads: this process knows
// what each of its API users changed last, and another one is told by the header that each change
// answers. (interface 1)
import { timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Id } from "../../values/ids.ts";
import type { Caller } from "../change/context.ts";
import type { Vault } from "../keys/vault.ts";
import type { Database, Reader } from "../store/db.ts";
import { largeReads } from "../store/read-only.ts";
import type { Replicas } from "../store/replicas.ts";
import { isLarge } from "./read-bounds.ts";

/** From where the reads of each API user are answered. */
export interface ReadAfter {
  /** Notes that the API user has changed something, and up to where the log then went. */
  note(apiUserId: Id, position: bigint): void;
  /** What the header says of it, for this API user alone. */
  header(apiUserId: Id, position: bigint): string;
  /** A replica that shows all that the API user changed here, or that the header it sent speaks of;
   * undefined means the primary. A header that is not sound counts as absent. */
  readerFor(apiUserId: Id, sent: unknown): Promise<Reader | undefined>;
}

/** Begins to note changes, for a store that has replicas. */
export function openReadAfter(replicas: Replicas, vault: Vault): ReadAfter {
  // The latest last; those that every replica shows are removed.
  const changed = new Map<Id, bigint>();

  function note(apiUserId: Id, position: bigint): void {
    const known = changed.get(apiUserId) ?? 0n;
    changed.delete(apiUserId);
    changed.set(apiUserId, position > known ? position : known);
    const shown = replicas.shownByAll();
    for (const [user, at] of changed) {
      if (at > shown) break;
      changed.delete(user);
    }
  }

  async function sentPosition(apiUserId: Id, sent: unknown): Promise<bigint | undefined> {
    const position = openToken(vault, apiUserId, sent);
    // Such as one from before an older back-up was restored.
    if (position === undefined || !(await replicas.exists(position))) return undefined;
    return position;
  }

  return {
    note,
    header: (apiUserId, position) => sealToken(vault, apiUserId, position),
    async readerFor(apiUserId, sent) {
      const own = changed.get(apiUserId);
      const told = await sentPosition(apiUserId, sent);
      return replicas.reader(own !== undefined && (told ?? 0n) < own ? own : told);
    },
  };
}

/** The store of a request: a replica for one that only reads, if one shows what it must. */
export async function storeFor(request: FastifyRequest, { apiUserId }: Caller): Promise<Database> {
  const { kind, headers, server } = request;
  const { frame, reads, readAfter } = server;
  if (kind.writes) return frame.db;
  const replica = await readAfter?.readerFor(apiUserId, headers["x-read-after"]);
  const store = replica === undefined ? reads : { ...reads, ...replica };
  return isLarge(request) ? largeReads(store) : store;
}

/** Notes how far the log had come once the change of a request was committed. */
export function noteChange(
  request: FastifyRequest,
  readAfter: ReadAfter,
  { apiUserId }: Caller,
  position: bigint,
): void {
  readAfter.note(apiUserId, position);
  request.changedAt = position;
}

/** Tells the caller of a change how to read it wherever the next request is answered. */
export function tellChange(
  { changedAt, kind, context, server }: FastifyRequest,
  reply: FastifyReply,
): void {
  if (changedAt === undefined || !kind.isChange || server.readAfter === undefined) return;
  reply.header("X-Read-After", server.readAfter.header(context.caller.apiUserId, changedAt));
}

const macLength = 16;

/** The MAC of a position for an API user, then the position, hidden: it would tell how much others
 * change. */
function sealToken(vault: Vault, apiUserId: Id, position: bigint): string {
  const mac = macOf(vault, apiUserId, position);
  return Buffer.concat([mac, hidden(vault, mac, position)]).toString("base64url");
}

function openToken(vault: Vault, apiUserId: Id, sent: unknown): bigint | undefined {
  if (typeof sent !== "string" || !/^[\w-]{32}$/.test(sent)) return undefined;
  const bytes = Buffer.from(sent, "base64url");
  const mac = bytes.subarray(0, macLength);
  const position = hidden(vault, mac, bytes.readBigUInt64BE(macLength)).readBigUInt64BE();
  return timingSafeEqual(mac, macOf(vault, apiUserId, position)) ? position : undefined;
}

function macOf(vault: Vault, apiUserId: Id, position: bigint): Buffer {
  return vault.hash("read-after", `${apiUserId}/${position}`).subarray(0, macLength);
}

/** Hides a position, or shows one that is hidden. */
function hidden(vault: Vault, mac: Buffer, position: bigint): Buffer {
  const pad = vault.hash("read-after/hide", mac.toString("base64url")).readBigUInt64BE();
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(position ^ pad);
  return bytes;
}
