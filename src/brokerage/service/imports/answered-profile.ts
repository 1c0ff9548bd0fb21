// A profile as a person's answers complete it: what unknown columns and actions are taken for.
import {
  type ActionRule,
  basisReasons,
  type Field,
  fields,
  type Profile,
  rowTypes,
  type TableShape,
} from "@bursar/custodian-files";
import type { LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import { type Answers, answerSubjects, type QuestionSubject } from "./questions.ts";

/** The answers that a question about a column or an action can have. */
export const columnChoices: readonly string[] = ["ignore", ...fields];
/** By the sign of the amount, or of the quantity, one type or the other. */
const bySign: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["DEP or WDL", ["DEP", "WDL"]],
  ["TIN or TOT", ["TIN", "TOT"]],
]);

/** An adjustment of a basis with its reason, which no sign shows. */
const byReason: ReadonlyMap<string, string> = new Map(
  basisReasons.map((reason) => [`BAS ${reason}`, reason]),
);

/** The meanings that an action can be given. */
export const actionChoices: readonly string[] = [
  "ignore",
  ...rowTypes.flatMap((type) => (type === "BAS" ? [...byReason.keys()] : [type])),
  ...bySign.keys(),
];

/** The profile with what was answered about columns, actions and days; about those of one file the answer may differ
 * from that about its kind of table. */
export function answeredProfile(profile: Profile, answers: Answers, file: string): Profile {
  const about = (subject: QuestionSubject) =>
    answers.list.filter((given) => given.about === subject);
  const rules = about("action").map(({ word, answer }): ActionRule => {
    const reason = byReason.get(answer);
    if (reason !== undefined) return { word, match: "whole", type: "BAS", reason };
    const [type, typeBelowZero] = bySign.get(answer) ?? [answer];
    return { word, match: "whole", type, ...(typeBelowZero && { typeBelowZero }) };
  });
  const orders = profile.tables.flatMap(({ kind }) => {
    const order = answers.of("dayOrder", file) ?? answers.of("dayOrder", kind);
    return order === "mdy" || order === "dmy" ? [[kind, order] as const] : [];
  });
  const columns = about("column");
  return {
    ...profile,
    ambiguousDays: Object.fromEntries(orders),
    tables: profile.tables.map((table) => ({
      ...withColumns(table, columns),
      // The first rule of a word decides: an answer goes before what the profile says.
      actions: table.kind === "transactions" ? [...rules, ...table.actions] : table.actions,
    })),
  };
}

function withColumns(
  table: TableShape,
  given: readonly { readonly word: string; readonly answer: string }[],
): TableShape {
  const columns: Partial<Record<Field, readonly string[]>> = { ...table.columns };
  const ignored: string[] = [];
  for (const { word, answer } of given) {
    const field = fields.find((known) => known === answer);
    if (field === undefined) ignored.push(word);
    // Where two headings are there, the one that the profile names comes first.
    else columns[field] = [...(columns[field] ?? []), word];
  }
  return { ...table, columns, ignoredColumns: [...table.ignoredColumns, ...ignored] };
}

/** Answers that are none of the choices of their question, or of a question that the file of accounts answers. */
export function wrongAnswers(answers: Answers["list"]): LoadProblem[] {
  const choices: Readonly<Partial<Record<QuestionSubject, readonly string[]>>> = {
    column: columnChoices,
    action: actionChoices,
    dayOrder: ["mdy", "dmy"],
    row: ["ignore"],
  };
  return answers.flatMap(({ about, word, answer }): LoadProblem[] => {
    if (!answerSubjects.some((subject) => subject === about)) {
      const reason = `No answer is about the ${about} "${word}".`;
      return [{ file: "answers.json", reason, value: answer, cure: "write it into the accounts" }];
    }
    const known = choices[about];
    if (known === undefined || known.includes(answer)) return [];
    const reason = `The answer about the ${about} "${word}" is none of ${known.join(", ")}.`;
    return [{ file: "answers.json", reason, value: answer }];
  });
}
