// Rows by the keyboard: the arrows, and j and k, move between the links that open them; Enter opens one.
import { useEffect } from "react";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** A link that opens a row, of a table or of a grid. */
const opener = 'main th[scope="row"] > a, main .grid-row .name';

/** Listens for the keys of lists. Where no row has the focus, j begins at the first one. */
export function useListKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const step = steps[key];
      if (step === undefined || ctrlKey || metaKey || altKey) return;
      if (document.querySelector("dialog[open]") !== null || isField(target)) return;
      const links = [...document.querySelectorAll<HTMLElement>(opener)];
      const at = links.indexOf(target as HTMLElement);
      // The arrows scroll a page until a row has the focus.
      if (at === -1 && key !== "j") return;
      const next = links[at + step];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Whether keys pressed there are typed into something. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, select, textarea") !== null;
}
