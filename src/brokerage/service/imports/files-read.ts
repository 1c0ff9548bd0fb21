// The facts of all files of an import together, and the questions and problems that a person has to
// answer or repair first.
import {
  type CustodianFile,
  type FileProblem,
  type Profile,
  type Reading,
  readCustodianFile,
} from "@bursar/custodian-files";
import { actionChoices, answeredProfile, columnChoices } from "./answered-profile.ts";
import type { Answers, ImportQuestion } from "./questions.ts";

/** The days and the accounts of a file of transactions. */
export interface FileSpan {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly accounts: ReadonlySet<string>;
  /** Whether its newest rows come first. */
  readonly isNewestFirst: boolean;
}

/** All files of an import. */
export interface FilesRead {
  readonly reading: Reading;
  readonly questions: readonly ImportQuestion[];
  readonly problems: readonly FileProblem[];
  readonly spans: readonly FileSpan[];
}

/** Reads files by a profile and what was answered about it. */
export function readFiles(
  profile: Profile,
  files: readonly CustodianFile[],
  answers: Answers,
): FilesRead {
  const readings = files.map((file) =>
    readCustodianFile(answeredProfile(profile, answers, file.name), file),
  );
  const all = <K extends keyof Reading>(part: K) =>
    readings.flatMap((reading) => reading[part] as readonly unknown[]) as Reading[K];
  const reading: Reading = {
    transactions: all("transactions"),
    positions: all("positions"),
    lots: all("lots"),
    balances: all("balances"),
    prices: all("prices"),
    accounts: all("accounts"),
    securities: all("securities"),
    questions: all("questions"),
    problems: all("problems"),
    asides: all("asides"),
  };
  return {
    reading,
    questions: [
      ...questionsIn(reading),
      ...dayQuestions(profile, reading.problems),
      ...rowQuestions(reading.problems, answers),
    ],
    problems: reading.problems.filter(({ row }) => row === undefined),
    spans: readings.flatMap(spanOf),
  };
}

/** The questions of all files, each once. */
function questionsIn({ questions }: Reading): ImportQuestion[] {
  const byWord = Map.groupBy(questions, ({ about, word }) => JSON.stringify([about, word]));
  return [...byWord.values()].flatMap((equal): ImportQuestion[] => {
    const [first] = equal;
    if (first === undefined) return [];
    const count = equal.reduce((sum, question) => sum + question.count, 0);
    return [{ ...first, count, choices: first.about === "column" ? columnChoices : actionChoices }];
  });
}

/** One question for each kind of table with days that could be others: next month's file has another name. */
function dayQuestions(profile: Profile, problems: readonly FileProblem[]): ImportQuestion[] {
  const byKind = Map.groupBy(problems, ({ ambiguousDayOf }) => ambiguousDayOf);
  return [...byKind].flatMap(([word, [first, ...others]]): ImportQuestion[] => {
    if (word === undefined || first === undefined) return [];
    const { file, line, problem: example } = first;
    const choices = profile.decimal === "," ? ["dmy", "mdy"] : ["mdy", "dmy"];
    return [{ about: "dayOrder", word, file, line, count: others.length + 1, example, choices }];
  });
}

/** A row that cannot be booked is mended in its file, or left out because a person says so; equal rows at once. */
function rowQuestions(problems: readonly FileProblem[], answers: Answers): ImportQuestion[] {
  const ofRows = problems.filter(({ row, ambiguousDayOf }) => row !== undefined && !ambiguousDayOf);
  const byRow = Map.groupBy(ofRows, ({ row }) => row ?? "");
  return [...byRow].flatMap(([word, equal]): ImportQuestion[] => {
    const [first] = equal;
    if (first === undefined || answers.of("row", word) === "ignore") return [];
    const { file, line } = first;
    const why = [...new Set(equal.map(({ problem }) => problem))].join("; ");
    const count = new Set(equal.map((each) => `${each.file} ${each.line}`)).size;
    return [{ about: "row", word, file, line, count, example: why, choices: ["ignore"] }];
  });
}

function spanOf({ transactions }: Reading): FileSpan[] {
  const [first] = transactions;
  if (first === undefined) return [];
  let from = first.tradeDate;
  let to = from;
  // A file may have one account below the other, each from its newest row.
  const before = new Map<string, string>();
  let back = 0;
  let ahead = 0;
  for (const { account, tradeDate } of transactions) {
    if (tradeDate < from) from = tradeDate;
    if (tradeDate > to) to = tradeDate;
    const last = before.get(account) ?? tradeDate;
    if (tradeDate < last) back += 1;
    if (tradeDate > last) ahead += 1;
    before.set(account, tradeDate);
  }
  const accounts = new Set(transactions.map(({ account }) => account));
  return [{ file: first.file, from, to, accounts, isNewestFirst: back > ahead }];
}
