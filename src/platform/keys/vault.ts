// Secrets at rest: encryption, keyed hashes, and the key of the audit chain, all derived from one
// master key.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

/** Seals, opens and hashes with keys derived from the master key. */
export interface Vault {
  /** Encrypts; `binding` names the row, and the same one must be given to open. */
  seal(plain: Buffer | string, binding: string): Buffer;
  /** Decrypts what `seal` made; throws VaultFault when it was altered or belongs to another row. */
  open(sealed: Buffer, binding: string): Buffer;
  /** A keyed hash of 32 bytes; equal values of one purpose have equal hashes. */
  hash(purpose: string, value: string): Buffer;
  /** The key of the audit chain's MACs; it stays the same when the master key changes. */
  readonly auditKey: KeyObject;
  /** The key of the MAC over a back-up's file. */
  readonly backupKey: KeyObject;
}

/** A sealed value that cannot be opened. */
export class VaultFault extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`a sealed value cannot be opened: ${reason}`, { cause });
    this.name = "VaultFault";
  }
}

/** Opens the vault of a master key of 32 bytes; a store whose master key was changed carries the
 * audit key of its first one along. */
export function openVault(masterKey: Buffer, carriedAuditKey?: Buffer): Vault {
  if (masterKey.length !== 32) throw new VaultFault("the master key is not 32 bytes long");
  const sealingKey = derive(masterKey, "seal");
  const hashKeys = new Map<string, KeyObject>();

  function hash(purpose: string, value: string): Buffer {
    let key = hashKeys.get(purpose);
    if (key === undefined) {
      key = derive(masterKey, `hash/${purpose}`);
      hashKeys.set(purpose, key);
    }
    return createHmac("sha256", key).update(value, "utf8").digest();
  }

  return {
    seal: (plain, binding) => seal(sealingKey, plain, binding),
    open: (sealed, binding) => open(sealingKey, sealed, binding),
    hash,
    auditKey: carriedAuditKey ? createSecretKey(carriedAuditKey) : derive(masterKey, "audit"),
    backupKey: derive(masterKey, "backup"),
  };
}

// A sealed value is version | nonce | tag | ciphertext; a later key gets the next version.
const keyVersion = 1;
const nonceLength = 12;
const tagLength = 16;
const headLength = 1 + nonceLength + tagLength;

function derive(masterKey: Buffer, purpose: string): KeyObject {
  return createSecretKey(
    Buffer.from(hkdfSync("sha256", masterKey, "bursar", `bursar/${keyVersion}/${purpose}`, 32)),
  );
}

function seal(key: KeyObject, plain: Buffer | string, binding: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength });
  cipher.setAAD(associatedData(binding));
  const text = typeof plain === "string" ? Buffer.from(plain, "utf8") : plain;
  const ciphertext = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([Buffer.of(keyVersion), nonce, cipher.getAuthTag(), ciphertext]);
}

function open(key: KeyObject, sealed: Buffer, binding: string): Buffer {
  if (sealed.length < headLength) throw new VaultFault("it is too short");
  if (sealed[0] !== keyVersion) throw new VaultFault("its key version is unknown");
  const nonce = sealed.subarray(1, 1 + nonceLength);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength });
  decipher.setAAD(associatedData(binding));
  decipher.setAuthTag(sealed.subarray(1 + nonceLength, headLength));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headLength)), decipher.final()]);
  } catch (error) {
    throw new VaultFault("it was altered or belongs to another row", error);
  }
}

function associatedData(binding: string): Buffer {
  return Buffer.concat([Buffer.of(keyVersion), Buffer.from(binding, "utf8")]);
}
