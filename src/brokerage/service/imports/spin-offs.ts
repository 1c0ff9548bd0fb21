// Spin-offs: files show the shares that come, and neither say how the basis is divided nor, often, whose shares brought
// them. A person answers both. Pure: facts and answers in, terms and questions out; then rows in, bookings out.
import type { TransactionFact } from "@bursar/custodian-files";
import { compare, type Decimal, decodeDecimal, subtract } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import type { Booking } from "./bookings.ts";
import type { MatchedSecurities } from "./match-securities.ts";
import type { Answers, ImportQuestion } from "./questions.ts";

/** The security whose shares brought those of a spin-off, and the percent of their basis that the new shares take. */
export interface SpinOffTerms {
  readonly parentId: Id;
  readonly childPart: Decimal;
}

/** The spin-offs of an import. */
export interface MatchedSpinOffs {
  /** The terms by the security that came and its day. */
  readonly terms: ReadonlyMap<string, SpinOffTerms>;
  readonly questions: readonly ImportQuestion[];
  readonly problems: readonly LoadProblem[];
}

const keyOf = (childId: string, day: string) => `${childId} ${day}`;

/** Asks about each security that came by a spin-off on a day, once for all accounts. */
export function matchSpinOffs(
  transactions: readonly TransactionFact[],
  idOf: MatchedSecurities["idOf"],
  answers: Answers,
): MatchedSpinOffs {
  const rows = transactions.filter(({ transactionType }) => transactionType === "SPO");
  const byWord = Map.groupBy(rows.filter(bringsShares), spinOffWord);
  const terms = new Map<string, SpinOffTerms>();
  const questions: ImportQuestion[] = [];
  const problems: LoadProblem[] = [];
  for (const [word, [first, ...others]] of byWord) {
    const childId = first?.security && idOf(first.security);
    if (first === undefined || childId === undefined) continue;
    const { file, line, tradeDate } = first;
    const answer = answers.of("spinOff", word);
    const found = answer === undefined ? undefined : termsOf(answer, idOf);
    if (found !== undefined && found.parentId !== childId) {
      terms.set(keyOf(childId, tradeDate), found);
    } else if (answer !== undefined) {
      const reason = `The answer about the spin-off "${word}" is no ticker or CUSIP of these files or of the store with a percent.`;
      problems.push({ file: "answers.json", reason, value: answer, cure: `write ${form}` });
    } else {
      const parent = rows.find((row) => row.tradeDate === tradeDate && !bringsShares(row));
      const named = parent === undefined ? "" : `; perhaps of ${nameOf(parent)}`;
      const count = others.length + 1;
      const example = `${first.action}: write ${form}${named}`;
      questions.push({ about: "spinOff", word, file, line, count, example, choices: [] });
    }
  }
  return { terms, questions, problems };
}

const form = "the parent's ticker and the percent of basis that it keeps, such as ACME 87.5";

function bringsShares({ shares }: TransactionFact): boolean {
  return shares !== undefined && /[1-9]/.test(shares);
}

function nameOf({ security }: TransactionFact): string {
  return security?.symbol ?? security?.cusip ?? security?.name ?? "";
}

function spinOffWord(fact: TransactionFact): string {
  return `${nameOf(fact)} ${fact.tradeDate}`;
}

function termsOf(answer: string, idOf: MatchedSecurities["idOf"]): SpinOffTerms | undefined {
  const [, word = "", percent = ""] =
    /^(\S+)\s+(\d{1,2}(?:\.\d{1,6})?)%?$/.exec(answer.trim()) ?? [];
  const kept = decodeDecimal(percent);
  const parentId = idOf({ symbol: word }) ?? idOf({ cusip: word });
  if (kept === undefined || compare(kept, "0" as Decimal) <= 0) return undefined;
  return parentId && { parentId, childPart: subtract("100" as Decimal, kept) };
}

/** The rows with a transaction in place of those of each spin-off; a row of the parent belongs to that of its day. */
export function withSpinOffs(
  rows: readonly Booking[],
  terms: MatchedSpinOffs["terms"],
): { readonly rows: readonly Booking[]; readonly problems: readonly LoadProblem[] } {
  const problems: LoadProblem[] = [];
  const ofDays = Map.groupBy(
    rows.filter(({ type }) => type === "SPO"),
    ({ accountNumber, tradeDate }) => `${accountNumber} ${tradeDate}`,
  );
  const booked = [...ofDays.values()].flatMap((ofDay) => {
    const others = ofDay.filter(({ shares }) => shares <= 0n);
    const children = Map.groupBy(
      ofDay.filter(({ shares }) => shares > 0n),
      ({ securityId }) => securityId,
    );
    const bookings = [...children.values()].map((own) => spinOffOf(own, terms));
    const [first, ...more] = bookings;
    if (first !== undefined) {
      return [{ ...first, rowIds: [...first.rowIds, ...others.flatMap(rowIdsOf)] }, ...more];
    }
    const [{ file = "", line = 1 } = {}] = others;
    const reason = "The rows of the spin-off bring no shares.";
    problems.push({ file, line, reason, cure: 'answer its action with "ignore"' });
    return [];
  });
  return { rows: [...rows.filter(({ type }) => type !== "SPO"), ...booked], problems };
}

const rowIdsOf = ({ rowIds }: Booking) => rowIds;

function spinOffOf(rows: readonly Booking[], terms: MatchedSpinOffs["terms"]): Booking {
  const [first] = rows as [Booking, ...Booking[]];
  const childId = first.securityId as Id;
  const found = terms.get(keyOf(childId, first.tradeDate));
  const shares = rows.reduce((total, row) => total + row.shares, 0n);
  return {
    ...first,
    securityId: found?.parentId,
    shares: 0n,
    into: { securityId: childId, shares },
    columns: { intoSecurityId: childId, childPart: found?.childPart },
    rowIds: rows.flatMap(rowIdsOf),
  };
}
