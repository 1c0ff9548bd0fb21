// The secrets that sign what is sent to webhooks: shown once, then only sealed. The seal covers the
// firm and the address as well.
import type { Vault } from "../../../platform/keys/vault.ts";
import type { SealedColumn } from "../../../platform/maintenance/rotate-master-key.ts";

/** The owner of a secret. */
export interface SecretPlace {
  readonly id: string;
  readonly firmOid: string;
  readonly url: string;
}

/** Seals a secret for its place. */
export function sealSecret(vault: Vault, place: SecretPlace, secret: string): Buffer {
  return vault.seal(secret, bindingOf(place));
}

/** A secret as it was drawn; throws VaultFault where the row is not as the service wrote it. */
export function openSecret(vault: Vault, place: SecretPlace, sealed: Buffer): string {
  return vault.open(sealed, bindingOf(place)).toString("utf8");
}

function bindingOf({ id, firmOid, url }: SecretPlace): string {
  return `webhook:${id}:${firmOid}:${url}`;
}

const key = { webhook_id: "bigint", firm_oid: "bigint", url: "text" };
const binding = ([id = "", firmOid = "", url = ""]: readonly string[]) =>
  bindingOf({ id, firmOid, url });

/** Where the sealed secrets are, for a change of the master key. */
export const sealedWebhookSecrets: readonly SealedColumn[] = [
  { table: "webhook", column: "earlier_secret_sealed", key, binding },
  { table: "webhook", column: "secret_sealed", key, binding },
];
