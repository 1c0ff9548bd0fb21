// The questions that a person answers before an import stores anything, and the answers. (docs/importing.md)
import type { Place } from "@bursar/custodian-files";

/** The subjects of answers. */
export const answerSubjects = [
  "column",
  "action",
  "dayOrder",
  "row",
  "security",
  "quotationFactor",
  "spinOff",
] as const;
/** The subjects of questions; those about accounts and owners are answered by the file of accounts alone, which is
 * checked against the accounts of the firm. */
export const subjects = [...answerSubjects, "account", "owner"] as const;
/** One of them. */
export type QuestionSubject = (typeof subjects)[number];

/** A question that is open, with where it arose first and how often. */
export interface ImportQuestion extends Place {
  readonly about: QuestionSubject;
  /** The heading, the word of an action, or the name of what is meant, as the files have it. */
  readonly word: string;
  readonly count: number;
  /** The cells of the first row, or what is known of the choices. */
  readonly example: string;
  /** The possible answers; empty if the file of accounts gives the answer, and of a spin-off, whose answer is a text. */
  readonly choices: readonly string[];
}

/** An answer that a person has given. */
export interface GivenAnswer {
  readonly about: QuestionSubject;
  readonly word: string;
  readonly answer: string;
}

/** Answers, given now or remembered. */
export interface Answers {
  readonly list: readonly GivenAnswer[];
  of(about: QuestionSubject, word: string): string | undefined;
}

/** Answers by what they are about; the last one of a word counts. */
export function answersOf(list: readonly GivenAnswer[]): Answers {
  const key = (about: string, word: string) => JSON.stringify([about, word]);
  const known = new Map(list.map((given) => [key(given.about, given.word), given]));
  return {
    list: [...known.values()],
    of: (about, word) => known.get(key(about, word))?.answer,
  };
}
