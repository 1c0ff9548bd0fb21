// The topics of the words that papers need, with the law that asks for each. (docs/statements.md, "Words")

/** A topic: its name and required content. */
export interface Topic {
  readonly name: string;
  readonly about: string;
}

/** By report type, the topics without which a paper is incomplete, in the order in which they are printed. */
export const neededTopics = {
  M: [
    {
      name: "errors",
      about: "report errors at once to both firms, and confirm them in writing (FINRA 2231)",
    },
    {
      name: "freeCredit",
      about: "free credit balances are payable on demand (17 CFR 240.15c3-3)",
    },
    { name: "sipc", about: "what SIPC protects (15 USC 78ccc)" },
    { name: "prices", about: "where prices and cost basis come from" },
    { name: "feeReckoning", about: "who calculates the fee, which the custodian does not check" },
    {
      name: "compare",
      about: "compare with the custodian's statements (17 CFR 275.206(4)-2)",
    },
  ],
  R: [
    { name: "performance", about: "how returns are calculated, and what fees are in them" },
    { name: "benchmarks", about: "what benchmarks are, and that no one can invest in an index" },
  ],
  AD: [{ name: "questions", about: "whom to ask about a bill, and by when" }],
} as const satisfies Readonly<Record<string, readonly Topic[]>>;

/** A type of paper that has words. */
export type WordedReport = keyof typeof neededTopics;

/** The types of papers that have words. */
export const wordedReports = Object.keys(neededTopics) as readonly WordedReport[];

/** The place of a topic among those of a paper; those that nobody asks for come last. */
export function placeOfTopic(reportType: string, topic: string): number {
  const needed = neededTopics[reportType as WordedReport] ?? [];
  const at = needed.findIndex(({ name }) => name === topic);
  return at === -1 ? needed.length : at;
}
