// The cursor of pagination, where the next page of a list begins: the place of the last row, with a MAC over it and
// over the query. It is invalid for another query or another store.
import { createHmac } from "node:crypto";
import { isSameBytes } from "./same-bytes.ts";
import type { Vault } from "./vault.ts";

type Keyed = Pick<Vault, "auditKey">;

/** A list: its address, and the query without the page's place and size. */
export interface PagedQuery {
  readonly list: string;
  readonly query: Readonly<Record<string, unknown>>;
}

const macLength = 16;

/** The cursor after a row, from the texts by which rows are ordered. */
export function encodePageCursor(vault: Keyed, of: PagedQuery, place: readonly string[]): string {
  const text = Buffer.from(JSON.stringify(place));
  return Buffer.concat([cursorMac(vault, of, text), text]).toString("base64url");
}

/** The texts of a cursor that was made for this query; undefined for any other text. */
export function decodePageCursor(
  vault: Keyed,
  of: PagedQuery,
  after: string,
): string[] | undefined {
  if (!/^[\w-]{24,1000}$/.test(after)) return undefined;
  const bytes = Buffer.from(after, "base64url");
  const text = bytes.subarray(macLength);
  const isOwn = isSameBytes(cursorMac(vault, of, text), bytes.subarray(0, macLength));
  return isOwn && bytes.toString("base64url") === after ? JSON.parse(text.toString()) : undefined;
}

function cursorMac({ auditKey }: Keyed, { list, query }: PagedQuery, text: Buffer): Buffer {
  const asked = Object.entries(query)
    .filter(([name, value]) => !["after", "limit"].includes(name) && value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const about = JSON.stringify(["place in a list", list, asked]);
  return createHmac("sha256", auditKey).update(about).update(text).digest().subarray(0, macLength);
}
