// The callers that see each account of the sample, by the interface's rules for firms and owners.
import type { Actor } from "./model.ts";

export type Caller = Actor;

/** The callers who see everything of the firm whose adviser sends requests. */
export const firmViewers: readonly Caller[] = ["adviser", "operator"];

/** The accounts that the client owns alone or with another. */
export const accountsOfClient = [
  "RA00000001",
  "RA00000002",
  "RA00000003",
  "RA00000009",
  "RA00000010",
  "RA00000011",
];

/** Whether a caller sees an account. */
export function seesAccount(caller: Caller, account: string): boolean {
  if (caller === "operator") return true;
  if (caller === "client") return accountsOfClient.includes(account);
  if (caller === "issuer") return account.startsWith("RC");
  return account.startsWith(caller === "adviser" ? "RA" : "RB");
}
