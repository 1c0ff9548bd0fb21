// Names of the types of securities.

import { words } from "./texts.ts";

const names: Readonly<Record<string, string>> = {
  EQ: "Equity",
  MF: "Mutual fund",
  MM: "Money market fund",
  OP: "Option",
  DB: "Bond",
  GV: "Government",
  IX: "Index",
  PR: "Private placement",
};

/** The name of a type of security, or the type itself. */
export function securityKind(type: string): string {
  return names[type] ?? type;
}

/** Where a price comes from. */
export function priceSource(source: string): string {
  return source === "load" ? "Import" : words(source);
}

/** The trading days after which a price counts as stale. */
export const staleAge = 5;

/** Whether a price is stale. */
export function isStale(age: string | null): boolean {
  return age !== null && Number(age) >= staleAge;
}
