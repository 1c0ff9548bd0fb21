// The wire shapes of downloads: which papers are asked for, and how lists show them. (docs/documents.md)
import type { Static } from "typebox";
import { dateRange } from "../../../values/date-range.ts";
import { pageLimit } from "../../../values/page.ts";
import { text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object, optional } from "../../../values/wire.ts";

/** The types of papers that are listed as statements; bills have a list of their own. */
export const statementTypes = ["M", "T", "W", "X", "Y", "R"] as const;

const paging = {
  daterange: optional(
    dateRange({ description: "Only papers whose report date is in this range." }),
  ),
  limit: pageLimit("50"),
  after: optional(
    text({ max: 400, description: "The `after` of the page before, in its `Link`." }),
  ),
};

/** The filters of a member's statements and tax papers. */
export const StatementsQuery = object({
  reporttype: optional(
    text({
      oneOf: [...statementTypes],
      description:
        "Only papers of this type: `M` statement, `T` confirmation, `X` 1099, and so on.",
    }),
  ),
  ...paging,
});
export type StatementsQuery = Static<typeof StatementsQuery>;

/** The filters of a member's bills. */
export const BillsQuery = object({
  reporttype: optional(text({ oneOf: ["AD"], description: "`AD`, which every bill is." })),
  ...paging,
});

/** In which form a bill is read. */
export const BillQuery = object({
  format: optional(text({ oneOf: ["pdf"], description: "`pdf`, also if left out." })),
});

/** A paper as lists show it. */
export const Report = Type.Object(
  {
    reportId: Type.String(),
    reportType: Type.String({ enum: ["AD", ...statementTypes] }),
    reportDate: Type.String({ format: "date-time", description: "The last day that it reports." }),
    reportDataType: Type.String({ enum: ["P"], description: "`P`, a PDF." }),
    createts: Type.String({ format: "date-time" }),
    accountNumber: nullableText("Null for a paper of a household."),
    ownerId: Type.String({ description: "The member; of a household the firm." }),
    ownerType: Type.String({ enum: ["M", "F"] }),
    isCorrected: Type.Boolean({ description: "Whether it took the place of an earlier one." }),
    replacedBy: nullableText("The paper that took its place; null while it is the current one."),
    isRead: Type.Boolean({ description: "Whether the member has read it." }),
    readts: nullable(Type.String({ format: "date-time", description: "When it was first read." })),
    templateOid: nullableText(),
  },
  { title: "Report" },
);
export type Report = Static<typeof Report>;
