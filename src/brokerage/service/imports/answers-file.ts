// The file of answers, `answers.json`: a check writes each open question into it, a person the answers.
// (docs/importing.md)
import type { GivenAnswer, ImportQuestion, QuestionSubject } from "./questions.ts";
import { answerSubjects } from "./questions.ts";

/** The answers of a file, or every fault of it. A question without an answer is open. */
export function decodeAnswers(
  text: string,
): { readonly answers: readonly GivenAnswer[] } | { readonly problems: readonly string[] } {
  const parsed = parsedJson(text);
  const entries = isPlain(parsed) ? parsed.answers : undefined;
  if (!Array.isArray(entries)) {
    return { problems: ['it is no JSON of the form {"answers": [{"about", "word", "answer"}]}'] };
  }
  const problems: string[] = [];
  const answers = entries.flatMap((entry: unknown, index): GivenAnswer[] => {
    const note = (problem: string) => problems.push(`answers[${index}]: ${problem}`);
    const { about, word, answer = null } = isPlain(entry) ? entry : {};
    const isSubject = answerSubjects.some((subject) => subject === about);
    if (!isSubject) note(`"about" is one of ${answerSubjects.join(", ")}`);
    if (typeof word !== "string") note('"word" is the text that the question names');
    if (answer !== null && typeof answer !== "string") note('"answer" is a text, or null');
    if (!isSubject || typeof word !== "string" || typeof answer !== "string") return [];
    return [{ about: about as QuestionSubject, word, answer }];
  });
  return problems.length === 0 ? { answers } : { problems };
}

/** The text of the file: what was answered, then each question that is open with its choices. */
export function encodeAnswers(
  profile: string,
  given: readonly GivenAnswer[],
  open: readonly ImportQuestion[],
): string {
  const asked = open.map(({ about, word, ...rest }) => ({ about, word, answer: null, ...rest }));
  const isOpen = ({ about, word }: GivenAnswer) =>
    asked.some((question) => question.about === about && question.word === word);
  const answers = [...given.filter((answer) => !isOpen(answer)), ...asked];
  return `${JSON.stringify({ profile, answers }, null, 2)}\n`;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
