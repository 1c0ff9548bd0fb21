// A digest of what an import becomes, to tell whether a second run of the same files becomes something else.
import { createHash } from "node:crypto";
import type { RecordsOfKind } from "./load-planned.ts";
import { tickerOfId } from "./match-securities.ts";
import type { Brought } from "./run-import.ts";
import { shownBreaks } from "./shown-breaks.ts";

/** The fields whose values are drawn anew by each run, by kind. */
const drawnFields: Readonly<Record<string, string>> = {
  members: "memberOid",
  securities: "securityId",
  accounts: "accountNumber",
  transactions: "transactionId",
};

/** The SHA-256, in hexadecimal, of the records with their accounts, securities and figures, and of the breaks. Ids that
 * are drawn count by their place. */
export function digestOfBrought(brought: Brought): string {
  const { records, knownRows, links } = brought.plan;
  const names = drawnNames(records);
  const nameOf = (_: string, value: unknown) => (typeof value === "string" ? names(value) : value);
  const hash = createHash("sha256");
  const add = (part: unknown) => hash.update(`${JSON.stringify(part, nameOf)}\n`);
  for (const { kind, records: ofKind } of records) {
    add([kind, ofKind.length]);
    for (const { fields } of ofKind) add(fields);
  }
  add(links);
  add(knownRows);
  add(shownBreaks(brought));
  return hash.digest("hex");
}

/** Names drawn ids by their kind and place, also within the number of a folio and the ticker that is made of an id;
 * leaves other texts. */
function drawnNames(records: readonly RecordsOfKind[]): (text: string) => string {
  const names = new Map<string, string>();
  for (const { kind, records: ofKind } of records) {
    const field = drawnFields[kind];
    if (field === undefined) continue;
    for (const [at, { fields }] of ofKind.entries()) {
      const id = String(fields[field]);
      names.set(id, `${kind} ${at}`);
      names.set(tickerOfId(id), `${kind} ${at} ticker`);
    }
  }
  return (text) => {
    const account = names.get(text.slice(0, -2));
    return names.get(text) ?? (account && `${account} ${text.slice(-2)}`) ?? text;
  };
}
