// A firm as it is stored and as it is returned.

import type { Id } from "@bursar/values/ids";
import type { Vault } from "../../../platform/keys/vault.ts";
import { encodeAddress } from "../accounts/address.ts";
import type { Firm, FirmUpdate } from "./schema.ts";
import { firmTidBinding } from "./sealed-tid.ts";

/** The fields of a firm that requests may change. */
export interface FirmFields {
  readonly firmName: string;
  readonly taxClassification: string | null;
  readonly firmTelephone1: string | null;
  readonly firmTelephone2: string | null;
  readonly firmEmail1: string | null;
  readonly firmEmail2: string | null;
  readonly primaryAddress: Readonly<Record<string, string>> | null;
  readonly state: string | null;
  readonly representativeLoginId: string | null;
  readonly finraAffiliated: boolean;
  readonly directorOrTenPercentShareholder: boolean;
  readonly finraCompany: string | null;
  readonly underContract: boolean;
}

/** A stored firm. */
export interface FirmRow extends FirmFields {
  readonly firmOid: Id;
  readonly kind: string;
  readonly partnerCode: string;
  readonly managingFirmOid: Id | null;
  readonly firmTaxIdType: string | null;
  readonly tidSealed: Buffer | null;
}

/** The type of a firm in the interface's terms. Which of its types an institutional firm is, nobody
 * has said; the operator counts as one. */
export function typeOfFirm({ kind }: Pick<FirmRow, "kind">): string {
  return kind === "issuing" ? "G" : "L";
}

/** The fields of a firm once a request has changed those that it names. */
export function withSent<Row extends FirmFields>(row: Row, request: FirmUpdate): Row {
  const { firmOid: _, ...sent } = request;
  const named = Object.entries(sent).filter(([, value]) => value !== undefined);
  const state = request.primaryAddress?.state ?? row.state;
  return { ...row, ...Object.fromEntries(named), state };
}

/** A firm in the interface's terms, without its tax id. */
export function encodeFirm(row: FirmRow): Omit<Firm, "firmTaxId"> {
  const { kind: _, tidSealed: _tid, primaryAddress, ...fields } = row;
  return {
    ...fields,
    firmType: typeOfFirm(row),
    primaryAddress: primaryAddress && encodeAddress(primaryAddress),
  };
}

/** The last four digits of its tax id; null where it has none. */
export function lastOfTaxId(vault: Vault, { firmOid, tidSealed }: FirmRow): string | null {
  if (tidSealed === null) return null;
  return vault.open(tidSealed, firmTidBinding(firmOid)).toString("utf8").slice(-4);
}
