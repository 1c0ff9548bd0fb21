// The wire shapes of loads. (docs/loading.md)
import type { Static } from "typebox";
import { valueErrors } from "../../../values/errors.ts";
import { pageLimit } from "../../../values/page.ts";
import { id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import {
  list,
  note,
  nullable,
  nullableText,
  object,
  optional,
  wired,
  wrongKind,
} from "../../../values/wire.ts";

const halfPair = /\p{Cs}/u;

/** The text of a whole file, with its line breaks; how large it may be the body's limit says. */
const fileText = wired<string>(
  { type: "string", description: "The file's text: CSV, or NDJSON where its name ends so." },
  {
    kind: "scalar",
    decode(raw, field, problems) {
      if (typeof raw !== "string") return wrongKind(problems, field, "a text");
      return halfPair.test(raw) ? note(problems, field, valueErrors.value) : raw;
    },
    codes: () => [valueErrors.value.code],
  },
);

const NewLoadFile = object(
  {
    name: text({ max: 64, description: "The name of a kind of record with `.csv` or `.ndjson`." }),
    text: fileText,
  },
  { title: "NewLoadFile" },
);

const exampleModel = {
  modelOid: "701",
  folioOid: "711",
  firmOid: "1002",
  folioNumber: "HARBOR-M1",
  folioName: "Harbor Balanced",
  longName: "Harbor Balanced Growth and Income",
  description: "Growth with a steady income.",
  cashSecurity: "BCASH",
  iaMemberOid: "2101",
  iaFirstName: "Grace",
  iaLastName: "Lin",
  programOid: ["501"],
  style: "X",
  targetWeights: [
    { ticker: "ACME", targetWeight: "60.00" },
    { ticker: "BOLT", targetWeight: "40.00" },
  ],
};

/** A request to load records: the files of a folder. */
export const NewLoad = object(
  { files: list(NewLoadFile, { max: 60, description: "Each kind at most once." }) },
  {
    title: "NewLoad",
    examples: [{ files: [{ name: "models.ndjson", text: `${JSON.stringify(exampleModel)}\n` }] }],
  },
);
export type NewLoad = Static<typeof NewLoad>;

/** The filters of the list of loads. */
export const LoadsQuery = object({
  before: optional(id({ description: "Loads older than the one with this id." })),
  limit: pageLimit("100", "100"),
});
export type LoadsQuery = Static<typeof LoadsQuery>;

const count = (description?: string) => Type.String(description ? { description } : {});

const counts = {
  name: Type.String(),
  rows: count(),
  added: count(),
  changed: count(),
  withdrawn: count(),
  unchanged: count(),
  notices: Type.Array(Type.String(), {
    description: "The consequences of its rows, in sentences.",
  }),
};

const head = {
  loadId: Type.String(),
  startedTS: Type.String({ format: "date-time" }),
  rows: count("The rows of all its files."),
  apiUserId: nullableText("By which API user; null for a command."),
  loginId: nullableText("The member who sent it, where one is known."),
  firmOid: nullableText("The firm of the sender; null for a command."),
};

/** A load as it is listed. */
export const Load = Type.Object(
  { ...head, files: Type.Array(Type.Object(counts, { title: "LoadFile" })) },
  { title: "Load" },
);
export type Load = Static<typeof Load>;

const ColumnChange = Type.Object(
  {
    column: Type.String(),
    before: nullableText(),
    after: nullableText(),
  },
  { title: "LoadColumnChange" },
);

const RowChange = Type.Object(
  {
    key: Type.Array(
      Type.Object({ column: Type.String(), value: nullableText() }, { title: "LoadKeyColumn" }),
    ),
    withdrawn: Type.Boolean(),
    columns: Type.Array(ColumnChange),
  },
  { title: "LoadRowChange" },
);

const Series = Type.Object(
  {
    folioNumber: Type.String({ description: "Empty for the account's own series." }),
    from: Type.String({ format: "date" }),
    to: Type.String({ format: "date" }),
    daysBefore: count(),
    daysAfter: count(),
    valueBefore: nullableText(),
    valueAfter: nullableText(),
    unitBefore: nullableText(),
    unitAfter: nullableText(),
  },
  { title: "LoadSeriesChange" },
);

const Lots = Type.Object(
  {
    side: Type.String({ enum: ["open", "closed"] }),
    added: count(),
    changed: count(),
    removed: count(),
    before: Type.String({ description: "The basis of open lots, the gain of closed ones." }),
    after: Type.String(),
  },
  { title: "LoadLotChange" },
);

const ReportedYear = Type.Object(
  {
    taxYear: Type.String(),
    isLoaded: Type.Boolean({
      description: "False: the transactions give other rows than were reported, which stay.",
    }),
    rows: count(),
    gainBefore: Type.String(),
    gainAfter: Type.String(),
  },
  { title: "LoadYearChange" },
);

const Books = Type.Object(
  {
    count: count("How many accounts' books it changes."),
    accounts: Type.Array(
      Type.Object(
        {
          accountNumber: Type.String(),
          series: Type.Array(Series),
          lots: Type.Array(Lots),
          reportedYears: Type.Array(ReportedYear),
        },
        { title: "LoadBookChange" },
      ),
    ),
  },
  { title: "LoadBooks", description: "The first hundred accounts." },
);

/** A load with the first rows that it has changed. */
export const LoadReport = Type.Object(
  {
    ...head,
    files: Type.Array(
      Type.Object(
        {
          ...counts,
          changes: Type.Array(RowChange, {
            description:
              "The first hundred stored rows that it has changed or withdrawn, of a load by request; " +
              "numbers that are stored sealed are shown as `sealed` or `changed`, and what is private " +
              "of a person by its shape.",
          }),
        },
        { title: "LoadReportFile" },
      ),
    ),
    books: nullable(Books),
  },
  { title: "LoadReport" },
);
export type LoadReport = Static<typeof LoadReport>;
