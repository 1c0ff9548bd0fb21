// The id of a tax lot, made of what it is, so that the same facts give it again.
import { hash } from "node:crypto";
import type { Id } from "../../values/ids.ts";

/** The first 63 bits of SHA-256 over the account, the transactions and the place, joined by `/`. */
export function taxLotIdOf(account: string, opened: Id, closedAs: string): bigint {
  return firstBits(hash("sha256", `${account}/${opened}/${closedAs}`, "hex"));
}

/** The id in place of one that is taken: the digest's hex text hashed again until one is free. */
export function nextTaxLotId(parts: readonly string[], taken: ReadonlySet<string>): string {
  let digest = hash("sha256", parts.join("/"), "hex");
  while (taken.has(firstBits(digest).toString())) digest = hash("sha256", digest, "hex");
  return firstBits(digest).toString();
}

function firstBits(digest: string): bigint {
  return BigInt(`0x${digest.slice(0, 16)}`) >> 1n;
}
