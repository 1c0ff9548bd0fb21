// The sent fields of an event, as they are stored.

import { isDeepStrictEqual } from "node:util";
import { sameValue } from "@bursar/values/decimal";
import type { Announced, EventDays, StoredTerms } from "./announced.ts";
import {
  type CorporateEventUpdate,
  type NewCorporateEvent,
  type TermName,
  termFields,
} from "./schema.ts";

type Sent = NewCorporateEvent | CorporateEventUpdate;

const noDays: EventDays = {
  declaredOn: null,
  exOn: null,
  recordOn: null,
  effectiveOn: null,
  payOn: null,
  deadlineAt: null,
};

/** The days of an event with those that were sent in their place. */
export function daysOf(sent: Sent, stored: EventDays = noDays): EventDays {
  const given = <T>(value: T | null | undefined, was: T | null) =>
    value === undefined ? was : value;
  return {
    declaredOn: given(sent.declarationDate, stored.declaredOn),
    exOn: given(sent.exDate, stored.exOn),
    recordOn: given(sent.recordDate, stored.recordOn),
    effectiveOn: given(sent.effectiveDate, stored.effectiveOn),
    payOn: given(sent.payDate, stored.payOn),
    deadlineAt: given(sent.deadline, stored.deadlineAt),
  };
}

/** The terms of an event with those that were sent in their place; null empties one. */
export function sentTerms(stored: StoredTerms, sent: Sent): StoredTerms {
  const names = Object.keys(termFields) as TermName[];
  const all = names.map((name) => [name, sent[name] === undefined ? stored[name] : sent[name]]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== null));
}

/** The names of the fields of which an event has others than another. */
export function changedFields(was: Announced, is: Announced): string[] {
  const days = {
    declaredOn: "declarationDate",
    exOn: "exDate",
    recordOn: "recordDate",
    effectiveOn: "effectiveDate",
    payOn: "payDate",
    deadlineAt: "deadline",
  } as const;
  const ofDays = Object.entries(days).flatMap(([name, field]) =>
    isDeepStrictEqual(was[name as keyof EventDays], is[name as keyof EventDays]) ? [] : [field],
  );
  const names = Object.keys(termFields) as TermName[];
  const ofTerms = names.filter((name) => !isDeepStrictEqual(was.terms[name], is.terms[name]));
  return [...ofDays, ...ofTerms];
}

/** Whether what was received or how it is posted is another. */
export function changedAside(was: Announced, is: Announced): string[] {
  const isSame =
    was.received === is.received ||
    (was.received !== null && is.received !== null && sameValue(was.received, is.received));
  const isAsBefore = was.autoPost === is.autoPost && was.autoPostBy === is.autoPostBy;
  return [...(isSame ? [] : ["received"]), ...(isAsBefore ? [] : ["autoPost"])];
}
