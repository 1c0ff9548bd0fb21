// Reads a folder of a custodian's files as one statement: what each account has, by security.
import assert from "node:assert/strict";
import type { Day } from "@bursar/values/dates";
import { type Decimal, placesOf } from "@bursar/values/decimal";
import { places, unitsOf } from "@bursar/values/units";
import type { Static } from "typebox";
import { openProblemLog, type ProblemLog } from "../../../platform/bulk/kinds/load-problem.ts";
import type { LoadKind } from "../../../platform/bulk/load-kind.ts";
import { decodeRow, rowFaults } from "../../../platform/bulk/read/decode-row.ts";
import { findFiles, type LoadFile } from "../../../platform/bulk/read/folder-files.ts";
import { type RawRow, readRows } from "../../../platform/bulk/read/read-rows.ts";
import type { RowProblem } from "../../../values/row-rule.ts";
import type { HeldAtCustodian } from "./held.ts";
import type { BreakKind, CustodianAccount, LotsOfDay } from "./match.ts";
import type { CustodianCashRecord, CustodianLotRecord, CustodianPositionRecord } from "./schema.ts";
import {
  custodianCashKind,
  custodianLotKind,
  custodianPositionKind,
  statementKinds,
} from "./statement-kinds.ts";

/** How a custodian names a security. */
export type NamedSecurity = Pick<
  Static<typeof CustodianPositionRecord>,
  "securityId" | "cusip" | "ticker"
>;

/** A custodian's statement of a day, by account. */
export interface Statement {
  readonly on: Day;
  readonly accounts: ReadonlyMap<string, CustodianAccount>;
  /** The kinds of differences that its files can show. */
  readonly compared: ReadonlySet<BreakKind>;
}

const breaksShownBy: ReadonlyMap<LoadKind, readonly BreakKind[]> = new Map([
  [custodianPositionKind, ["shares", "value"]],
  [custodianCashKind, ["cash"]],
  [custodianLotKind, ["lotShares", "lotBasis"]],
]);

interface Account {
  positions: Map<string, HeldAtCustodian>;
  cash: bigint;
  lots: Map<string, Map<Day | "", LotsOfDay>>;
}

/** Reads the files of a folder; throws a LoadFault with every fault of them. `securityKey`
 * gives the key of a security. */
export async function readStatement(
  folder: string,
  {
    today,
    securityKey,
  }: { readonly today: Day; readonly securityKey: (security: NamedSecurity) => string },
): Promise<Statement> {
  const log = openProblemLog();
  const files = await findFiles(statementKinds, folder, log);
  log.refuse();
  const reading: Reading = { log, today, securityKey, on: undefined, accounts: new Map() };
  let lines = 0;
  for (const file of files) {
    for await (const { rows } of readRows(file)) {
      for (const row of rows) readRow(reading, file, row);
      lines += rows.length;
    }
  }
  if (lines === 0) {
    log.add({ file: folder, reason: "It has no row of a statement." });
  }
  log.refuse();
  assert(reading.on, "a row without problems has its day");
  const kinds = new Set(files.map(({ kind }) => kind));
  // An account that a file leaves out has nothing of what the file is about.
  const stated = ({ positions, cash, lots }: Account): CustodianAccount => ({
    positions: kinds.has(custodianPositionKind) ? positions : undefined,
    cash: kinds.has(custodianCashKind) ? cash : undefined,
    lots: kinds.has(custodianLotKind) ? lots : undefined,
  });
  const compared = new Set([...kinds].flatMap((kind) => breaksShownBy.get(kind) ?? []));
  const accounts = [...reading.accounts].map(([number, each]) => [number, stated(each)] as const);
  return { on: reading.on, accounts: new Map(accounts), compared };
}

interface Reading {
  readonly log: ProblemLog;
  readonly today: Day;
  readonly securityKey: (security: NamedSecurity) => string;
  on: Day | undefined;
  readonly accounts: Map<string, Account>;
}

type Row = Static<typeof CustodianPositionRecord> &
  Static<typeof CustodianCashRecord> &
  Static<typeof CustodianLotRecord>;

function readRow(reading: Reading, { name: file, kind }: LoadFile, raw: RawRow): void {
  const { line, fields, absent = [] } = raw;
  const problems = [...raw.problems];
  if (fields !== undefined) {
    const failed = [...problems.map(({ column }) => column), ...absent];
    const { row, problems: found } = decodeRow(kind, fields, reading.today);
    problems.push(...found.filter(({ column }) => !failed.includes(column)));
    const unsound = [...failed, ...found.map(({ column }) => column)];
    problems.push(...rowFaults(kind.rules ?? [], row, unsound, reading));
    if (problems.length === 0 && absent.length === 0) {
      problems.push(...addRow(reading, kind.name, row as unknown as Row));
    }
  }
  for (const problem of problems) reading.log.add({ file, line, ...problem });
}

/** Adds a row to its account, unless it is of another day. */
function addRow(reading: Reading, kind: string, row: Row): RowProblem[] {
  reading.on ??= row.date;
  if (row.date !== reading.on) {
    const reason = `Every row is of one day; others are of ${reading.on}.`;
    return [{ column: "date", reason, value: row.date }];
  }
  const { accounts, securityKey } = reading;
  const account = accounts.get(row.accountNumber) ?? {
    positions: new Map(),
    cash: 0n,
    lots: new Map(),
  };
  accounts.set(row.accountNumber, account);
  if (kind === custodianCashKind.name) {
    account.cash += unitsOf(row.amount, places.money);
    return [];
  }
  const key = securityKey(row);
  const shares = unitsOf(row.quantity, places.shares);
  if (kind === custodianPositionKind.name) {
    const before = account.positions.get(key);
    account.positions.set(key, {
      shares: shares + (before?.shares ?? 0n),
      value: added(row.marketValue, before ? before.value : 0n),
      places: Math.max(placesOf(row.quantity), before?.places ?? 0),
    });
    return [];
  }
  const days = account.lots.get(key) ?? new Map<Day | "", LotsOfDay>();
  account.lots.set(key, days);
  const acquiredOn = row.acquiredDate ?? "";
  const before = days.get(acquiredOn);
  days.set(acquiredOn, {
    shares: shares + (before?.shares ?? 0n),
    basis: added(row.costBasis, before ? before.basis : 0n),
  });
  return [];
}

/** A sum of money of which a part is unknown is unknown. */
function added(amount: Decimal | undefined, before: bigint | undefined): bigint | undefined {
  if (amount === undefined || before === undefined) return undefined;
  return before + unitsOf(amount, places.money);
}
