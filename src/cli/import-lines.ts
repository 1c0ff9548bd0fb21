// The lines of `bursar import`: the content of files, the questions, the stored records, and the
// breaks.
import { causes } from "../brokerage/books/reconciliations/reads.ts";
import type { FileSummary } from "../brokerage/service/imports/file-summaries.ts";
import type { StoredImport } from "../brokerage/service/imports/list-imports.ts";
import type { ImportPlan } from "../brokerage/service/imports/plan-import.ts";
import type { ImportQuestion } from "../brokerage/service/imports/questions.ts";
import { countOf, type ImportOutcome } from "../brokerage/service/imports/run-import.ts";
import { type ShownBreak, shownBreaks } from "../brokerage/service/imports/shown-breaks.ts";
import { counted } from "../values/readable.ts";

type Open = Extract<ImportOutcome, { readonly state: "open" }>;
type Done = Extract<ImportOutcome, { readonly state: "done" }>;

/** A line for each file: how many facts it has, and which lines are none. */
export function fileLines(files: readonly FileSummary[]): string[] {
  return files.map(({ name, rows, asides }) => {
    const found = [
      ...Object.entries(rows).filter(([, count]) => count > 0),
      ...Object.entries(asides).filter(([, count]) => count > 0),
    ].map(([what, count]) => `${what} ${count}`);
    return `${name}: ${found.length === 0 ? "nothing" : found.join(", ")}`;
  });
}

/** A line for each question. */
export function questionLines({ questions }: Pick<Open, "questions">): string[] {
  return questions.map(questionLine);
}

function questionLine({ about, word, file, line, count, example, choices }: ImportQuestion) {
  const shown = choices.length > 8 ? [...choices.slice(0, 8), "…"] : choices;
  const isOfAccounts = about === "account" || about === "owner";
  const how = isOfAccounts ? "answer it in the file of accounts" : shown.join(", ");
  return `${file}:${line}: ${sentences[about](word)} (${counted(count, "row")}; ${example}). ${how}`;
}

const sentences: Readonly<Record<ImportQuestion["about"], (word: string) => string>> = {
  column: (word) => `the column "${word}" is unknown`,
  action: (word) => `the action "${word}" is unknown`,
  dayOrder: () => "days could be others: which comes first, month or day?",
  row: () => "the row cannot be booked",
  security: (word) => `the security "${word}" could be several, or a new one`,
  quotationFactor: (word) => `how is "${word}" quoted?`,
  spinOff: (word) => `which shares brought "${word}", and how is their basis divided?`,
  account: (word) => `the account "${word}" is new`,
  owner: (word) => `the owner "${word}" could be several clients`,
};

/** The records that are stored, or would be, then each break. */
export function outcomeLines(outcome: Done, check: boolean): string[] {
  const { plan, report, importId } = outcome;
  const count = (kind: string) => countOf(plan.records, kind);
  const transactions = count("transactions");
  const what = [
    counted(transactions, "transaction"),
    ...(["accounts", "members", "securities", "prices"] as const)
      .filter((kind) => count(kind) > 0)
      .map((kind) => counted(count(kind), words[kind].one, words[kind].many)),
  ].join(", ");
  const days = new Set(plan.openings.values());
  return [
    ...securityLines(outcome),
    ...(plan.openings.size === 0
      ? []
      : [
          `${counted(plan.openings.size, "account")} opened with positions as of ${[...days].toSorted().join(", ")}; ` +
            "lots and performance begin there.",
        ]),
    ...ownerLines(plan),
    ...plan.notices,
    ...report.flatMap(({ notices = [] }) => notices),
    `${check ? "Would be stored" : importId === undefined ? "Nothing is new" : `Import ${importId}`}: ${what}; ` +
      `${counted(plan.knownRows, "row is", "rows are")} known already.`,
    ...breakLines(outcome),
    ...(check ? ["Nothing was stored: this was a check."] : []),
  ];
}

/** Owners that a name alone has found: they may be others of the same name. */
function ownerLines({ links }: ImportPlan): string[] {
  return links.flatMap(({ custodianAccount, owners }) =>
    owners
      .filter(({ matchedBy }) => matchedBy === "name")
      .map(
        ({ client: { firstName, lastName, loginId } }) =>
          `${custodianAccount}: ${firstName} ${lastName} is taken for the client ${loginId}, by name only.`,
      ),
  );
}

const words = {
  accounts: { one: "new account", many: "new accounts" },
  members: { one: "new client", many: "new clients" },
  securities: { one: "new security", many: "new securities" },
  prices: { one: "new close", many: "new closes" },
} as const;

const mostShown = 100;

/** New securities are shown one by one: kind and factor are guesses. */
function securityLines({ plan }: Done): string[] {
  const added = plan.records.find(({ kind }) => kind === "securities")?.records ?? [];
  const lines = added.slice(0, mostShown).map(({ fields, file, line }) => {
    const { ticker, cusip, name, instrumentType, quotationFactor = "1" } = fields;
    const names = [ticker, cusip, name].filter((part) => part !== undefined).join(", ");
    return `${file}:${line}: new security ${names}: ${instrumentType}, quotation factor ${quotationFactor}`;
  });
  const more = added.length - lines.length;
  return more > 0 ? [...lines, `and ${counted(more, "security", "securities")} more`] : lines;
}

/** `0 breaks`, or a line for each; without any statement it says so. */
function breakLines({ breaks, plan, lateDays }: Pick<Done, "breaks" | "plan" | "lateDays">) {
  if (breaks.length === 0) {
    return ["No file states positions or cash: nothing was compared."];
  }
  const lines = shownBreaks({ breaks, plan }).map(breakLine);
  const days = plan.statements.map(({ on }) => on).join(", ");
  const compared = new Set(breaks.flatMap(({ accounts }) => [...accounts.keys()])).size;
  return [
    ...lines,
    ...lateDays.map((day) => `Breaks of ${day} are not kept: accounts were reconciled later.`),
    `${counted(compared, "account")} compared with the custodian as of ${days}: ${counted(lines.length, "break")}`,
  ];
}

function breakLine({
  accountNumber,
  date,
  kind,
  ticker,
  acquiredOn,
  ...figures
}: ShownBreak): string {
  const { custodian, books, difference, amount, cause } = figures;
  const of = ticker === "" ? kind : `${kind} of ${ticker}`;
  const what = acquiredOn === null ? of : `${of} of ${acquiredOn || "an unknown day"}`;
  const by = difference === null ? "" : `, difference ${difference}`;
  const worth =
    amount === null || kind === "cash" || kind === "lotBasis" ? "" : `, worth ${amount}`;
  return (
    `${accountNumber} ${date}: ${what}: custodian ${custodian}, books ${books ?? "unknown"}` +
    `${by}${worth}; perhaps ${causes[cause]}`
  );
}

/** A line for each import. */
export function importLines(imports: readonly StoredImport[]): string[] {
  return imports.map(
    ({ importId, firmOid, profile, startedAt, transactions, report, undoneAt }) => {
      const files = report.files.map(({ name }) => name).join(", ");
      const undone = undoneAt === null ? "" : `; undone ${undoneAt.toISOString()}`;
      return (
        `${importId} ${startedAt.toISOString()} firm ${firmOid}, ${profile}: ` +
        `${counted(transactions, "transaction")} of ${files}${undone}`
      );
    },
  );
}
