// The versions of reported forms of income, for `bursar report`. (docs/tax-lots.md, "Income forms")
import type { Reader } from "../../../platform/store/db.ts";
import type { IncomeForm } from "./form-names.ts";
import { type ListedForm, selectForms } from "./income-queries.ts";

export type { ListedForm } from "./income-queries.ts";

/** Every version in order of account, year, form and version; of one of each where it is named. */
export async function* listForms(
  db: Reader,
  named: {
    readonly accountNumber?: string | undefined;
    readonly taxYear?: string | undefined;
    readonly form?: IncomeForm | undefined;
  },
): AsyncGenerator<ListedForm> {
  const { accountNumber = null, taxYear = null, form = null } = named;
  type Place = Parameters<typeof selectForms>[2];
  let after: Place | undefined = { accountNumber: "", taxYear: "", form: "", version: 0 };
  while (after !== undefined) {
    const found: ListedForm[] = await selectForms(db, { accountNumber, taxYear, form }, after);
    yield* found;
    after = found.at(-1);
  }
}
