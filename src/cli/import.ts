// `bursar import`: the files of a custodian, completely or not at all, with the comparison of what it states.
// (docs/importing.md)
import { join } from "node:path";
import { shippedProfiles } from "@bursar/custodian-files";
import { type Id, isId } from "@bursar/values/ids";
import { advisoryFirms, listImports } from "../brokerage/service/imports/list-imports.ts";
import { type ImportOutcome, runImport } from "../brokerage/service/imports/run-import.ts";
import { shownBreaks } from "../brokerage/service/imports/shown-breaks.ts";
import { undoImport } from "../brokerage/service/imports/undo-import.ts";
import { loadOrder } from "../loading/load-order.ts";
import type { Reader } from "../platform/store/db.ts";
import { counted } from "../values/readable.ts";
import { commandContext, withStore } from "./command-context.ts";
import { CommandFault } from "./faults.ts";
import {
  accountsFile,
  custodianFiles,
  findProfile,
  givenAnswers,
  writeOpen,
} from "./import-folder.ts";
import { fileLines, importLines, outcomeLines, questionLines } from "./import-lines.ts";
import { printProblems } from "./load.ts";
import { printJson, printLines } from "./output.ts";

interface ImportOptions {
  readonly check?: boolean;
  readonly firm?: string;
  readonly answers?: string;
  readonly accounts?: string;
  readonly day?: string;
  readonly since?: string;
  readonly json?: boolean;
}

/** Imports a folder; exits with 1 while a question is open, a row is refused, or a break stands. */
export async function importCommand(
  profileName: string,
  folder: string,
  options: ImportOptions,
): Promise<void> {
  const { check = false, json = false, day, since } = options;
  const profile = await findProfile(profileName);
  const { answers = join(folder, "answers.json"), accounts = join(folder, "accounts.csv") } =
    options;
  const files = await custodianFiles(folder, [answers, accounts]);
  const given = await givenAnswers(answers);
  const ofAccounts = await accountsFile(accounts);
  const outcome = await withStore("import", async (opened) => {
    const ctx = commandContext(opened);
    return runImport(ctx, {
      kinds: loadOrder,
      profile,
      files,
      firmOid: await firmOf(ctx.db, options.firm),
      answers: given,
      cipStatus: "PASSED",
      check,
      ...(ofAccounts && { accounts: ofAccounts }),
      ...(day !== undefined && { day }),
      ...(since !== undefined && { since }),
    });
  });
  if (!json) printLines(...fileLines(outcome.plan.files));
  if (outcome.state === "open") {
    const written = check ? await writeOpen({ profile, answers, accounts }, outcome) : [];
    tellOpen(outcome, { json, written });
  } else tellDone(outcome, { json, check });
}

function tellOpen(
  outcome: Extract<ImportOutcome, { readonly state: "open" }>,
  { json, written }: { readonly json: boolean; readonly written: readonly string[] },
): never {
  const { questions, fault, plan } = outcome;
  if (json) {
    printJson({ questions, problems: fault?.problems ?? [], files: plan.files, written });
  } else {
    if (fault !== undefined) printProblems(fault, false);
    const ask = written.map((path) => `${path} has what is open: complete it and import again.`);
    const lines = [...questionLines(outcome), ...ask];
    if (lines.length > 0) printLines(...lines);
  }
  const open = counted(questions.length, "question is open", "questions are open");
  throw new CommandFault(`Nothing was stored: ${open}, ${counted(fault?.count ?? 0, "problem")}.`);
}

function tellDone(
  outcome: Extract<ImportOutcome, { readonly state: "done" }>,
  { json, check }: { readonly json: boolean; readonly check: boolean },
): void {
  const { plan, report, importId } = outcome;
  const found = shownBreaks(outcome);
  if (json) {
    const { files, notices, knownRows } = plan;
    printJson({
      check,
      importId: importId ?? null,
      files,
      report,
      notices,
      knownRows,
      breaks: found,
    });
  } else printLines(...outcomeLines(outcome, check));
  if (found.length > 0) {
    throw new CommandFault(`${counted(found.length, "break stands", "breaks stand")}.`);
  }
}

/** The firm that is named, or the only one. */
async function firmOf(db: Reader, named: string | undefined): Promise<Id> {
  const firms = await advisoryFirms(db);
  const found = firms.filter(({ firmOid }) => named === undefined || firmOid === named);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only.firmOid;
  const list = firms.map(({ firmOid, name }) => `${firmOid} ${name}`).join(", ");
  if (firms.length === 0) {
    throw new CommandFault("The store has no firm that manages accounts: load one as firms.csv.");
  }
  const what = named === undefined ? "Name the firm by --firm" : "There is no such firm";
  throw new CommandFault(`${what}: ${list}.`);
}

/** Cancels what one import brought. */
export async function undoImportCommand(
  importId: string,
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const outcome = isId(importId)
    ? await withStore("import", (opened) => undoImport(commandContext(opened), loadOrder, importId))
    : ({ state: "unknown" } as const);
  if (outcome.state === "refused") {
    printProblems(outcome.fault, json);
    throw new CommandFault(`Import ${importId} stays: ${counted(outcome.fault.count, "reason")}.`);
  }
  if (outcome.state !== "undone") {
    const why = outcome.state === "unknown" ? "There is no such import" : "It was undone before";
    throw new CommandFault(`${why}: ${importId}.`);
  }
  const { transactions, accounts } = outcome;
  if (json) printJson({ importId, transactions, accounts });
  else {
    const what = `${counted(transactions, "transaction")} of ${counted(accounts, "account")}`;
    printLines(`${what} cancelled; accounts, clients, securities and closes stay.`);
  }
}

/** Lists the imports that there were. */
export async function listImportsCommand({
  json = false,
  firm,
}: {
  readonly json?: boolean;
  readonly firm?: string;
}): Promise<void> {
  const imports = await withStore("import", ({ db }) =>
    listImports(db, firm === undefined ? undefined : (firm as Id)),
  );
  if (json) printJson(imports);
  else printLines(...(imports.length === 0 ? ["There was no import."] : importLines(imports)));
}

/** Lists the shipped profiles. */
export function listProfilesCommand({ json = false }: { readonly json?: boolean }): void {
  if (json) printJson(shippedProfiles.map(({ name, title }) => ({ name, title })));
  else printLines(...shippedProfiles.map(({ name, title }) => `${name}: ${title}`));
}
