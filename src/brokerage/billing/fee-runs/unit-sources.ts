// The facts that are read of the accounts of units, to calculate their fees and to warn.
import { addDays, type Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { type Calendar, selectCalendar } from "../../../reference/settlement/queries.ts";
import { worthOfSecurity } from "../../books/account-books/reads.ts";
import { type FreeCash, selectFreeCash } from "../../books/balances/reads.ts";
import { type AccountDay, selectAccountDays } from "../../books/performance/reads.ts";
import type { ValuedAccount } from "./billable-days.ts";
import type { BilledPlan, FeeKind } from "./billed-plan.ts";
import type { FeePartRow } from "./part-queries.ts";
import {
  type AccountFacts,
  type CorrectedItem,
  selectAccountFacts,
  selectCorrectedItems,
  selectFactsVersions,
  selectUnitBases,
} from "./unit-facts-queries.ts";

/** The terms by which a run calculates. */
export interface Calculation {
  readonly kind: FeeKind;
  readonly plans: ReadonlyMap<string, BilledPlan>;
  readonly now: Date;
}

/** The facts that are read of the accounts of some units. */
export interface UnitSources {
  readonly accounts: ReadonlyMap<string, ValuedAccount>;
  readonly folioDays: ReadonlyMap<string, ReadonlyMap<string, readonly AccountDay[]>>;
  readonly facts: ReadonlyMap<string, AccountFacts>;
  /** Of the accounts, and of those that pay for them. */
  readonly cash: ReadonlyMap<string, FreeCash>;
  /** The versions of the accounts' facts, read before these. */
  readonly versions: ReadonlyMap<string, string>;
  readonly corrected: readonly CorrectedItem[];
  /** The values on which the units of the corrected items were billed, by run and unit. */
  readonly unitBases: ReadonlyMap<string, Decimal>;
  readonly calendar: Pick<Calendar, "addTradingDays">;
}

/** Reads what the units of parts are calculated from, for all of their accounts together. */
export async function readSources(
  db: Reader,
  { kind, now }: Calculation,
  parts: readonly FeePartRow[],
): Promise<UnitSources> {
  const numbers = [...new Set(parts.map(({ accountNumber }) => accountNumber))];
  const payers = parts.flatMap(({ payerAccountNumber }) => payerAccountNumber ?? []);
  const [firstOn] = parts.map(({ periodFrom }) => periodFrom).toSorted() as [Day];
  const lastOn = parts
    .map(({ to }) => to)
    .toSorted()
    .at(-1) as Day;
  const named = parts.flatMap(({ accountNumber, ofRunOid, ofLine }) =>
    ofRunOid === null || ofLine === null
      ? []
      : [{ accountNumber, feeRunOid: ofRunOid, line: ofLine }],
  );
  // Facts that change meanwhile are newer than the version, never older.
  const versions = await selectFactsVersions(db, numbers);
  const calendar = await selectCalendar(db);
  const [folioDays, facts, cash, corrected] = await Promise.all([
    selectAccountDays(db, numbers, { firstOn: addDays(firstOn, -1), lastOn }),
    selectAccountFacts(db, kind, firstDaysOf(parts)),
    selectFreeCash(db, { now, calendar }, [...new Set([...numbers, ...payers])]),
    selectCorrectedItems(db, named),
  ]);
  const unitBases = await selectUnitBases(db, corrected);
  const accounts = new Map<string, ValuedAccount>();
  for (const number of numbers) {
    const days = folioDays.get(number)?.get("") ?? [];
    const { exclusions = [] } = facts.get(number) ?? {};
    const worth = new Map<string, ReadonlyMap<Day, bigint>>();
    for (const { excluded } of exclusions) {
      if (excluded === "cash" || worth.has(excluded)) continue;
      const held = { accountNumber: number, securityId: excluded as Id, until: lastOn };
      worth.set(excluded, await worthOfSecurity(db, now, held));
    }
    accounts.set(number, { days, exclusions, worth });
  }
  return { accounts, folioDays, facts, cash, versions, corrected, unitBases, calendar };
}

/** The first day of each account's own period; lines for another period count only where there is no other. */
function firstDaysOf(parts: readonly FeePartRow[]): ReadonlyMap<string, Day> {
  const ofAccounts = Map.groupBy(parts, ({ accountNumber }) => accountNumber);
  const firstDays = [...ofAccounts].map(([accountNumber, all]) => {
    const own = all.filter(({ lineKind }) => lineKind === "period");
    const days = (own.length > 0 ? own : all).map(({ periodFrom }) => periodFrom);
    return [accountNumber, days.toSorted()[0] as Day] as const;
  });
  return new Map(firstDays);
}
