// Narrows a reading of files to the days and the accounts of an import.
import type { Reading } from "@bursar/custodian-files";

/** Positions, lots and cash with a day: that of the file, or the one that was given for those without. */
export function ofTheirDay(reading: Reading, day: string | undefined): Reading {
  if (day === undefined) return reading;
  const dated = <Row extends { readonly on?: string }>(rows: readonly Row[]) =>
    rows.map((row) => (row.on === undefined ? { ...row, on: day } : row));
  return {
    ...reading,
    positions: dated(reading.positions),
    lots: dated(reading.lots),
    balances: dated(reading.balances),
  };
}

/** Rows after the day as of which accounts open, and statements from that day on. */
export function ofSpan(reading: Reading, since: string | undefined): Reading {
  if (since === undefined) return reading;
  const from = <Row extends { readonly on?: string }>(rows: readonly Row[]) =>
    rows.filter(({ on = since }) => on >= since);
  return {
    ...reading,
    transactions: reading.transactions.filter(({ tradeDate }) => tradeDate > since),
    positions: from(reading.positions),
    lots: from(reading.lots),
    balances: from(reading.balances),
  };
}

/** The rows of all accounts but those that are left out. */
export function withoutAccounts(reading: Reading, leftOutAccounts: ReadonlySet<string>): Reading {
  const others = <Row extends { readonly account: string }>(rows: readonly Row[]) =>
    rows.filter(({ account }) => !leftOutAccounts.has(account));
  if (leftOutAccounts.size === 0) return reading;
  return {
    ...reading,
    transactions: others(reading.transactions),
    positions: others(reading.positions),
    lots: others(reading.lots),
    balances: others(reading.balances),
  };
}

/** The first day of each account's facts. */
export function firstDaysOf({
  transactions,
  positions,
  lots,
  balances,
}: Reading): Map<string, string> {
  const first = new Map<string, string>();
  const note = (account: string, day: string | undefined) => {
    if (day === undefined) return;
    const before = first.get(account);
    if (before === undefined || day < before) first.set(account, day);
  };
  for (const { account, tradeDate } of transactions) note(account, tradeDate);
  for (const { account, on } of [...positions, ...lots, ...balances]) note(account, on);
  return first;
}
