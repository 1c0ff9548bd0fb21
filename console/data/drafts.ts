// What is typed into forms, kept in the tab until it is sent: neither Escape nor the end of a session
// loses it. Tax ids and signatures are never kept.
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { personSignedIn } from "./service.ts";

const prefix = "bursar-draft";

/** What stands in the fields of this page; undefined where nothing was typed. */
const typed = new Map<string, unknown>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Every key of a form begins with that of its person, so that nobody is shown another's draft. */
function keyOf(form: string, part = ""): string {
  return `${prefix}\n${personSignedIn()}\n${form}\n${part}`;
}

function readDraft(key: string): unknown {
  if (typed.has(key)) return typed.get(key);
  const stored = sessionStorage.getItem(key);
  const value = stored === null ? undefined : JSON.parse(stored);
  typed.set(key, value);
  return value;
}

function keysOf(form: string): string[] {
  const own = keyOf(form);
  return [...new Set([...typed.keys(), ...Object.keys(sessionStorage)])].filter((key) =>
    key.startsWith(own),
  );
}

function removeDrafts(keys: readonly string[]): void {
  for (const key of keys) {
    typed.set(key, undefined);
    sessionStorage.removeItem(key);
  }
  tell();
}

/** Whether something is kept of a form. */
export function hasDraft(form: string): boolean {
  return keysOf(form).some((key) => readDraft(key) !== undefined);
}

/** Forgets what was typed into a form: it was sent, or the person begins again. */
export function dropDraft(form: string): void {
  sessionStorage.removeItem(tagKeyOf(form));
  removeDrafts(keysOf(form));
}

function tagKeyOf(form: string): string {
  return `${prefix}-over\n${personSignedIn()}\n${form}`;
}

/** Keeps, beside a draft, the tag of the record over which it was typed. */
export function keepTag(form: string, tag: string): void {
  sessionStorage.setItem(tagKeyOf(form), tag);
}

/** The tag of the record over which a draft was typed. */
export function keptTag(form: string): string | undefined {
  return sessionStorage.getItem(tagKeyOf(form)) ?? undefined;
}

/** Forgets all that was typed in this tab, for whoever signs out. */
export function dropDrafts(): void {
  const kept = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
  removeDrafts([...typed.keys(), ...kept]);
}

/** A state of a form's field or fields, by the form's name, that outlives its dialog. What `keep` takes
 * away lives no longer than the form is open. */
export function useDraft<T>(
  form: string,
  part: string,
  initial: T | (() => T),
  keep: (value: T) => T = (value) => value,
): readonly [T, (value: T) => void] {
  const key = keyOf(form, part);
  const [made] = useState(initial);
  // What is given as it stands follows the record, and what is made is made once.
  const first = typeof initial === "function" ? made : initial;
  const value = useSyncExternalStore(subscribe, () => readDraft(key)) as T | undefined;
  const kept = useRef(keep);
  kept.current = keep;
  useEffect(
    () => () => {
      const last = typed.get(key);
      if (last !== undefined) typed.set(key, kept.current(last as T));
    },
    [key],
  );
  const set = (next: T) => {
    const isFirst = JSON.stringify(next) === JSON.stringify(first);
    typed.set(key, isFirst ? undefined : next);
    if (isFirst) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(keep(next)));
    tell();
  };
  return [value === undefined ? first : value, set];
}
