// The mutants that no test can distinguish from the original, or need not, each with the reason.

/** An explained survivor; `line` is how the source line begins, trimmed. */
export interface Accepted {
  readonly path: string;
  readonly line: string;
  readonly operator: string;
  readonly why: string;
}

const aCount = "A count without groups always has one row.";
const forThePlanner = "Statistics change how the planner finds rows, never which.";

const sortedAlready = "The plan sorts the rows for what it counts; the order makes that certain.";
const knownCode = "A code that was decoded is in its list.";

export const accepted: readonly Accepted[] = [
  {
    path: "src/brokerage/books/account-books/state-queries.ts",
    line: "return db.rows(sql<AccountState>`",
    operator: "the order is dropped: order by account_number",
    why: "Callers find a state by its account; the order makes what they do the same each time.",
  },
  ...["> becomes >=", "the condition always holds", "0 grows by 1"].map((operator) => ({
    path: "src/brokerage/books/recompute/queries.ts",
    line: "if (found.length > 0) await run(tx, declared`analyze",
    operator,
    why: forThePlanner,
  })),
  ...["?? keeps its left", "0 grows by 1"].map((operator) => ({
    path: "src/brokerage/books/transactions/queries.ts",
    line: "return row?.count ?? 0;",
    operator,
    why: aCount,
  })),
  {
    path: "src/brokerage/corporate-events/corporate-actions/rules.ts",
    line: "return questionTypes.find(questionsType)?.hasChoices ?? false;",
    operator: "false is turned",
    why: knownCode,
  },
  {
    path: "src/brokerage/service/anomalies/anomaly-queries.ts",
    line: "return db.rows(sql<Counted<StaleSecurity>>`",
    operator: "the order is dropped: order by security_id",
    why: sortedAlready,
  },
  {
    path: "src/brokerage/service/anomalies/anomaly-queries.ts",
    line: "return db.rows(sql<Counted<Jump>>`",
    operator: "the order is dropped: order by priced_on",
    why: sortedAlready,
  },
  {
    path: "src/brokerage/placements/private-placement-orders/decision-rules.ts",
    line: "const isOperators = isOfBooking(request)",
    operator: "?? keeps its left",
    why: "The set has neither an empty status nor none.",
  },
];
