// Listing the firms from which accounts can be transferred. (interface 4.6)
import type { Context } from "../../../platform/change/context.ts";
import { encodeAddress } from "../../clients-and-accounts/accounts/address.ts";
import { selectContraFirms } from "./queries.ts";
import type { ContraFirm } from "./schema.ts";

/** The contra firms by name; with a word, those that take part in ACATS (`Y`) or do not (`N`). */
export async function listContraFirms({ db }: Context, word?: string): Promise<ContraFirm[]> {
  const rows = await selectContraFirms(db, word === undefined ? null : word === "Y");
  return rows.map(({ dtcNumber, name, phoneNumber, primaryAddress: address }) => ({
    dtcNumber,
    name,
    phoneNumber,
    primaryAddress: address && encodeAddress(address),
  }));
}
