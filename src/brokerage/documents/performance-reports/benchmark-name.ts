// How a benchmark is called on paper: one of closes has price returns, and is called so.
import { isId } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { selectBenchmarkName } from "./queries.ts";

/** The name of what a text names; the text itself where nothing has a name. */
export async function benchmarkOnPaper(db: Reader, identifier: string): Promise<string> {
  const [, kind, id = ""] = /^(account|model|security):(.*)$/s.exec(identifier) ?? [];
  if (kind === "account") return `Account ${id}`;
  const isNamed = kind === undefined || isId(id);
  const name = isNamed
    ? await selectBenchmarkName(db, kind === undefined ? { ticker: identifier } : { kind, id })
    : undefined;
  return `${name ?? identifier} (price return)`;
}
