// The tax forms.

/** The forms that list sales. */
const saleForms = ["1099-b", "8949"] as const;
/** One of them. */
export type SaleForm = (typeof saleForms)[number];

/** The forms of dividends and interest. */
export const incomeForms = ["1099-div", "1099-int"] as const;
/** One of them. */
export type IncomeForm = (typeof incomeForms)[number];

/** The forms of which a paper is made. */
export const formNames = [...saleForms, ...incomeForms] as const;
/** One of them. */
export type FormName = SaleForm | IncomeForm;

/** Whether a form is one of dividends or interest. */
export function isIncomeForm(form: FormName): form is IncomeForm {
  return incomeForms.includes(form as IncomeForm);
}
