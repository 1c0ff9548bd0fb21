// The state of a subject at an instant, rebuilt from its audit entries alone.

import { isAccountNumber } from "@bursar/values/ids";
import type { StoredEntry } from "../../../platform/change/audit-chain.ts";
import { decodeChange } from "../../../platform/change/audited-change.ts";
import { accountAfter } from "../../clients-and-accounts/accounts/reads.ts";
import { restrictionsAfter } from "../../clients-and-accounts/restrictions/reads.ts";
import { offerAfter } from "../../placements/offers/reads.ts";

/** A past state and the entry that made it; null before the first entry, when it is not known. */
export interface PastState {
  readonly subject: string;
  readonly time: string;
  readonly entry: {
    readonly sequence: string;
    readonly occurredAt: string;
    readonly operation: string;
  } | null;
  readonly state: object | null;
}

/** Whether the entries of a subject record a state: those of accounts and of offers do. */
export function hasState(subject: string): boolean {
  return isAccountNumber(subject) || subject.startsWith("offer:");
}

/** The state of an account with its restrictions, or of an offer, as it stood at an instant. */
export function stateAt(subject: string, entries: readonly StoredEntry[], time: Date): PastState {
  const changes = entries.filter((each) => each.occurredAt <= time).map(decodeChange);
  const last = changes.at(-1);
  const request = { subject, time: time.toISOString() };
  if (last === undefined) return { ...request, entry: null, state: null };
  const { sequence, occurredAt, operation } = last;
  const state = isAccountNumber(subject)
    ? { account: accountAfter(changes) ?? null, restrictions: restrictionsAfter(subject, changes) }
    : { offer: offerAfter(changes) ?? null };
  return {
    ...request,
    entry: { sequence, occurredAt: occurredAt.toISOString(), operation },
    state,
  };
}
