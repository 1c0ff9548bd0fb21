// Freezing Forms 1099-DIV and 1099-INT of a past year: the boxes that now follow from an account's
// transactions become the newest version of each. (docs/tax-lots.md, "Income forms")
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { counted } from "../../../values/readable.ts";
import { problemsWithAccount, type ReportedYear } from "../tax-lots/reads.ts";
import { reportTaxFormsEntry } from "./entries.ts";
import { type IncomeForm, incomeForms } from "./form-names.ts";
import { countOfRows, incomeBoxes } from "./income-boxes.ts";
import {
  insertForm,
  lockAccountWithFacts,
  selectIncomeRows,
  selectNewestForm,
} from "./income-queries.ts";
import type { IncomeBoxes, TaxFormBox } from "./schema.ts";

/** The result for a form of an account's year. */
export type ReportedForm = {
  readonly form: IncomeForm;
  readonly outcome: "reported" | "to report" | "unchanged";
  /** The newest version, `0` where the form was never reported. */
  readonly version: string;
  /** How many transactions the present version, or the one that would be made, lists. */
  readonly rows: string;
  /** The boxes that a new version states differently; none of the first version. */
  readonly changes: readonly BoxChange[];
  /** Notices that a person should read before the form is sent, in sentences. */
  readonly notices: readonly string[];
};

/** A box as it is stated before and after; null where it has neither amount nor text. */
export type BoxChange = {
  readonly box: string;
  readonly before: string | null;
  readonly after: string | null;
};

/** Makes the next version of each form of an account's year whose transactions now give other boxes or
 * rows; with `check` it changes nothing. An account that is not taxable or has no transactions has none. */
export async function reportTaxForms(
  ctx: WriteContext,
  year: ReportedYear,
  { check = false }: { readonly check?: boolean | undefined } = {},
): Promise<ReportedForm[]> {
  const { accountNumber, taxYear } = year;
  return write(ctx, reportTaxFormsEntry, async (tx) => {
    const account = await lockAccountWithFacts(tx, accountNumber);
    const hasForms = account?.hasTransactions && problemsWithAccount(account).length === 0;
    if (!hasForms) return { value: [], audit: [] };
    const rows = await selectIncomeRows(tx, year);
    const found: Compared[] = [];
    for (const form of incomeForms) {
      found.push(await compare(tx, { ...year, form }, incomeBoxes(form, rows)));
    }
    const made = check ? [] : found.filter(({ isUnchanged }) => !isUnchanged);
    for (const { form, newest, rows: count, after } of made) {
      const next = { ...year, form, version: newest + 1, body: JSON.stringify(after) };
      await insertForm(tx, { ...next, rows: count, reportedAt: ctx.now });
    }
    return {
      value: found.map((each) => outcomeOf(each, { isMade: made.includes(each) })),
      audit: made.length === 0 ? [] : [{ subject: accountNumber, ...noteOf(taxYear, made) }],
    };
  });
}

/** A form as it is in its newest version and as the transactions give it now. */
interface Compared {
  readonly form: IncomeForm;
  /** The newest version, 0 if there is none. */
  readonly newest: number;
  readonly before: IncomeBoxes | undefined;
  readonly after: IncomeBoxes;
  readonly isUnchanged: boolean;
  /** How many transactions it lists now. */
  readonly rows: number;
}

async function compare(
  tx: Tx,
  year: ReportedYear & { readonly form: IncomeForm },
  after: IncomeBoxes,
): Promise<Compared> {
  const newest = await selectNewestForm(tx, year);
  const before = newest && (JSON.parse(newest.body) as IncomeBoxes);
  return {
    form: year.form,
    newest: newest?.version ?? 0,
    before,
    after,
    isUnchanged: before !== undefined && factsOf(before) === factsOf(after),
    rows: countOfRows(after),
  };
}

function outcomeOf(
  { form, newest, before, after, isUnchanged, rows }: Compared,
  { isMade }: { readonly isMade: boolean },
): ReportedForm {
  const notMade = isUnchanged ? "unchanged" : "to report";
  return {
    form,
    outcome: isMade ? "reported" : notMade,
    version: String(isMade ? newest + 1 : newest),
    rows: String(rows),
    changes: before ? changesBetween(before.boxes, after.boxes) : [],
    notices: noticesOf(after),
  };
}

/** The note of the audit entry about the forms that were reported: the version before, if there is
 * one, and the new one. */
function noteOf(taxYear: string, made: readonly Compared[]) {
  const before = made.flatMap(({ form, newest, before: boxes }) =>
    boxes === undefined ? [] : [{ form, version: newest, ...boxes }],
  );
  const after = made.map(({ form, newest, after: boxes }) => {
    return { form, version: newest + 1, ...boxes };
  });
  return {
    ...(before.length > 0 && { before: { taxYear, forms: before } }),
    after: { taxYear, forms: after },
  };
}

/** The figures and rows of boxes without names: a new ticker, CUSIP or title makes no difference. */
function factsOf({ boxes, supplemental }: IncomeBoxes): string {
  return JSON.stringify(
    [...boxes, ...supplemental].map((box) => ({
      ...box,
      title: "",
      lines: box.lines.map((line) => ({ ...line, ticker: null, cusip: null })),
    })),
  );
}

function changesBetween(before: readonly TaxFormBox[], after: readonly TaxFormBox[]): BoxChange[] {
  const old = new Map(before.map((box) => [box.box, box.amount ?? box.text]));
  return after
    .map(({ box, amount, text }) => ({ box, before: old.get(box) ?? null, after: amount ?? text }))
    .filter((change) => change.before !== change.after);
}

/** Income without a kind, which counts as ordinary. */
function noticesOf({ supplemental }: IncomeBoxes): string[] {
  return supplemental
    .filter(({ box }) => box === "notClassified")
    .map(({ amount, lines, title }) => {
      const [first] = lines;
      const rows = counted(lines.length, "transaction");
      return `${title}: ${amount} of ${rows} without incomeKind, the first ${first?.transactionId}.`;
    });
}
