// The wire shapes of lists of accounts.
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { bool, choice, decimal, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { waitingKinds } from "./waiting-queries.ts";

const orders = ["number", "name", "value", "day", "year", "cash"] as const;
const sorts = orders.flatMap((order) => [order, `-${order}`]);

const cash = (description: string) =>
  decimal({ places: 2, min: "-9999999999999.99", max: "9999999999999.99", description });

/** The filters of the list of accounts, and the size of a page. */
export const AccountsQuery = object({
  user: optional(
    text({ max: 64, description: "Only the accounts that this member owns or is permitted on." }),
  ),
  limit: optional(decimal({ places: 0, min: "1", max: "1000", description: "All if left out." })),
  after: optional(
    text({ max: 10, pattern: /^R[A-Z0-9]{8,9}$/, description: "The last number before the list." }),
  ),
  search: optional(
    text({
      max: 64,
      description: "Part of the number, the name or an owner's name, whatever the case.",
    }),
  ),
  sort: optional(
    text({
      oneOf: sorts,
      description: "The order; with `-` the other way round. By number if left out.",
    }),
  ),
  accounttype: optional(choice(codeList("account-type"), { description: "Only those of a type." })),
  restricted: optional(bool({ description: "Only those that are restricted, or are not." })),
  openitems: optional(
    bool({ description: "Only those with items that wait for something today, or without." }),
  ),
  waiting: optional(
    text({
      oneOf: waitingKinds,
      description:
        "Only those with a subscription to an offer that is not decided, a transfer that has not " +
        "ended, a ballot without an answer, or a folio that waits for its model's new version.",
    }),
  ),
  cashfrom: optional(cash("Only those with this much cash in all folios, or more.")),
  cashto: optional(cash("Only those with this much cash in all folios, or less.")),
  securityid: optional(id({ description: "Only those that hold this security." })),
  overview: optional(bool({ description: "Whether each account has its `overview`." })),
});
export type AccountsQuery = Static<typeof AccountsQuery>;

const rate = (description: string) => nullable(Type.String({ description }));

/** The value, returns and month ends that lists show. */
export const ListedFigures = {
  valueDate: nullable(Type.String({ format: "date-time" })),
  value: nullableText("On that day, accrued payouts included."),
  dayReturn: rate("Of that day, in percent, net of fees."),
  yearToDateReturn: rate("Since the end of the year before that day, in percent, net of fees."),
  monthEndValues: Type.Array(
    Type.Object(
      { date: Type.String({ format: "date-time" }), value: Type.String() },
      { title: "MonthEndValue" },
    ),
    { description: "The last value of each month, over the last 12 months and the one begun." },
  ),
};

/** The figures of an account that are shown to staff who look after many. */
export const AccountOverview = Type.Object(
  {
    valueDate: ListedFigures.valueDate,
    value: ListedFigures.value,
    dayReturn: ListedFigures.dayReturn,
    yearToDateReturn: ListedFigures.yearToDateReturn,
    cash: nullableText("Of all folios; null where none has any."),
    openItems: nullableText("How many items wait for something today."),
    ownerNames: Type.Array(nullableText(), {
      description: "In the order of `owners`; null for a member out of sight.",
    }),
    monthEndValues: ListedFigures.monthEndValues,
  },
  { title: "AccountOverview" },
);
export type AccountOverview = Static<typeof AccountOverview>;

/** An account in a list. */
export const ListedAccount = Type.Object(
  {
    accountNumber: Type.String(),
    accountName: Type.String(),
    accountType: codeFrom(codeList("account-type")),
    billingPlanOid: nullableText(),
    owners: Type.Array(Type.String(), { description: "Login ids, the primary owner first." }),
    restricted: nullable(
      Type.Boolean({
        description: "Whether any restriction is in force; null without the account's details.",
      }),
    ),
    overview: Type.Optional(AccountOverview),
  },
  { title: "ListedAccount" },
);
export type ListedAccount = Static<typeof ListedAccount>;
