// Adding a corporate firm, as a client of the caller's firm.
import { claimed, writeClaim } from "../../../platform/change/claims.ts";
import type { Context } from "../../../platform/change/context.ts";
import { rowMac } from "../../../platform/keys/row-mac.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { clientsOfFirm } from "../members/reads.ts";
import {
  insertFirm,
  type NewFirmRow,
  selectIsTaxIdTaken,
  updateFirmMac,
} from "./change-queries.ts";
import { createFirmEntry } from "./entries.ts";
import { firmErrors } from "./errors.ts";
import { firmCreated } from "./events.ts";
import { encodeFirm } from "./firm-row.ts";
import { firmMacTable } from "./mac-queries.ts";
import { problemsWithFirm } from "./rules.ts";
import type { NewFirm } from "./schema.ts";
import { firmTidBinding, firmTidPurpose } from "./sealed-tid.ts";

/** Adds a corporate firm that the caller's firm manages, and returns its id. It issues, once it is
 * under contract. */
export async function createFirm(ctx: Context, request: NewFirm): Promise<string> {
  const row = rowOf(ctx, request);
  const { firmOid } = row;
  return writeClaim(
    ctx,
    createFirmEntry,
    async (tx) => {
      const managingFirmOid = ctx.caller.firm.oid;
      const [clients, isTaxIdTaken] = await Promise.all([
        clientsOfFirm(tx, managingFirmOid, [request.representativeLoginId]),
        selectIsTaxIdTaken(tx, row.tidHash),
      ]);
      const isRepresentativeClient = clients.length > 0;
      refuseFor(problemsWithFirm({ isRepresentativeClient, isTaxIdTaken }));

      const fields = await insertFirm(tx, row);
      updateFirmMac(tx, firmOid, rowMac(ctx.vault, firmMacTable, fields));
      const { tidHash: _, ...added } = row;
      const events = [firmCreated({ firmOid, fields: Object.keys(request).toSorted() })];
      const audit = [{ subject: `firm:${firmOid}`, after: encodeFirm(added), events }];
      return { value: firmOid, audit };
    },
    {
      claims: [firmErrors.uniqueTaxId],
      refusals: { firm_tax_id_key: ruleProblem(firmErrors.uniqueTaxId) },
    },
  );
}

function rowOf(ctx: Context, request: NewFirm): NewFirmRow {
  const { firmType: _, firmTaxId, ...fields } = request;
  const firmOid = ctx.newId();
  const digits = firmTaxId.replaceAll("-", "");
  return {
    ...fields,
    firmOid,
    kind: "issuing",
    partnerCode: `F${firmOid}`,
    managingFirmOid: ctx.caller.firm.oid,
    tidSealed: ctx.vault.seal(digits, firmTidBinding(firmOid)),
    tidHash: ctx.vault.hash(firmTidPurpose, claimed(ctx, firmErrors.uniqueTaxId, digits)),
    taxClassification: request.taxClassification ?? null,
    firmTelephone2: request.firmTelephone2 ?? null,
    firmEmail2: request.firmEmail2 ?? null,
    finraCompany: request.finraCompany ?? null,
    finraAffiliated: request.finraAffiliated ?? false,
    directorOrTenPercentShareholder: request.directorOrTenPercentShareholder ?? false,
    underContract: false,
    state: request.primaryAddress.state,
  };
}
