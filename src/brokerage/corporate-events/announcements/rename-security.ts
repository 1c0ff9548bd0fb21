// The ticker, CUSIP and name of a security as an event that renames it makes them.
// (docs/corporate-events.md)
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { lockSecurity } from "../../../reference/prices/queries.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import { type Announced, bookedOn } from "./announced.ts";
import { announcementErrors } from "./errors.ts";
import {
  deleteFormerNames,
  insertFormerNames,
  isTickerTaken,
  type SecurityNames,
  selectFormerNames,
  selectNames,
  updateNames,
} from "./rename-queries.ts";

const fieldOf = { ticker: "ticker", cusip: "cusip", name: "companyName" } as const;

/** The problem of a ticker that another security has. */
export async function problemsWithTicker(db: Reader, event: Announced): Promise<Problem[]> {
  const { securityId, terms } = event;
  const { newTicker } = terms;
  const isTaken = newTicker !== undefined && (await isTickerTaken(db, securityId, newTicker));
  const sentence = `Another security has the ticker ${newTicker}.`;
  return isTaken ? [ruleProblem({ ...announcementErrors.security, sentence })] : [];
}

/** Whether the names that an event leads to are free: no other security has got the ticker meanwhile. */
export async function mayRename(tx: Tx, event: Announced): Promise<boolean> {
  const names = await namesOf(tx, event);
  if (names === undefined) return true;
  return !(await isTickerTaken(tx, event.securityId, names.is.ticker));
}

/** Gives the security of a posted event its new names, and that of a reversed one those that it had before;
 * returns the fields that have changed. The former names are stored until the booking day. */
export async function renameSecurity(tx: Tx, event: Announced): Promise<readonly string[]> {
  const { securityId, status } = event;
  const day = bookedOn(event);
  const names = await namesOf(tx, event);
  if (names === undefined || day === null) return [];
  const { now, former, is } = names;
  const changed = changedIn(now, is);
  if (changed.length === 0) return [];
  updateNames(tx, securityId, is);
  if (status === "REVERSED") deleteFormerNames(tx, securityId, day);
  else if (former === undefined) insertFormerNames(tx, { securityId, day }, now);
  return changed;
}

/** The names of the event's security before, now and after the event; undefined of an event that
 * renames nothing. */
async function namesOf(tx: Tx, event: Announced) {
  const { kind, securityId, status, terms } = event;
  const day = bookedOn(event);
  if (kind !== "SYM" || day === null) return undefined;
  await lockSecurity(tx, securityId);
  const now = await selectNames(tx, securityId);
  const former = await selectFormerNames(tx, securityId, day);
  if (now === undefined) return undefined;
  const is = status === "REVERSED" ? (former ?? now) : namedBy(terms, former ?? now);
  return { now, former, is };
}

function namedBy(
  { newTicker, newCusip, newName }: Announced["terms"],
  was: SecurityNames,
): SecurityNames {
  return {
    ticker: newTicker ?? was.ticker,
    cusip: newCusip ?? was.cusip,
    name: newName ?? was.name,
  };
}

function changedIn(was: SecurityNames, is: SecurityNames): string[] {
  const names = ["ticker", "cusip", "name"] as const;
  return names.filter((name) => was[name] !== is[name]).map((name) => fieldOf[name]);
}
