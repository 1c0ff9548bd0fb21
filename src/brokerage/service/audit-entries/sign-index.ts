// The signature of an export of records: Ed25519, so that whoever has the public key checks it, and nobody
// without the master key makes one. (docs/records.md)
import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import type { Vault } from "../../../platform/keys/vault.ts";

/** The beginning of a private key of Ed25519 in PKCS #8. (RFC 8410) */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

function privateKey(vault: Pick<Vault, "hash">): KeyObject {
  const seed = vault.hash("records export", "signing key");
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: "der", type: "pkcs8" });
}

/** The public key of this store's exports as PEM; it changes with the master key. */
export function exportKey(vault: Pick<Vault, "hash">): string {
  return String(createPublicKey(privateKey(vault)).export({ format: "pem", type: "spki" }));
}

/** The signature over an index. */
export function signIndex(vault: Pick<Vault, "hash">, index: Buffer): Buffer {
  return sign(null, index, privateKey(vault));
}
