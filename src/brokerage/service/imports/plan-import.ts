// Plans an import: everything that its files become, with the questions and problems that keep it from
// being stored. It reads the store and changes nothing.
import type { AccountSeen, CustodianFile, Profile } from "@bursar/custodian-files";
import type { Id } from "@bursar/values/ids";
import type { LoadBounds } from "../../../platform/bulk/apply/load-folder.ts";
import type { LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import type { LoadKind } from "../../../platform/bulk/load-kind.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { counted } from "../../../values/readable.ts";
import type { StatementOfDay } from "../../books/reconciliations/reads.ts";
import { drawAccountNumber } from "../../clients-and-accounts/account-opening/reads.ts";
import { type AccountRow, decodeAccounts, leftOut } from "./accounts-file.ts";
import { wrongAnswers } from "./answered-profile.ts";
import { isOfWholePosition } from "./corporate-events.ts";
import { custodianStatements } from "./custodian-statements.ts";
import type { OrderedBooking } from "./day-order.ts";
import { type FileSummary, sectionNotices, summariesOf } from "./file-summaries.ts";
import type { FilesRead } from "./files-read.ts";
import type { ImportedRow } from "./import-queries.ts";
import {
  knownBooks,
  knownCloses,
  knownPeople,
  knownSecurities,
  rememberedAnswers,
} from "./known-facts.ts";
import type { RecordsOfKind } from "./load-planned.ts";
import {
  type AccountLink,
  type MatchedAccounts,
  type MatchedOwner,
  matchAccounts,
  type NewRecord,
} from "./match-accounts.ts";
import { type KnownSecurity, type MatchedSecurities, matchSecurities } from "./match-securities.ts";
import { firstDaysOf, ofSpan, ofTheirDay, withoutAccounts } from "./narrow-reading.ts";
import { planBookings } from "./plan-bookings.ts";
import { planPrices } from "./planned-prices.ts";
import { answersOf, type GivenAnswer, type ImportQuestion } from "./questions.ts";
import { readInThread } from "./read-in-thread.ts";
import { type MatchedSpinOffs, matchSpinOffs } from "./spin-offs.ts";
import { tooManyDays, withoutDay } from "./stated-days.ts";

/** How much an import by request may be: nobody else loads while it is compared. */
export interface ImportBounds extends LoadBounds {
  /** Of how many days the files may state positions or cash. */
  readonly statedDays: number;
}

/** The input of an import: the files of one profile for one firm, with a person's answers about them. */
export interface ImportInput {
  readonly kinds: readonly LoadKind[];
  readonly profile: Profile;
  readonly files: readonly CustodianFile[];
  readonly firmOid: Id;
  /** Whether that firm sends them, and not the operator. */
  readonly isByFirm?: boolean;
  /** The file of accounts, if one is given. */
  readonly accounts?: CustodianFile;
  readonly answers: readonly GivenAnswer[];
  /** The day of files that do not say theirs. */
  readonly day?: string;
  /** Rows up to this day are left out, so that accounts open with the positions of it. */
  readonly since?: string;
  /** The state of the identity of new clients: `PASSED` where the operator vouches for them. */
  readonly cipStatus: string;
  /** Check and compare everything, and change nothing. */
  readonly check?: boolean;
  /** How much it may bring, where it comes by request. */
  readonly bounds?: ImportBounds;
}

/** An account of the custodian with the one that it is here. */
export interface PlannedLink extends AccountLink {
  readonly custodianAccount: string;
  /** Of a new account. */
  readonly owners: readonly Omit<MatchedOwner, "custodianAccount">[];
}

/** The records that an import would store, and the questions and problems that prevent it. */
export interface ImportPlan {
  readonly files: readonly FileSummary[];
  readonly questions: readonly ImportQuestion[];
  readonly openAccounts: readonly AccountSeen[];
  readonly problems: readonly LoadProblem[];
  readonly notices: readonly string[];
  readonly records: readonly RecordsOfKind[];
  readonly importedRows: readonly ImportedRow[];
  readonly knownRows: number;
  readonly openedAccounts: readonly string[];
  /** The account and folio of the books for each account of the custodian. */
  readonly links: readonly PlannedLink[];
  /** By account number, as of which day it opens with positions. */
  readonly openings: ReadonlyMap<string, string>;
  readonly newAnswers: readonly {
    readonly about: string;
    readonly word: string;
    readonly answer: string;
  }[];
  readonly statements: readonly StatementOfDay[];
  /** The ticker of each security by its id, stored or new. */
  readonly tickers: ReadonlyMap<string, string>;
}

/** Plans an import from its files, the answers and the store. */
export async function planImport(ctx: WriteContext, input: ImportInput): Promise<ImportPlan> {
  const { profile, firmOid } = input;
  const remembered = await rememberedAnswers(ctx.db, firmOid, profile);
  const answers = answersOf([...remembered, ...input.answers]);
  const read = await readInThread(profile, input.files, answers);
  const dated = { ...read, reading: ofSpan(ofTheirDay(read.reading, input.day), input.since) };
  const { newId } = ctx;
  const accountRows = decodedAccounts(input.accounts);
  const accounts = matchAccounts(
    dated.reading.accounts,
    accountRows,
    await knownPeople(ctx.db, firmOid, remembered),
    {
      drawAccountNumber: () => drawAccountNumber(ctx.random),
      newId,
      cipStatus: input.cipStatus,
      firstDays: firstDaysOf(dated.reading),
    },
  );
  const files = { ...dated, reading: withoutAccounts(dated.reading, accounts.leftOut) };
  const known = await knownSecurities(ctx, { firmOid, isByFirm: input.isByFirm ?? false });
  const securities = matchSecurities(files.reading, known, answers, newId);
  const spinOffs = matchSpinOffs(files.reading.transactions, securities.idOf, answers);
  const questions = [
    ...files.questions,
    ...accounts.questions,
    ...securities.questions,
    ...spinOffs.questions,
  ];
  const problems: LoadProblem[] = [
    ...files.problems.map(({ file, line, problem }) => ({ file, line, reason: problem })),
    ...withoutDay(files.reading),
    ...tooManyDays(files.reading, input.bounds?.statedDays),
    ...accountRows.problems,
    ...accounts.problems,
    ...spinOffs.problems,
    ...wrongAnswers(input.answers),
  ];
  const names = input.files.map(({ name }) => name);
  const summaries = summariesOf(names, read.reading);
  const found = { files, summaries, accounts, securities, spinOffs, known, questions, problems };
  if (questions.length > 0 || problems.length > 0) return openPlan(found);
  return completePlan(ctx, input, { ...found, remembered, newId });
}

interface Found {
  readonly files: FilesRead;
  readonly summaries: readonly FileSummary[];
  readonly accounts: MatchedAccounts;
  readonly securities: MatchedSecurities;
  readonly questions: readonly ImportQuestion[];
  readonly problems: readonly LoadProblem[];
}

/** Of an import that open questions keep from being stored: nothing is planned beyond them. */
function openPlan({
  files,
  summaries,
  accounts,
  securities,
  questions,
  problems,
}: Found): ImportPlan {
  return {
    files: summaries,
    questions,
    openAccounts: accounts.open,
    problems,
    notices: [...sectionNotices(files.reading), ...securities.notices],
    records: [],
    importedRows: [],
    knownRows: 0,
    openedAccounts: [],
    links: plannedLinks(accounts),
    openings: new Map(),
    newAnswers: [],
    statements: [],
    tickers: new Map(),
  };
}

function plannedLinks({ links, owners }: MatchedAccounts): PlannedLink[] {
  const ownersOf = Map.groupBy(owners, ({ custodianAccount }) => custodianAccount);
  return [...links].map(([custodianAccount, link]) => ({
    custodianAccount,
    ...link,
    owners: (ownersOf.get(custodianAccount) ?? []).map(({ client, matchedBy }) => ({
      client,
      matchedBy,
    })),
  }));
}

interface Complete extends Found {
  readonly spinOffs: MatchedSpinOffs;
  readonly known: readonly KnownSecurity[];
  readonly remembered: readonly GivenAnswer[];
  readonly newId: () => Id;
}

async function completePlan(
  ctx: WriteContext,
  { profile, answers }: ImportInput,
  found: Complete,
): Promise<ImportPlan> {
  const { files, accounts, securities, spinOffs, newId } = found;
  const { reading } = files;
  const { links } = accounts;
  const numbers = [...new Set([...links.values()].map(({ accountNumber }) => accountNumber))];
  const first = [...firstDaysOf(reading).values()].toSorted().at(0) ?? "9999-12-31";
  const known = await knownBooks(ctx.db, numbers, first);
  const planned = await planBookings({ files, links, securities, spinOffs, known });
  const isStored = await knownCloses(ctx.db, reading, securities);
  const closes = planPrices(reading, securities, isStored, profile.name);
  const transactions = planned.bookings.map((booking) => ({ booking, transactionId: newId() }));
  return {
    ...openPlan({ ...found, problems: planned.problems }),
    notices: [
      ...sectionNotices(reading),
      ...securities.notices,
      ...planned.notices,
      ...(closes.unknown === 0
        ? []
        : [
            `Closes of ${counted(closes.unknown, "security", "securities")} that nobody here has are left out.`,
          ]),
    ],
    records: [
      { kind: "members", records: accounts.members },
      { kind: "securities", records: securities.added },
      { kind: "prices", records: closes.prices },
      { kind: "accounts", records: accounts.accounts },
      { kind: "folios", records: accounts.folios },
      {
        kind: "transactions",
        records: transactions.map(({ booking, transactionId }) => recordOf(booking, transactionId)),
      },
    ],
    importedRows: transactions.flatMap(({ booking, transactionId }) =>
      booking.rowIds.map((rowId) => ({
        accountNumber: booking.accountNumber,
        rowId,
        transactionId,
      })),
    ),
    knownRows: planned.knownRows,
    openedAccounts: accounts.accounts.map(({ fields }) => String(fields.accountNumber)),
    openings: planned.openings,
    newAnswers: newAnswersOf(accounts, answers, found.remembered),
    statements: custodianStatements(reading, links, securities),
    tickers: new Map([
      ...found.known.map(({ securityId, ticker }) => [securityId, ticker] as const),
      ...securities.added.map(
        ({ fields }) => [String(fields.securityId), String(fields.ticker)] as const,
      ),
    ]),
  };
}

function recordOf(booking: OrderedBooking, transactionId: Id): NewRecord {
  const { accountNumber, type, entryOrder, folioNumber, tradeDate, securityId } = booking;
  return {
    file: booking.file,
    line: booking.line,
    fields: {
      accountNumber,
      transactionId,
      transactionType: type,
      entryOrder,
      // An event is of the position in all folios, but for an exchange of a part.
      folioNumber: isOfWholePosition(booking) ? undefined : folioNumber,
      tradeDate,
      securityId,
      ...booking.columns,
    },
  };
}

/** The answers that are stored from now on, with the folio of each account. */
function newAnswersOf(
  { links, leftOut: without }: MatchedAccounts,
  given: readonly GivenAnswer[],
  remembered: readonly GivenAnswer[],
): ImportPlan["newAnswers"] {
  const before = answersOf(remembered);
  const all = [
    ...given,
    ...[...links].map(([word, { folioNumber }]) => ({
      about: "account" as const,
      word,
      answer: folioNumber,
    })),
    ...[...without].map((word) => ({ about: "account" as const, word, answer: leftOut })),
  ];
  return answersOf(all).list.filter(({ about, word, answer }) => before.of(about, word) !== answer);
}

function decodedAccounts(file: CustodianFile | undefined): {
  readonly file: string;
  readonly rows: readonly AccountRow[];
  readonly problems: readonly LoadProblem[];
} {
  if (file === undefined) return { file: "accounts.csv", rows: [], problems: [] };
  const { rows, problems } = decodeAccounts(file.bytes);
  const rowProblems = problems.map(({ line, column, problem: reason }) => ({
    file: file.name,
    line,
    ...(column && { column }),
    reason,
  }));
  return { file: file.name, rows, problems: rowProblems };
}
