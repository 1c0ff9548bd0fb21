// The wire shapes of statement runs. (docs/statements.md)
import type { Static } from "typebox";
import { pageLimit } from "../../../values/page.ts";
import { bool, day, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { list, nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { statementRunLifeCycle } from "./life-cycle.ts";

/** A request to have statements drawn. */
export const NewStatementRun = object(
  {
    reportType: text<"M" | "R">({
      oneOf: ["M", "R"],
      description: "Statements (`M`) or performance reports (`R`), which alone a firm may ask for.",
    }),
    periodEnd: day({ description: "The last day of a month that is over." }),
    months: optional(
      text<"1" | "3" | "12">({
        oneOf: ["1", "3", "12"],
        description: "How many months it is about; by default as many as the firm's statements.",
      }),
    ),
    accountNumbers: optional(
      list(text({ max: 10, pattern: /^R[A-Z0-9]{8,9}$/ }), {
        description: "The accounts; by default all of the firm that have anything to show.",
      }),
    ),
    households: optional(
      bool({ description: "Whether performance reports are drawn for households in their place." }),
    ),
  },
  { title: "NewStatementRun", examples: [{ reportType: "R", periodEnd: "2026-01-31" }] },
);
export type NewStatementRun = Static<typeof NewStatementRun>;

/** A request to release or to discard a run. */
export const StatementRunUpdate = object(
  {
    runStatus: text<"RELEASED" | "DISCARDED">({ oneOf: ["RELEASED", "DISCARDED"] }),
  },
  { title: "StatementRunUpdate", examples: [{ runStatus: "DISCARDED" }] },
);
export type StatementRunUpdate = Static<typeof StatementRunUpdate>;

/** The filters of the list of runs. */
export const StatementRunsQuery = Type.Object({
  runstatus: Type.Optional(text({ oneOf: statementRunLifeCycle.states })),
  limit: pageLimit("50"),
  after: Type.Optional(id({ description: "The id of the last run of the page before." })),
});
export type StatementRunsQuery = Static<typeof StatementRunsQuery>;

/** The filters of a run's drawings. */
export const DrawnStatementsQuery = Type.Object({
  accountnumber: Type.Optional(
    text({ max: 10, description: "Only drawings that show this account." }),
  ),
  limit: pageLimit("10"),
});
export type DrawnStatementsQuery = Static<typeof DrawnStatementsQuery>;

const Instant = nullable(Type.String({ format: "date-time" }));
const Day = Type.String({ format: "date" });

const RunProblem = Type.Object(
  {
    accountNumber: Type.String(),
    problems: Type.Array(Type.String(), { description: "Why it may not be released." }),
  },
  { title: "StatementProblem" },
);

/** A statement run with its sums. */
export const StatementRun = Type.Object(
  {
    runOid: Type.String(),
    firmOid: Type.String(),
    reportType: Type.String({ enum: ["M", "R"] }),
    runStatus: Type.String({ enum: [...statementRunLifeCycle.states] }),
    periodFrom: Day,
    periodEnd: Day,
    accountNumbers: nullable(Type.Array(Type.String())),
    households: Type.Boolean(),
    items: Type.String({ description: "How many accounts or households are drawn." }),
    drawn: Type.String({ description: "How many of them are done." }),
    documents: Type.String({ description: "How many of these have anything to show." }),
    closingValue: Type.String({ description: "The sum of the closing values, dollars and cents." }),
    notClosing: Type.Array(RunProblem, {
      maxItems: 1_000,
      description: "The accounts that may not be released, by number: the first 1,000.",
    }),
    itemsHash: nullableText("SHA-256 of the drawn documents."),
    createdBy: nullableText(),
    decidedBy: nullableText(),
    createdAt: Type.String({ format: "date-time" }),
    readyAt: Instant,
    decidedAt: nullable(
      Type.String({ format: "date-time", description: "When it was released or discarded." }),
    ),
  },
  { title: "StatementRun" },
);
export type StatementRun = Static<typeof StatementRun>;

/** A paper that a run has drawn, before it is released. */
export const DrawnStatement = Type.Object(
  {
    documentOid: Type.String(),
    reportType: Type.String({ enum: ["M", "R"] }),
    reportDate: Type.String({ format: "date", description: "The last day that it reports." }),
    accountNumber: nullableText("Null for a paper of a household."),
    householdOid: nullableText(),
    name: Type.String({ description: "The name under which it is saved." }),
    bytes: Type.String(),
    sha256: Type.String(),
    isCorrected: Type.Boolean({ description: "Whether it takes the place of an earlier one." }),
    createdAt: Type.String({ format: "date-time" }),
  },
  { title: "DrawnStatement" },
);
export type DrawnStatement = Static<typeof DrawnStatement>;
