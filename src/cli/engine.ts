// `bursar engine lots`: an engine alone, without a store, from lines of JSON to lines of JSON.
// (docs/tax-lots.md, "The engine alone")
import { once } from "node:events";
import { createInterface } from "node:readline";
import {
  checkFacts,
  isEffective,
  type LotAccount,
  type LotFact,
  openLots,
  problemsOfRecords,
  streamFacts,
  sumsOf,
} from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Static, TSchema } from "typebox";
import { JsonFault, parseJson } from "../values/json.ts";
import type { Problem } from "../values/problem.ts";
import { decode } from "../values/wire.ts";
import { CommandFault } from "./faults.ts";
import { AccountRecord, decodeAccount, decodeLotFact, FactRecord } from "./lot-fact-records.ts";

/** Reads an account and its facts from standard input and prints its lots on standard output. */
export async function lotsEngineCommand(): Promise<void> {
  const { account, facts, lines } = await readFacts(process.stdin);
  const ofRecords = problemsOfRecords(facts);
  const refusals = ofRecords.length > 0 ? ofRecords : checkFacts(account, facts);
  for (const refusal of refusals) {
    const at = facts.findLastIndex(({ transactionId: id }) => id === refusal.transactionId);
    printResult({ type: "refusal", line: lines[at] ?? 0, ...refusal });
  }
  if (refusals.length > 0) throw new CommandFault(`Impossible facts: ${refusals.length}.`);
  const { closed, book } = streamFacts(account, facts);
  await printResults("closed", closed);
  await printResults("open", openLots(book));
  await printResults("sums", sumsOf(book));
}

interface Read {
  readonly account: LotAccount;
  readonly facts: LotFact[];
  /** The line of each fact. */
  readonly lines: readonly number[];
}

async function readFacts(input: NodeJS.ReadableStream): Promise<Read> {
  const facts: LotFact[] = [];
  const lines: number[] = [];
  let account: LotAccount | undefined;
  let today: Day | undefined;
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === "") continue;
    if (account === undefined) {
      const record = decodeRecord(AccountRecord, text, line);
      account = decodeAccount(record);
      today = record.today;
    } else {
      const fact = decodeLotFact(decodeRecord(FactRecord, text, line), line);
      if (today !== undefined && !isEffective(fact, today)) continue;
      facts.push(fact);
      lines.push(line);
    }
  }
  if (account === undefined) throw new CommandFault("The first line, the account, is missing.");
  return { account, facts, lines };
}

/** Reads a line of JSON by a schema; a line that does not fit ends the command. */
export function decodeRecord<S extends TSchema>(schema: S, text: string, line: number): Static<S> {
  const problems: Problem[] = [];
  try {
    const record = decode(schema, parseJson(text), problems);
    if (record !== undefined) return record;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new CommandFault(`Line ${line}: ${error.message}`);
  }
  const [problem] = problems;
  throw new CommandFault(`Line ${line}: ${JSON.stringify(problem)}`);
}

/** Prints results of one type, no faster than they are read. */
async function printResults(type: string, results: Iterable<object>): Promise<void> {
  let text = "";
  for (const result of results) {
    text += `${JSON.stringify({ type, ...result })}\n`;
    if (text.length < printedAtOnce) continue;
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
    text = "";
  }
  process.stdout.write(text);
}

const printedAtOnce = 65_536;

/** Prints a result as a line of JSON. */
export function printResult(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
