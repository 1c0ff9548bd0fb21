// A position of the feed as its readers see it. The number itself would reveal how much others
// change, and one from before a restore would skip events. A position is therefore a MAC under the
// epoch, with the number hidden. It outlives a change of the master key, as the audit log does.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Vault } from "../keys/vault.ts";

type Keyed = Pick<Vault, "auditKey">;

const macLength = 16;

/** The form of a position. */
const cursorForm = /^[\w-]{32}$/;

/** A position as it is shown. */
export function encodeCursor(vault: Keyed, epoch: string, position: bigint): string {
  const mac = cursorMac(vault, epoch, position);
  return Buffer.concat([mac, hidden(vault, mac, position)]).toString("base64url");
}

/** The position of a cursor; undefined if it was not made under the store's current epoch. */
export function decodeCursor(vault: Keyed, epoch: string, cursor: string): bigint | undefined {
  if (!cursorForm.test(cursor)) return undefined;
  const bytes = Buffer.from(cursor, "base64url");
  const mac = bytes.subarray(0, macLength);
  const position = hidden(vault, mac, bytes.readBigUInt64BE(macLength)).readBigUInt64BE();
  return timingSafeEqual(mac, cursorMac(vault, epoch, position)) ? position : undefined;
}

function cursorMac({ auditKey }: Keyed, epoch: string, position: bigint): Buffer {
  const text = JSON.stringify(["event position", epoch, String(position)]);
  return createHmac("sha256", auditKey).update(text).digest().subarray(0, macLength);
}

/** Hides a position, or shows one that is hidden. */
function hidden({ auditKey }: Keyed, mac: Buffer, position: bigint): Buffer {
  const text = JSON.stringify(["event position, hidden", mac.toString("base64url")]);
  const pad = createHmac("sha256", auditKey).update(text).digest().readBigUInt64BE();
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(position ^ pad);
  return bytes;
}
