// The wire shapes of tax papers. (interface 4.19)
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";
import { type FormName, formNames } from "./form-names.ts";

/** The form, its format, and the version of the year. */
export const TaxFormQuery = Type.Object({
  form: Type.Optional(
    text<FormName>({
      oneOf: formNames,
      description: "The form; `1099-b` by default.",
      examples: ["1099-b"],
    }),
  ),
  format: Type.Optional(
    text({
      oneOf: ["json", "csv", "pdf"],
      description: "The format of the response; `json` by default.",
    }),
  ),
  version: Type.Optional(
    text({
      pattern: /^[1-9][0-9]{0,8}$/,
      description: "A version of the reported form, from 1; the newest by default.",
    }),
  ),
});

const encodedDay = Type.String({
  format: "date-time",
  description: "Midnight of the day in New York, with its offset.",
});
const money = Type.String({ description: "A decimal with 2 places." });

/** The boxes of Form 8949 under which sales are listed; `X` where the term is not known. */
export const form8949Boxes = ["A", "B", "C", "D", "E", "F", "X"] as const;
const form8949Box = Type.String({
  enum: [...form8949Boxes],
  description: "The box of Form 8949; `X` if the term is unknown.",
});

const amounts = {
  proceeds: nullableText("Box 1d, column (d): net of fees."),
  costBasis: nullableText("Box 1e, column (e)."),
  washSaleLossDisallowed: nullableText("Box 1g, column (g)."),
  gainLoss: nullableText("Column (h)."),
  federalTaxWithheld: nullableText("Box 4."),
  stateTaxWithheld: nullableText("Box 16."),
};

/** A sale on a tax paper. */
export const TaxFormSale = Type.Object(
  {
    form8949Box,
    taxLotId: Type.String(),
    cusip: nullableText(),
    description: Type.String({ description: "Box 1a, column (a)." }),
    dateAcquired: nullable(encodedDay),
    inherited: Type.Boolean({
      description: "Whether the shares were inherited: then column (b) says INHERITED.",
    }),
    dateSold: encodedDay,
    ...amounts,
    accruedMarketDiscount: nullableText("Box 1f; always null, since it is not computed."),
    adjustmentCode: nullable(
      Type.String({ enum: ["W"], description: "Column (f): `W` for a wash sale." }),
    ),
    gainLossTerm: Type.String({
      enum: ["SHORT_TERM", "LONG_TERM", "UNKNOWN"],
      description: "Box 2.",
    }),
    proceedsFromCollectibles: Type.Boolean({ description: "Box 3; always false." }),
    noncovered: Type.Boolean({ description: "Box 5." }),
    basisReported: Type.Boolean({ description: "Box 12: reported to the IRS." }),
    withholdingState: nullable(codeFrom(codeList("state"))),
  },
  { title: "TaxFormSale" },
);
export type TaxFormSale = Static<typeof TaxFormSale>;

/** The sums of the sales under one box of Form 8949, each over the amounts that are known;
 * null where none is. */
export const TaxFormTotal = Type.Object(
  {
    form8949Box,
    sales: Type.String({ description: "How many sales there are." }),
    proceeds: nullable(money),
    costBasis: nullable(money),
    washSaleLossDisallowed: money,
    gainLoss: nullable(money),
    federalTaxWithheld: money,
    stateTaxWithheld: money,
  },
  { title: "TaxFormTotal" },
);
export type TaxFormTotal = Static<typeof TaxFormTotal>;

/** A transaction that a box of Form 1099-DIV or 1099-INT counts. */
const TaxFormLine = Type.Object(
  {
    transactionId: Type.String(),
    date: encodedDay,
    transactionCode: Type.String({ description: "The type of the transaction." }),
    ticker: nullableText(),
    cusip: nullableText(),
    incomeKind: nullable(codeFrom(codeList("income-kind"))),
    amount: Type.String({
      description: "The amount that it adds to the box, a decimal with 2 places.",
    }),
  },
  { title: "TaxFormLine" },
);
export type TaxFormLine = Static<typeof TaxFormLine>;

/** The part of a country or a state. */
const TaxFormPart = Type.Object(
  {
    code: nullableText("The country or state; null of tax for which none is named."),
    amount: money,
  },
  { title: "TaxFormPart" },
);
export type TaxFormPart = Static<typeof TaxFormPart>;

/** A box of Form 1099-DIV or 1099-INT with the transactions that it counts. */
const TaxFormBox = Type.Object(
  {
    box: Type.String({ description: "The number of the box, or a word for what is in none." }),
    title: Type.String(),
    amount: nullable(money),
    text: nullableText(
      "The country or state, if all tax names one; the payer's number; or `not computed`.",
    ),
    parts: Type.Array(TaxFormPart, {
      maxItems: 1_000,
      description: "The tax of each country or state, unless all of it names the same one.",
    }),
    lines: Type.Array(TaxFormLine, { maxItems: 100_000, description: "By date." }),
  },
  { title: "TaxFormBox" },
);
export type TaxFormBox = Static<typeof TaxFormBox>;

/** The boxes of a form of income, and what is stated next to them. */
export const IncomeBoxes = Type.Object({
  boxes: Type.Array(TaxFormBox, {
    maxItems: 40,
    description: "Of Forms 1099-DIV and 1099-INT, every box in order; else empty.",
  }),
  supplemental: Type.Array(TaxFormBox, {
    maxItems: 10,
    description:
      "Amounts that these forms state next to their boxes: income that is not classified, interest owed, " +
      "and accrued interest paid or received.",
  }),
});
export type IncomeBoxes = Static<typeof IncomeBoxes>;

/** A tax paper of one account and year. */
export const TaxForm = Type.Object(
  {
    accountNumber: Type.String(),
    taxYear: Type.String({ description: "Four digits." }),
    form: Type.Unsafe<FormName>({ type: "string", enum: formNames }),
    notice: Type.String({ description: "Says that this is no official form." }),
    version: Type.String({ description: "The version of the reported form, from 1." }),
    corrected: Type.Boolean({ description: "Whether an earlier version was reported before." }),
    payer: Type.Object(
      {
        name: Type.String(),
        state: nullableText(),
        tin: nullableText("In full, as on the form."),
        address: Type.Array(Type.String(), { description: "The lines of its address." }),
      },
      { title: "TaxFormPayer" },
    ),
    recipient: Type.Object(
      {
        names: Type.Array(Type.String()),
        tin: nullableText("All but the last four digits masked."),
        address: Type.Array(Type.String(), { description: "The lines of the mailing address." }),
      },
      { title: "TaxFormRecipient" },
    ),
    sales: Type.Array(TaxFormSale, { description: "Of Forms 1099-B and 8949; else empty." }),
    totals: Type.Array(TaxFormTotal),
    ...IncomeBoxes.properties,
  },
  { title: "TaxForm" },
);
export type TaxForm = Static<typeof TaxForm>;
