// Every fact in force that is odd, for `bursar doctor`. (docs/operations.md)
import type { Reader } from "../../../platform/store/db.ts";
import { statementOf } from "../../../platform/store/declared-sql.ts";
import { type Found, findings, found, type Read } from "./findings.ts";
import { selectLargeReturns } from "./return-queries.ts";
import { ofStore } from "./scope-queries.ts";
import { returnSentence } from "./sentences.ts";

/** Odd facts of one kind. */
export interface OddFacts extends Found {
  readonly kind: string;
}

/** Everything odd among the facts in force, by kind, also those of which there is none. */
export async function findOddFacts(db: Reader): Promise<OddFacts[]> {
  const read: Read = (statement, values) => db.rows(statementOf(statement, values));
  const all: OddFacts[] = [];
  for (const { kind, find } of findings) all.push({ kind, ...(await find(read, ofStore, db)) });
  const returns = await selectLargeReturns(db, ofStore.most);
  return [...all, { kind: "return above 50 %", ...found(returns, returnSentence) }];
}
