// What other resources may read of firms.
import type { Vault } from "../../platform/keys/vault.ts";
import { firmTidBinding } from "./sealed-tid.ts";

/** A firm's tax id as it is written: two digits, a dash and seven. */
export function openFirmTid(vault: Vault, firmOid: string, sealed: Buffer): string {
  const digits = vault.open(sealed, firmTidBinding(firmOid)).toString("utf8");
  return `${digits.slice(0, 2)}-${digits.slice(2)}`;
}
