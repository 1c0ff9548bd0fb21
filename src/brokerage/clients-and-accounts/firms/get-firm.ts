// Reading one firm.
import assert from "node:assert/strict";
import type { Context } from "../../../platform/change/context.ts";
import { selectFirm } from "./change-queries.ts";
import { encodeFirm, lastOfTaxId } from "./firm-row.ts";
import type { Firm } from "./schema.ts";

/** Returns a firm, with the last four digits of its tax id. */
export async function getFirm({ db, vault }: Context, firmOid: string): Promise<Firm> {
  const row = await selectFirm(db, firmOid);
  assert(row, "access has found the firm");
  return { ...encodeFirm(row), firmTaxId: lastOfTaxId(vault, row) };
}
