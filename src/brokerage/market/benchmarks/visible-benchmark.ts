// The name of a benchmark, and whether a caller sees it. (interface 4.14)

import { type Id, isId } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { accountsInView } from "../../clients-and-accounts/accounts/reads.ts";
import { modelsInView } from "../../model-portfolios/models/reads.ts";
import { findSecurity } from "../securities/reads.ts";

/** A benchmark: another account, a model or a security. */
export type VisibleBenchmark =
  | { readonly kind: "account"; readonly accountNumber: string }
  | { readonly kind: "model" | "security"; readonly id: Id };

/** The benchmark that a text names, if the caller sees it: `account:` with a number, `model:` or
 * `security:` with an id, or a ticker. Of an account the caller needs to see the details. */
export async function visibleBenchmark(
  db: Reader,
  caller: Caller,
  text: string,
): Promise<VisibleBenchmark | undefined> {
  const [, kind, name = ""] = /^(account|model|security):(.*)$/s.exec(text) ?? [];
  if (kind === "account") {
    const seen = await accountsInView(db, caller, [name], "detail");
    return seen.has(name) ? { kind, accountNumber: name } : undefined;
  }
  if (kind === "model") {
    const isSeen = isId(name) && (await modelsInView(db, caller, [name])).has(name);
    return isSeen ? { kind, id: name } : undefined;
  }
  const named = kind === undefined ? { ticker: text } : { id: name };
  const security = await findSecurity(db, caller, named);
  return security && { kind: "security", id: security.id };
}
