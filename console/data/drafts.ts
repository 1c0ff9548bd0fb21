// Form entries, stored in the tab until they are submitted. Neither Escape nor the end of a session
// loses them. Tax ids and signatures are never stored.
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { personSignedIn } from "./service.ts";

const prefix = "bursar-draft";

/** Entries of this page by key; undefined where nothing was typed. */
const typed = new Map<string, unknown>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Every key of a form starts with the user's, so that nobody sees another user's draft. */
function draftKey(form: string, part = ""): string {
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
  const own = draftKey(form);
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

/** Whether a form has a draft. */
export function hasDraft(form: string): boolean {
  return keysOf(form).some((key) => readDraft(key) !== undefined);
}

/** Deletes the draft of a form, once it was submitted or the user starts over. */
export function dropDraft(form: string): void {
  sessionStorage.removeItem(tagKeyOf(form));
  removeDrafts(keysOf(form));
}

function tagKeyOf(form: string): string {
  return `${prefix}-over\n${personSignedIn()}\n${form}`;
}

/** Stores, with a draft, the tag of the record that the form was filled from. */
export function storeTag(form: string, tag: string): void {
  sessionStorage.setItem(tagKeyOf(form), tag);
}

/** The tag of the record that a draft was started from. */
export function storedTag(form: string): string | undefined {
  return sessionStorage.getItem(tagKeyOf(form)) ?? undefined;
}

/** Deletes all drafts of this tab at sign-out. */
export function dropDrafts(): void {
  const stored = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
  removeDrafts([...typed.keys(), ...stored]);
}

/** State of a form field that outlives its dialog, by the form's name. What `keep` removes lasts
 * only while the form is open. */
export function useDraft<T>(
  form: string,
  part: string,
  initial: T | (() => T),
  keep: (value: T) => T = (value) => value,
): readonly [T, (value: T) => void] {
  const key = draftKey(form, part);
  const [made] = useState(initial);
  // A plain initial value follows the record; an initial function runs once.
  const first = typeof initial === "function" ? made : initial;
  const value = useSyncExternalStore(subscribe, () => readDraft(key)) as T | undefined;
  const latestKeep = useRef(keep);
  latestKeep.current = keep;
  useEffect(
    () => () => {
      const last = typed.get(key);
      if (last !== undefined) typed.set(key, latestKeep.current(last as T));
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
