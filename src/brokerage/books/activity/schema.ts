// The wire shapes of activity: what is asked for, and a transaction as lists and reads show it.
import type { Static, TSchema } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { dateRange } from "../../../values/date-range.ts";
import { pageLimit } from "../../../values/page.ts";
import { decimal, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { note, nullable, nullableText, object, optional, wired } from "../../../values/wire.ts";
import { categoryNames, subCategoryNames } from "./categories.ts";

const mostNamed = 100;

/** Words separated by commas, at most a hundred; of a list those in it, whatever their case. */
function words(description: string, oneOf?: readonly string[], example?: string) {
  const known = oneOf && new Set(oneOf.map((word) => word.toLowerCase()));
  return wired<readonly string[]>(
    { type: "string", description, ...(example && { examples: [example] }) },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        const given = String(raw).split(",");
        const isSound = given.every((word) =>
          known ? known.has(word.toLowerCase()) : /^[^\p{Cc}\p{Cs}]{1,40}$/u.test(word),
        );
        if (isSound && given.length <= mostNamed) return given;
        return note(problems, field, undefined);
      },
      codes: (field) => [`invalid.${field.replace(/([a-z])([A-Z])/g, "$1.$2").toLowerCase()}`],
    },
  );
}

const version = optional(
  decimal({
    places: 0,
    min: "0",
    max: "9223372036854775807",
    description:
      "The version of the account's books that is shown, of an earlier `X-As-Of-Version`; the newest " +
      "if left out.",
  }),
);

const filters = {
  daterange: optional(dateRange({ examples: ["2022-03-01,2022-12-31"] })),
  dateRange: optional(dateRange()),
  category: optional(words("Only these categories, separated by commas.", categoryNames)),
  subCategoryName: optional(
    words("Only these sub categories, separated by commas.", subCategoryNames),
  ),
  subcategory: optional(words("The same as `subCategoryName`.", subCategoryNames)),
  ticker: optional(words("Only these tickers, separated by commas.")),
  status: optional(
    text<"inforce" | "cancelled" | "replaced" | "all">({
      oneOf: ["inforce", "cancelled", "replaced", "all"],
      description:
        "The transactions in force, cancelled or replaced, or all; `inforce` if left out.",
    }),
  ),
  eventid: optional(text({ max: 40, description: "Only transactions of this corporate event." })),
  limit: pageLimit("50"),
  after: optional(
    text({ max: 400, description: "The `after` of the page before, in its `Link`." }),
  ),
  format: optional(
    text<"json" | "csv">({
      oneOf: ["json", "csv"],
      description: "`csv` has every transaction of the range as a load takes it; else `json`.",
    }),
  ),
  cashsweep: optional(
    text({ oneOf: ["Y", "N"], description: "Taken without effect: no cash is swept." }),
  ),
};

/** The filters of the transactions of an account or a folio. */
export const TransactionsQuery = object({ ...filters, asofversion: version });
export type TransactionsQuery = Static<typeof TransactionsQuery>;

/** The filters of the transactions of all accounts in sight. */
export const FirmTransactionsQuery = object({
  ...filters,
  accountnumber: optional(
    words("Only these accounts, separated by commas.", undefined, "RA00000001"),
  ),
  household: optional(id({ description: "Only the accounts that are in this household today." })),
});
export type FirmTransactionsQuery = Static<typeof FirmTransactionsQuery>;

/** As of which version a transaction is read. */
export const TransactionQuery = object({ asofversion: version });
export type TransactionQuery = Static<typeof TransactionQuery>;

const figure = (description?: string) => nullable(Type.String(description ? { description } : {}));
const aDay = nullable(Type.String({ format: "date-time" }));

const entryFields = {
  accountId: Type.String({ description: "The account number." }),
  folioNumber: figure("The folio that it moves; null where it moves none."),
  folioName: figure(),
  toFolioNumber: figure("Where a journal or lots go."),
  transactionId: Type.String(),
  transactionCode: codeFrom(codeList("transaction-type")),
  transactionDesc: Type.String({ description: "The name of the type and of the security." }),
  categoryName: Type.String({ enum: [...categoryNames] }),
  subCategoryName: Type.String({ enum: [...subCategoryNames] }),
  date: aDay,
  ticker: figure(),
  symbolName: figure("The name of the security."),
  security: nullable(
    Type.Object(
      { id: Type.String(), ticker: Type.String(), cusip: figure() },
      { title: "TransactionSecurity" },
    ),
  ),
  quantity: figure(
    "Shares that come to the folio or, below 0, leave it; of a spin-off those of the child.",
  ),
  price: figure("The quotation of one share."),
  commission: figure("The fees of a trade, as `fees`."),
  fees: figure(),
  accruedInterest: figure(),
  net: Type.String({ description: "The amount that the folio gets, after withholding and fees." }),
  marketNet: figure("Of a journal as `net`."),
  marketPrice: figure("Of a journal as `price`."),
  withholding: Type.Object(
    { federal: figure(), state: figure(), foreign: figure() },
    { title: "TransactionWithholding" },
  ),
  notes: figure(),
  settlementDate: aDay,
  settled: Type.Boolean(),
  exDate: aDay,
  incomeKind: nullable(codeFrom(codeList("income-kind"))),
  eventId: figure("The corporate event from which it follows."),
  status: Type.String({ enum: ["IN_FORCE", "CANCELLED", "REPLACED"] }),
  cancels: figure("The transaction that it cancels."),
  replaces: figure("The transaction that it replaces."),
  takenBackBy: figure("The transaction that cancels or replaces it."),
  reverses: figure("The deposit, withdrawal or fee that comes back by it."),
  acceptedTimestamp: aDay,
  cashAfter: figure("The cash of the folio behind it, by trade date; null if it is not in force."),
} satisfies Readonly<Record<string, TSchema>>;

/** A transaction in a folio, as lists show it. */
export const TransactionEntry = Type.Object(entryFields, { title: "TransactionEntry" });
export type TransactionEntry = Static<typeof TransactionEntry>;

/** A transaction with everything that is stored of it and what it did. */
export const ShownTransaction = Type.Object(
  {
    ...entryFields,
    columns: Type.Record(Type.String(), nullableText(), {
      title: "TransactionColumns",
      description:
        "The columns with which it would be loaded, each as the file has it, lists as JSON; null where it has none.",
    }),
    effects: Type.Array(
      Type.Object(
        {
          folioNumber: Type.String(),
          cash: Type.String(),
          shares: Type.Array(
            Type.Object(
              { securityId: Type.String(), quantity: Type.String() },
              { title: "MovedShares" },
            ),
          ),
        },
        { title: "TransactionEffect" },
      ),
      {
        description:
          "The shares and cash that it moves in each folio; empty if it is not in force.",
      },
    ),
    lots: Type.Object(
      { opened: Type.Array(Type.String()), closed: Type.Array(Type.String()) },
      { title: "TransactionLots", description: "Ids of the lots that it opened and closed." },
    ),
    sequence: figure("Of the audit entry with which it was accepted."),
  },
  { title: "ShownTransaction" },
);
export type ShownTransaction = Static<typeof ShownTransaction>;
