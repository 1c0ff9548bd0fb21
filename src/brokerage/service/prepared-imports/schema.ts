// The wire shapes of prepared imports: requests, and the findings of the check. (docs/importing.md)
import type { Static } from "typebox";
import { pageLimit } from "../../../values/page.ts";
import { bytes, day, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { list, nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { type accountColumns, answerSubjects, ownerMatches, subjects } from "../imports/changes.ts";
import { preparedImportLifeCycle } from "./life-cycle.ts";

/** The largest body: 16 MiB of files in Base64, and the other fields. */
export const importBodyLimit = 23_068_672;

const fileName = text({
  max: 200,
  pattern: /^[^/\\]+$/,
  description: "The file's name, without folders: profiles know files by their names.",
});

const NewImportFile = object(
  {
    name: fileName,
    content: bytes({ description: "The bytes of the file as the custodian exports it." }),
  },
  { title: "NewImportFile" },
);

const ImportAnswer = object(
  {
    about: text<(typeof answerSubjects)[number]>({ oneOf: answerSubjects }),
    word: text({ max: 1_000, description: "The word that the question names." }),
    answer: text({ max: 1_000, description: "One of the question's choices." }),
  },
  { title: "ImportAnswer" },
);

const cell = optional(text());
/** The columns of `accounts.csv`; the rows are checked as that file. */
const ImportAccount = object(
  {
    custodianAccount: text({ description: "The account as the files have it." }),
    accountNumber: optional(
      text({ description: "The account here, if it exists; `ignore` leaves it out." }),
    ),
    folioNumber: cell,
    accountName: cell,
    accountType: optional(text({ description: "A registration type such as `I`." })),
    openedOn: cell,
    firstName: cell,
    lastName: cell,
    dateOfBirth: cell,
    loginId: cell,
  } satisfies Record<(typeof accountColumns)[number], unknown>,
  { title: "ImportAccount" },
);
export type ImportAccount = Static<typeof ImportAccount>;

const answers = list(ImportAnswer, { description: "The answers to all questions so far." });
const accounts = list(ImportAccount, {
  description: "The accounts of the custodian; a further row of one is a further owner.",
});

const exampleFile = ["Symbol,Date,Close", "ACME,2026-02-27,21.00", ""].join("\n");

/** A request to prepare an import. */
export const NewPreparedImport = object(
  {
    profile: text({ max: 64, description: "The name of a shipped profile, such as `schwab`." }),
    files: list(NewImportFile, {
      max: 500,
      description:
        "At most 16 MiB in total; `accounts.csv` is read as accounts, as by `bursar import`.",
    }),
    statedOn: optional(day({ description: "The day of files that state none." })),
    since: optional(
      day({ description: "Rows up to this day are left out; accounts open as of it." }),
    ),
    answers: optional(answers),
    accounts: optional(accounts),
  },
  {
    title: "NewPreparedImport",
    examples: [
      {
        profile: "long-prices",
        files: [{ name: "prices.csv", content: Buffer.from(exampleFile).toString("base64") }],
      },
    ],
  },
);
export type NewPreparedImport = Static<typeof NewPreparedImport>;

/** A request to complete an import; fields that are left out stay as they are. */
export const ImportCompletion = object(
  {
    files: optional(
      list(NewImportFile, {
        max: 500,
        description: "More files, or new versions of files with the same names.",
      }),
    ),
    removedFiles: optional(
      list(fileName, { max: 500, description: "The names of files to remove." }),
    ),
    answers: optional(answers),
    accounts: optional(accounts),
  },
  {
    title: "ImportCompletion",
    examples: [{ answers: [{ about: "column", word: "Remark", answer: "ignore" }] }],
  },
);
export type ImportCompletion = Static<typeof ImportCompletion>;

/** A request to decide on an import. */
export const ImportDecision = object(
  {
    importStatus: text<"RELEASED" | "DISCARDED">({ oneOf: ["RELEASED", "DISCARDED"] }),
    digest: optional(
      text({
        max: 64,
        pattern: /^[0-9a-f]{64}$/,
        description: "The digest of the import as it was reviewed; a release needs it.",
      }),
    ),
  },
  { title: "ImportDecision", examples: [{ importStatus: "DISCARDED" }] },
);
export type ImportDecision = Static<typeof ImportDecision>;

/** The filters of the list of prepared imports. */
export const PreparedImportsQuery = Type.Object({
  importstatus: Type.Optional(text({ oneOf: preparedImportLifeCycle.states })),
  limit: pageLimit("50"),
  after: Type.Optional(id({ description: "The id of the last import of the page before." })),
});
export type PreparedImportsQuery = Static<typeof PreparedImportsQuery>;

const count = (description?: string) => Type.String(description ? { description } : {});
const Text = nullableText();

const head = {
  importId: Type.String(),
  firmOid: Type.String(),
  profile: Type.String(),
  importStatus: Type.String({ enum: [...preparedImportLifeCycle.states] }),
  isByOperator: Type.Boolean({
    description: "Whether the operator prepared it: clients are then identified.",
  }),
  preparedBy: Type.String({ description: "The login id of the person, or the API user." }),
  completedBy: Type.Array(Type.String(), { description: "Everybody who has completed it." }),
  preparedTS: Type.String({ format: "date-time" }),
  checkedTS: Type.String({ format: "date-time" }),
  decidedBy: Text,
  decidedTS: nullable(Type.String({ format: "date-time" })),
  expiresTS: nullable(
    Type.String({ format: "date-time", description: "When its files are deleted, undecided." }),
  ),
  loadId: nullableText("The load that it became; also null if its files contained nothing new."),
  counts: Type.Object(
    {
      questions: count(),
      problems: count(),
      transactions: count(),
      knownRows: count("Rows that were imported before."),
      accounts: count("New accounts, as all that follow are new ones."),
      clients: count(),
      securities: count(),
      closes: count(),
      comparedAccounts: count("Accounts whose positions or cash the files state."),
      breaks: count(),
    },
    { title: "PreparedImportCounts" },
  ),
};

/** A prepared import as it is listed. */
export const PreparedImport = Type.Object(head, { title: "PreparedImport" });
export type PreparedImport = Static<typeof PreparedImport>;

const ReadFile = Type.Object(
  {
    name: Type.String(),
    transactions: count(),
    positions: count(),
    lots: count(),
    balances: count(),
    prices: count(),
    asides: Type.Array(
      Type.Object({ as: Type.String(), count: count() }, { title: "ImportFileAside" }),
      { description: "Lines that are no records, by what they are taken for." },
    ),
  },
  { title: "ImportFileRead" },
);

const Place = { file: Type.String(), line: count() };

const Question = Type.Object(
  {
    ...Place,
    about: Type.String({ enum: [...subjects] }),
    word: Type.String(),
    count: count("In how many rows."),
    firstRow: Type.String({ description: "Its cells, or what is known of the choices." }),
    choices: Type.Array(Type.String(), {
      description:
        "Empty where a row of the accounts gives the answer, and of a spin-off: its answer is the parent's ticker and the percent of basis that it keeps, such as `ACME 87.5`.",
    }),
  },
  { title: "ImportQuestion" },
);

const OpenAccount = Type.Object(
  {
    custodianAccount: Type.String(),
    firstName: Type.String({ description: "As the files have the owner, or empty." }),
    lastName: Type.String(),
  },
  { title: "ImportOpenAccount" },
);

const Link = Type.Object(
  {
    custodianAccount: Type.String(),
    accountNumber: nullableText("The account here; null if it is new."),
    folioNumber: Text,
    owners: Type.Array(
      Type.Object(
        {
          loginId: Type.String(),
          firstName: Type.String(),
          lastName: Type.String(),
          dateOfBirth: Text,
          matchedBy: Type.String({
            enum: [...ownerMatches],
            description: "By what the owner was found among the clients of the firm, or `new`.",
          }),
        },
        { title: "ImportOwner" },
      ),
      { description: "Of a new account." },
    ),
  },
  { title: "ImportLink" },
);

const ProblemShown = Type.Object(
  {
    file: Type.String(),
    line: Text,
    column: Text,
    value: Text,
    reason: Type.String(),
    cure: Text,
  },
  { title: "ImportProblem" },
);

const NewSecurity = Type.Object(
  {
    ...Place,
    ticker: Text,
    cusip: Text,
    name: Text,
    instrumentType: Text,
    quotationFactor: Type.String(),
  },
  { title: "ImportNewSecurity" },
);

const NewClose = Type.Object(
  { ticker: Text, date: Type.String(), price: Type.String() },
  { title: "ImportNewClose" },
);

const BreakShown = Type.Object(
  {
    accountNumber: Type.String(),
    date: Type.String(),
    kind: Type.String(),
    ticker: Type.String({ description: "Empty for cash." }),
    acquiredOn: nullableText("Of lots: their day; empty where it is not known."),
    custodian: Type.String(),
    books: Text,
    difference: Text,
    amount: Text,
    cause: Type.String({ description: "The likely cause." }),
  },
  { title: "ImportBreak" },
);

const most = 1_000;
const shown = { maxItems: most, description: "The first 1,000." };

/** The findings of the check, as they are stored. */
const found = {
  filesRead: Type.Array(ReadFile),
  questions: Type.Array(Question, shown),
  openAccounts: Type.Array(OpenAccount, shown),
  links: Type.Array(Link, shown),
  problems: Type.Array(ProblemShown, shown),
  notices: Type.Array(Type.String(), shown),
  newSecurities: Type.Array(NewSecurity, shown),
  newCloses: Type.Array(NewClose, shown),
  comparedDays: Type.Array(Type.String(), { description: "Days that the custodian states." }),
  breaks: Type.Array(BreakShown, shown),
};

const ImportFindings = Type.Object({ counts: head.counts, ...found });
export type ImportFindings = Static<typeof ImportFindings>;

/** How many of each list are kept. */
export const mostShown = most;

const KeptAnswer = Type.Object(
  { about: Type.String(), word: Type.String(), answer: Type.String() },
  { title: "ImportAnswerGiven" },
);
const KeptAccount = Type.Object(
  {
    custodianAccount: Type.String(),
    accountNumber: Text,
    folioNumber: Text,
    accountName: Text,
    accountType: Text,
    openedOn: Text,
    firstName: Text,
    lastName: Text,
    dateOfBirth: Text,
    loginId: Text,
  } satisfies Record<(typeof accountColumns)[number], unknown>,
  { title: "ImportAccountGiven" },
);

/** A prepared import with everything that its last check has found. */
export const PreparedImportReport = Type.Object(
  {
    ...head,
    digest: Type.String({
      description: "Of what was sent and what it becomes: a release names what was reviewed.",
    }),
    statedOn: nullable(Type.String({ format: "date" })),
    since: nullable(Type.String({ format: "date" })),
    answers: Type.Array(KeptAnswer),
    accounts: Type.Array(KeptAccount),
    ...found,
  },
  { title: "PreparedImportReport" },
);
export type PreparedImportReport = Static<typeof PreparedImportReport>;
