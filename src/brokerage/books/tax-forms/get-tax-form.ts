// A working copy of Form 1099-B or Form 8949, from the reported lots of a year. (interface 4.19)
import assert from "node:assert/strict";
import type { Context } from "../../../platform/change/context.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import { addressLines } from "../../clients-and-accounts/accounts/address.ts";
import { openFirmTid } from "../../clients-and-accounts/firms/reads.ts";
import { type AskedYear, readReportedLots } from "../tax-lots/reads.ts";
import type { FormName } from "./form-names.ts";
import { type Parties, selectInherited, selectParties } from "./queries.ts";
import { salesOn, totalsOf } from "./sales.ts";
import type { TaxForm } from "./schema.ts";

const notice = "Working copy, no official form: not to be filed with the Internal Revenue Service.";

/** Which paper is asked for. */
export interface AskedForm extends AskedYear {
  readonly form: FormName;
}

/** The paper of an account and a reported year; 404 for any other year, and otherwise refuses as the
 * list of its reported lots does. */
export async function getTaxForm(
  ctx: Pick<Context, "db" | "vault">,
  { form, ...year }: AskedForm,
): Promise<TaxForm> {
  const { accountNumber, taxYear } = year;
  // What is no year never reaches the store, which refuses U+0000; no year 0000 is ever reported.
  const isYear = /^[0-9]{4}$/.test(taxYear);
  const { version, lots, notes } = await readReportedLots(
    ctx,
    isYear ? year : { ...year, taxYear: "0000" },
  );
  const parties = await selectParties(ctx.db, accountNumber);
  assert(parties, "its lots were found");
  // A version that was not computed here has no notes of its own.
  const inherited = notes === undefined ? await selectInherited(ctx.db, accountNumber) : [];
  const sales = salesOn(form, lots, { notes, inherited: new Set(inherited) });
  return {
    accountNumber,
    taxYear,
    form,
    notice,
    version,
    corrected: version !== "1",
    payer: payerOf(ctx.vault, parties),
    recipient: recipientOf(parties),
    sales,
    totals: totalsOf(sales),
  };
}

/** The firm that operates the service, whose tax id is shown in full, as on the form. */
function payerOf(vault: Vault, { payer }: Parties): TaxForm["payer"] {
  if (payer === null) return { name: "", state: null, tin: null, address: [] };
  const { firmOid, name, state, tidSealed, address } = payer;
  const tin = tidSealed && openFirmTid(vault, firmOid, Buffer.from(tidSealed, "hex"));
  return { name, state, tin, address: addressLines(address) };
}

/** The minor of a custodial account, whose tax id is not recorded, or else the owners, of whom the
 * first is named by tax id. */
function recipientOf({ minor, owners }: Parties): TaxForm["recipient"] {
  const [primary] = owners;
  const nameOf = (person: { readonly firstName: string; readonly lastName: string }) =>
    `${person.firstName} ${person.lastName}`;
  const names = owners.map(nameOf);
  const tin = primary?.tidLast4 ? `XXX-XX-${primary.tidLast4}` : null;
  return {
    ...(minor
      ? { names: [nameOf(minor), ...names.map((name) => `${name}, custodian`)], tin: null }
      : { names, tin }),
    address: addressLines(primary?.address ?? null),
  };
}
