// The files of `bursar import`: those of a folder, a profile, the file of accounts and the answers.
import { lstat, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import {
  type CustodianFile,
  decodeProfile,
  type Profile,
  shippedProfiles,
} from "@bursar/custodian-files";
import { accountColumns, accountLines } from "../brokerage/service/imports/accounts-file.ts";
import { decodeAnswers, encodeAnswers } from "../brokerage/service/imports/answers-file.ts";
import type { GivenAnswer } from "../brokerage/service/imports/questions.ts";
import type { ImportOutcome } from "../brokerage/service/imports/run-import.ts";
import { isBeside, readPlainFile } from "../platform/bulk/read/folder-files.ts";
import { CommandFault } from "./faults.ts";

const MiB = 1024 ** 2;
/** A file is held in memory, and its rows once more. */
const largest = 256 * MiB;

/** The shipped profile of a name, or that of a JSON file. */
export async function findProfile(name: string): Promise<Profile> {
  const shipped = shippedProfiles.find((profile) => profile.name === name);
  if (shipped !== undefined) return shipped;
  const text = await readFile(name, "utf8").catch(() => undefined);
  if (text === undefined) {
    const names = shippedProfiles.map((profile) => profile.name).join(", ");
    throw new CommandFault(`"${name}" is neither a shipped profile (${names}) nor a file of one.`);
  }
  const decoded = decodeProfile(parsed(text));
  if ("profile" in decoded) return decoded.profile;
  throw new CommandFault(`${name}: ${decoded.problems.join("; ")}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The plain files of a folder in order of name, without those that belong to the import itself. */
export async function custodianFiles(
  folder: string,
  own: readonly string[],
): Promise<CustodianFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) throw new CommandFault(`${folder}: there is no such folder.`);
  const taken = new Set(own.map((path) => resolve(path)));
  const names = entries
    .filter((entry) => !isBeside(entry) && !taken.has(resolve(folder, entry.name)))
    .map(({ name }) => name)
    .toSorted();
  const files: CustodianFile[] = [];
  for (const name of names) {
    const read = await readPlainFile(folder, name, { largest });
    if ("reason" in read) throw new CommandFault(`${name}: ${read.reason}`);
    files.push({ name, bytes: read.bytes });
  }
  if (files.length === 0) throw new CommandFault(`${folder}: there is no file in it.`);
  return files;
}

/** The answers of a file that is there. */
export async function givenAnswers(path: string): Promise<readonly GivenAnswer[]> {
  if (!(await isThere(path))) return [];
  const decoded = decodeAnswers(await readFile(path, "utf8"));
  if ("answers" in decoded) return decoded.answers;
  throw new CommandFault(`${path}: ${decoded.problems.join("; ")}`);
}

/** The file of accounts, if it is there. */
export async function accountsFile(path: string): Promise<CustodianFile | undefined> {
  if (!(await isThere(path))) return undefined;
  return { name: basename(path), bytes: await readFile(path) };
}

/** Completes the files of answers and accounts by what is open; returns which were written. */
export async function writeOpen(
  { profile, answers, accounts }: OpenFiles,
  outcome: Extract<ImportOutcome, { readonly state: "open" }>,
): Promise<string[]> {
  const written: string[] = [];
  const asked = outcome.questions.filter(({ choices }) => choices.length > 0);
  if (asked.length > 0) {
    const given = await givenAnswers(answers);
    await writeFile(answers, encodeAnswers(profile.name, given, asked));
    written.push(answers);
  }
  if (outcome.accounts.length > 0) {
    const before = (await isThere(accounts))
      ? await readFile(accounts, "utf8")
      : `${accountColumns.join(",")}\n`;
    const end = /(^|[\r\n])$/.test(before) ? "" : "\n";
    await writeFile(accounts, `${before}${end}${accountLines(outcome.accounts)}`);
    written.push(accounts);
  }
  return written;
}

interface OpenFiles {
  readonly profile: Profile;
  readonly answers: string;
  readonly accounts: string;
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
