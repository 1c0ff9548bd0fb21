// A working copy of a tax form: of 1099-B or 8949 from the reported lots of a year, of 1099-DIV or
// 1099-INT from its reported boxes. (interface 4.19)
import assert from "node:assert/strict";
import type { Context } from "../../../platform/change/context.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import { forbidden, notFound, refuseFor } from "../../../values/problem.ts";
import { addressLines } from "../../clients-and-accounts/accounts/address.ts";
import { openFirmTid } from "../../clients-and-accounts/firms/reads.ts";
import {
  type AskedYear,
  problemsWithAccount,
  readReportedLots,
  taxLotErrors,
} from "../tax-lots/reads.ts";
import { type FormName, type IncomeForm, isIncomeForm, type SaleForm } from "./form-names.ts";
import { withStateNumber } from "./income-boxes.ts";
import { selectAskedForm } from "./income-queries.ts";
import { type Parties, selectInherited, selectParties } from "./queries.ts";
import { salesOn, totalsOf } from "./sales.ts";
import type { IncomeBoxes, TaxForm } from "./schema.ts";

const notice = "Working copy, no official form: not to be filed with the Internal Revenue Service.";

/** The form and the year in a request. */
export interface AskedForm extends AskedYear {
  readonly form: FormName;
}

/** The paper of an account and a reported year; 404 for any other year, and otherwise refuses as the
 * list of its reported lots does. */
export async function getTaxForm(
  ctx: Pick<Context, "db" | "vault">,
  asked: AskedForm,
): Promise<TaxForm> {
  const { accountNumber, taxYear, form } = asked;
  // A text that is no year never reaches the store, which refuses U+0000; no year 0000 is ever
  // reported.
  const isYear = /^[0-9]{4}$/.test(taxYear);
  const year = isYear ? asked : { ...asked, taxYear: "0000" };
  const stated = isIncomeForm(form)
    ? await readIncome(ctx, { ...year, form })
    : await readSales(ctx, { ...year, form });
  const parties = await selectParties(ctx.db, accountNumber);
  assert(parties, "what it states was found");
  const { payer } = parties;
  return {
    accountNumber,
    taxYear,
    form,
    notice,
    corrected: stated.version !== "1",
    payer: payerOf(ctx.vault, parties),
    recipient: recipientOf(parties),
    ...stated,
    ...(isIncomeForm(form) && {
      boxes: withStateNumber(form, stated.boxes, payer?.stateNumber ?? null),
    }),
  };
}

/** The figures that a version of a form states: those of sales, or those of income. */
type Stated = Pick<TaxForm, "version" | "sales" | "totals" | "boxes" | "supplemental">;

async function readSales(
  ctx: Pick<Context, "db">,
  { form, ...year }: AskedYear & { readonly form: SaleForm },
): Promise<Stated> {
  const { version, lots, notes } = await readReportedLots(ctx, year);
  // A version that was not computed here has no notes of its own.
  const inherited = notes === undefined ? await selectInherited(ctx.db, year.accountNumber) : [];
  const sales = salesOn(form, lots, { notes, inherited: new Set(inherited) });
  return { version, sales, totals: totalsOf(sales), boxes: [], supplemental: [] };
}

async function readIncome(
  { db }: Pick<Context, "db">,
  { version, ...year }: AskedYear & { readonly form: IncomeForm },
): Promise<Stated> {
  const found = await selectAskedForm(db, year, version);
  if (found === undefined) throw forbidden();
  // Before the 404: a non-taxable account has no reported form, and "currently" would mislead.
  refuseFor(problemsWithAccount(found));
  if (found.version === null || found.body === null) {
    throw notFound(found.isReported ? taxLotErrors.versionNotFound : taxLotErrors.notReported);
  }
  const income = JSON.parse(found.body) as IncomeBoxes;
  return { version: String(found.version), sales: [], totals: [], ...income };
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
