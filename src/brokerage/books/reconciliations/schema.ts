// The shapes of a custodian's files and of the breaks that they show. (interface 4.20)
import type { Static } from "typebox";
import { bool, day, decimal, id, instant, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { emptiable, nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { type Cause, causes } from "./causes.ts";
import { type BreakKind, breakKinds } from "./match.ts";

const ofStatement = {
  accountNumber: text({ description: "The account." }),
  date: day({ description: "The day of the statement, the same in every row and file." }),
};

const security = {
  securityId: optional(id({ description: "The security's id here, if the custodian keeps it." })),
  cusip: optional(text({ max: 9, description: "Its CUSIP, which decides if there is no id." })),
  ticker: optional(
    text({ max: 20, description: "Its ticker, which decides if neither is known." }),
  ),
};

const shares = (description: string) => decimal({ places: 5, description });
const money = (description: string) => optional(decimal({ places: 2, description }));

/** A position as a custodian states it. */
export const CustodianPositionRecord = object({
  ...ofStatement,
  ...security,
  quantity: shares("Shares held, with as many places as the custodian keeps."),
  marketValue: money("Their value at the custodian's price."),
});

/** Cash as a custodian states it. */
export const CustodianCashRecord = object({
  ...ofStatement,
  amount: decimal({ places: 2, description: "The balance; below 0 if it is overdrawn." }),
});

/** A lot as a custodian states it. */
export const CustodianLotRecord = object({
  ...ofStatement,
  ...security,
  acquiredDate: optional(day({ description: "When it was acquired; left out if not known." })),
  quantity: shares("Shares of the lot that are left."),
  costBasis: money("Their adjusted basis; left out if it is not known."),
});

/** A break of a day, as it is loaded. */
export const ReconciliationBreakRecord = object({
  accountNumber: text({ description: "The account." }),
  date: day({ description: "The day of the statement." }),
  breakId: id({ description: "Id of the break in the account, the same on each of its days." }),
  kind: text<BreakKind>({ oneOf: breakKinds, description: "The kind of difference." }),
  securityId: optional(id({ description: "The security; none for cash." })),
  symbol: optional(text({ max: 20, description: "Its symbol, if the books do not have it." })),
  acquiredDate: optional(day({ description: "When the lots were acquired." })),
  custodian: shares("The custodian's figure: shares, or money."),
  books: optional(shares("The books' figure; left out if they had no value.")),
  amount: money("The difference in money."),
  cause: text<Cause>({
    oneOf: Object.keys(causes),
    description: "The likely cause.",
  }),
  since: day({ description: "The first day on which it stood." }),
  closedDate: optional(day({ description: "The day on which it was gone." })),
  stands: optional(
    bool({ description: "`false` for a day that is not its last; it stands if it is not closed." }),
  ),
  note: optional(text({ max: 1000, description: "Note on its resolution." })),
  notedTS: optional(instant({ description: "When that was noted." })),
  assignee: optional(text({ max: 100, description: "The person who works on it." })),
});

/** The filters of the list of breaks. */
export const ReconciliationsQuery = object({
  date: optional(
    day({ description: "The breaks of that day's statements; else those that stand." }),
  ),
  accountnumber: optional(text({ max: 10, description: "The breaks of one account." })),
});
export type ReconciliationsQuery = Static<typeof ReconciliationsQuery>;

/** The note that resolves a break. */
export const BreakNote = object(
  { note: text({ max: 1000, description: "Why it stands, or what is done about it." }) },
  { title: "BreakNote", examples: [{ note: "A deposit in transit, booked on 3 March." }] },
);
export type BreakNote = Static<typeof BreakNote>;

/** The person who works on a break. */
export const BreakAssignment = object(
  {
    assignee: emptiable(
      text({
        max: 100,
        description: "A name or login id, as the firm's team uses them; null for nobody.",
      }),
    ),
  },
  { title: "BreakAssignment", examples: [{ assignee: "Ann Lee" }] },
);
export type BreakAssignment = Static<typeof BreakAssignment>;

const oneOf = (words: readonly string[]) => Type.String({ enum: [...words] });

/** A break as it is returned. */
export const ReconciliationBreak = Type.Object(
  {
    accountNumber: Type.String(),
    breakId: Type.String({ description: "The same as long as the break stands." }),
    date: Type.String({ format: "date-time", description: "The day of the statement." }),
    kind: oneOf(breakKinds),
    security: nullable(
      Type.Object(
        { id: nullableText(), ticker: Type.String() },
        {
          title: "SecurityOfBreak",
          description: "Null for cash; the id is null if the books do not have the security.",
        },
      ),
    ),
    acquiredDate: nullable(Type.String({ format: "date-time", description: "Of lots." })),
    custodian: Type.String({ description: "Shares with 5 places, or money with 2." }),
    books: nullableText("The same; null if the books know no value."),
    amount: nullableText("The difference in money; null without a price."),
    cause: oneOf(Object.keys(causes)),
    since: Type.String({ format: "date-time", description: "The first day on which it stood." }),
    ageInDays: Type.String({ description: "Days from then to the day of the statement." }),
    note: nullableText("Note on its resolution."),
    notedTS: nullable(Type.String({ format: "date-time" })),
    assignee: nullableText("The person who works on it."),
    closedDate: nullable(
      Type.String({ format: "date-time", description: "The day on which it was gone." }),
    ),
  },
  { title: "ReconciliationBreak" },
);
export type ReconciliationBreak = Static<typeof ReconciliationBreak>;
