// How custodians write cells and lines of their exports.
import type { CustodianFile } from "@bursar/custodian-files";
import type { Day } from "@bursar/values/dates";
import { moneyText } from "@bursar/values/units";
import type { Account } from "./custodian-firm.ts";

/** Lines end as they do where files were joined: in three ways. */
export function fileOf(name: string, lines: readonly string[]): CustodianFile {
  const ends = ["\r\n", "\n", "\r"] as const;
  const text = lines.map((line, at) => `${line}${ends[at % 7 === 3 ? 2 : at % 2]}`).join("");
  return { name, bytes: Buffer.from(text) };
}

/** A cell in quotes. */
export const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
/** A line of cells in quotes. */
export const quoted = (cells: readonly string[]) => cells.map(quote).join(",");
/** Month, day and year. */
export const american = (day: Day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/** `-$1,234.50` */
export function dollars(cents: bigint): string {
  const text = moneyText(cents < 0n ? -cents : cents).replace(/\B(?=(\d{3})+\.)/g, ",");
  return `${cents < 0n ? "-" : ""}$${text}`;
}

/** With commas between thousands. */
export const grouped = (shares: bigint) => shares.toString().replace(/\B(?=(\d{3})+$)/g, ",");

/** The holdings of an account. */
export function positionsOf(account: Account) {
  return [...account.held].filter(([, shares]) => shares > 0n);
}

/** The price of the last day is the same in every file. */
export const lastPrice = 25_00n;
