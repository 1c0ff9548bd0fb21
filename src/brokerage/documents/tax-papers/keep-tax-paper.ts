// Keeping a version of Form 1099-B, 1099-DIV or 1099-INT once it is reported. (docs/documents.md)
import type { Day } from "@bursar/values/dates";
import type { AccountNumber } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import { keepDocument } from "../vault/changes.ts";
import { keepTaxPaperEntry } from "./entries.ts";
import { selectHasPaper } from "./queries.ts";

/** A version of a form of an account's year, and what draws it. */
export interface ReportedPaper {
  readonly accountNumber: AccountNumber;
  readonly taxYear: string;
  readonly form: string;
  /** From 1. */
  readonly version: string;
  readonly draw: () => Promise<Buffer>;
}

/** Keeps the version as a document of type X, unless it is kept already; returns whether it was not. A later
 * version is kept as a corrected one. */
export async function keepTaxPaper(
  ctx: WriteContext,
  { accountNumber, taxYear, form, version, draw }: ReportedPaper,
): Promise<boolean> {
  const name = `${form}-${taxYear}-version-${version}.pdf`;
  if (await selectHasPaper(ctx.db, accountNumber, name)) return false;
  const content = await draw();
  return write(ctx, keepTaxPaperEntry, async (tx) => {
    lockAccount(tx, accountNumber);
    // Two runs at once keep it once.
    if (await selectHasPaper(tx, accountNumber, name)) return { value: false, audit: [] };
    const { subject, document, events } = keepDocument(tx, ctx, {
      owner: { type: "account", accountNumber },
      reportType: "X",
      reportDate: `${taxYear}-12-31` as Day,
      name,
      mediaType: "application/pdf",
      content,
      isCorrected: version !== "1",
    });
    return { value: true, audit: [{ subject, after: { document }, events }] };
  });
}
