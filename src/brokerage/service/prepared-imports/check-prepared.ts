// Checks a prepared import: everything that `bursar import --check` reports, as it is stored and returned.
import { shippedProfiles } from "@bursar/custodian-files";
import type { LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import { LoadBusy } from "../../../platform/bulk/kinds/load-problem.ts";
import type { LoadKind } from "../../../platform/bulk/load-kind.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { Refusal, ruleProblem } from "../../../values/problem.ts";
import {
  type AtEnd,
  accountsFileOf,
  countOf,
  type ImportOutcome,
  type ImportPlan,
  runImport,
  shownBreaks,
  splitName,
} from "../imports/changes.ts";
import { preparedImportErrors } from "./errors.ts";
import { digestOf } from "./import-digest.ts";
import type { Prepared, PreparedRow } from "./queries.ts";
import { type ImportFindings, mostShown } from "./schema.ts";

/** How much one may bring: what a firm of some hundred accounts has had in some years. */
const bounds = { rows: 200_000, accounts: 1_000, statedDays: 400 };

/** Runs an import as it was prepared, or only checks it; 400 while a load runs. */
export async function runPrepared(
  ctx: WriteContext,
  kinds: readonly LoadKind[],
  { firmOid, files, answers, accounts, statedOn, since, ...prepared }: Prepared,
  { check, atEnd }: { readonly check: boolean; readonly atEnd?: AtEnd },
): Promise<ImportOutcome> {
  const profile = shippedProfiles.find(({ name }) => name === prepared.profile);
  if (profile === undefined) throw new Refusal(400, [ruleProblem(preparedImportErrors.profile)]);
  const input = {
    kinds,
    profile,
    files,
    firmOid,
    isByFirm: !prepared.isByOperator,
    answers,
    // A client whom the operator names is identified; a firm's clients are still to be.
    cipStatus: prepared.isByOperator ? "PASSED" : "PENDING_NEW",
    check,
    bounds,
    ...(accounts.length > 0 && { accounts: accountsFileOf(accounts) }),
    ...(statedOn !== null && { day: statedOn }),
    ...(since !== null && { since }),
  };
  try {
    return await runImport(ctx, input, atEnd);
  } catch (error) {
    if (!(error instanceof LoadBusy)) throw error;
    throw new Refusal(400, [ruleProblem(preparedImportErrors.busy)]);
  }
}

/** Checks an import and changes nothing, within a change that has the request's key, signature and place. */
export async function checkPrepared(
  ctx: WriteContext,
  kinds: readonly LoadKind[],
  prepared: Prepared,
): Promise<Checked> {
  const { enterQueue: _, ...rest } = ctx;
  const own = { ...rest, repeat: undefined, signature: undefined };
  const outcome = await runPrepared(own, kinds, prepared, { check: true });
  return {
    status: outcome.state === "done" ? "READY" : "OPEN",
    report: findingsOf(outcome),
    digest: digestOf(prepared, outcome.state === "done" ? outcome : undefined),
  };
}

type Checked = Pick<PreparedRow, "status" | "report" | "digest">;

/** The findings of a check, as they are stored. */
function findingsOf(outcome: ImportOutcome): ImportFindings {
  const { plan } = outcome;
  const isOpen = outcome.state === "open";
  const questions = isOpen ? outcome.questions : [];
  const fault = isOpen ? outcome.fault : undefined;
  const breaks = isOpen ? [] : shownBreaks(outcome);
  const days = isOpen ? [] : outcome.breaks;
  const compared = new Set(days.flatMap(({ accounts }) => [...accounts.keys()]));
  const notices = [
    ...plan.notices,
    ...openingNotices(plan),
    ...(isOpen ? [] : outcome.report.flatMap((file) => file.notices ?? [])),
  ];
  const loaded = (kind: string) => String(countOf(plan.records, kind));
  return {
    counts: {
      questions: String(questions.length),
      problems: String(fault?.count ?? 0),
      transactions: loaded("transactions"),
      knownRows: String(plan.knownRows),
      accounts: loaded("accounts"),
      clients: loaded("members"),
      securities: loaded("securities"),
      closes: loaded("prices"),
      comparedAccounts: String(compared.size),
      breaks: String(breaks.length),
    },
    filesRead: filesRead(plan),
    questions: questions.slice(0, mostShown).map(({ example, ...question }) => ({
      ...question,
      firstRow: example,
      line: String(question.line),
      count: String(question.count),
      choices: [...question.choices],
    })),
    openAccounts: (isOpen ? outcome.accounts : [])
      .slice(0, mostShown)
      .map(({ account, owner = "" }) => ({
        custodianAccount: account,
        ...splitName(owner),
      })),
    links: linksShown(plan),
    problems: (fault?.problems ?? []).map(problemShown),
    notices: notices.slice(0, mostShown),
    newSecurities: newSecurities(plan),
    newCloses: newCloses(plan),
    comparedDays: days.map(({ on }) => on),
    breaks: breaks.slice(0, mostShown),
  };
}

function openingNotices({ openings }: ImportPlan): string[] {
  return [...new Set(openings.values())]
    .toSorted()
    .map((day) => `Accounts open with positions as of ${day}; lots and performance begin there.`);
}

function filesRead({ files }: ImportPlan): ImportFindings["filesRead"] {
  return files.map(({ name, rows, asides }) => ({
    name,
    transactions: String(rows.transactions),
    positions: String(rows.positions),
    lots: String(rows.lots),
    balances: String(rows.balances),
    prices: String(rows.prices),
    asides: Object.entries(asides).map(([as, count]) => ({ as, count: String(count) })),
  }));
}

/** The account for each one of the custodian; the number of a new one is drawn anew by each check. */
function linksShown({ links }: ImportPlan): ImportFindings["links"] {
  return links
    .slice(0, mostShown)
    .map(({ custodianAccount, accountNumber, folioNumber, isNew, owners }) => ({
      custodianAccount,
      accountNumber: isNew ? null : accountNumber,
      folioNumber: isNew ? null : folioNumber,
      owners: owners.map(({ client, matchedBy }) => ({ ...client, matchedBy })),
    }));
}

function problemShown(problem: LoadProblem): ImportFindings["problems"][number] {
  const { file, line, column = null, value = null, reason, cure = null, alike } = problem;
  const more = alike === undefined ? "" : ` And ${alike} more like it.`;
  return {
    file,
    line: line === undefined ? null : String(line),
    column,
    value,
    reason: `${reason}${more}`,
    cure,
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : null);

function newSecurities({ records }: ImportPlan): ImportFindings["newSecurities"] {
  const added = records.find(({ kind }) => kind === "securities")?.records ?? [];
  return added.slice(0, mostShown).map(({ file, line, fields }) => ({
    file,
    line: String(line),
    ticker: textOf(fields.ticker),
    cusip: textOf(fields.cusip),
    name: textOf(fields.name),
    instrumentType: textOf(fields.instrumentType),
    quotationFactor: textOf(fields.quotationFactor) ?? "1",
  }));
}

function newCloses({ records, tickers }: ImportPlan): ImportFindings["newCloses"] {
  const added = records.find(({ kind }) => kind === "prices")?.records ?? [];
  return added.slice(0, mostShown).map(({ fields }) => ({
    ticker: tickers.get(String(fields.securityId)) ?? null,
    date: String(fields.date),
    price: String(fields.close),
  }));
}
