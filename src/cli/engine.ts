// `bursar engine lots`: an engine alone, without a store, from lines of JSON to lines of JSON.
// (docs/tax-lots.md, "The engine alone")
import { createInterface } from "node:readline";
import type { Static, TSchema } from "typebox";
import { closedLots } from "../engines/lot-relief/closed-lots.ts";
import type { LotAccount, LotFact } from "../engines/lot-relief/fact.ts";
import { AccountRecord, accountOf, FactRecord, factOf } from "../engines/lot-relief/fact-schema.ts";
import { openLots } from "../engines/lot-relief/open-lots.ts";
import { runFacts } from "../engines/lot-relief/run.ts";
import { sumsOf } from "../engines/lot-relief/sums.ts";
import { JsonFault, parseJson } from "../values/json.ts";
import type { Problem } from "../values/problem.ts";
import { decode } from "../values/wire.ts";
import { CommandFault } from "./failure.ts";

/** Reads an account and its facts from standard input and prints its lots on standard output. */
export async function lotsEngineCommand(): Promise<void> {
  const { account, facts, lines } = await readFacts(process.stdin);
  const { book, refusals } = runFacts(account, facts);
  for (const refusal of refusals) {
    printResult({ type: "refusal", line: lines.get(refusal.transactionId) ?? 0, ...refusal });
  }
  if (refusals.length > 0) throw new CommandFault(`Facts that cannot be: ${refusals.length}.`);
  for (const lot of closedLots(book)) printResult({ type: "closed", ...lot });
  for (const lot of openLots(book)) printResult({ type: "open", ...lot });
  for (const sums of sumsOf(book)) printResult({ type: "sums", ...sums });
}

interface Read {
  readonly account: LotAccount;
  readonly facts: LotFact[];
  /** The line of each transaction. */
  readonly lines: ReadonlyMap<string, number>;
}

async function readFacts(input: NodeJS.ReadableStream): Promise<Read> {
  const facts: LotFact[] = [];
  const lines = new Map<string, number>();
  let account: LotAccount | undefined;
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === "") continue;
    if (account === undefined) account = accountOf(recordOf(AccountRecord, text, line));
    else {
      const fact = factOf(recordOf(FactRecord, text, line), line);
      facts.push(fact);
      lines.set(fact.transactionId, line);
    }
  }
  if (account === undefined) throw new CommandFault("The first line, the account, is missing.");
  return { account, facts, lines };
}

/** Reads a line of JSON by a schema; a line that does not fit ends the command. */
export function recordOf<S extends TSchema>(schema: S, text: string, line: number): Static<S> {
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

/** Prints a result as a line of JSON. */
export function printResult(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
