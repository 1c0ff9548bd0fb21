// Places to wait in, counted for all workers of a machine by their supervisor: so many for the changes
// of one firm, and of one firm to one subject.
import type { TurnLimits } from "./turns.ts";

/** The places that one worker has taken. */
export interface PlacesOfWorker {
  /** Whether there is one more; it is then taken. */
  take(firm: string, subject: string): boolean;
  leave(firm: string, subject: string): void;
  /** Gives back all that it has, when it ends. */
  close(): void;
}

/** Begins to count. */
export function countPlaces(limits: Omit<TurnLimits, "connections">): {
  open(): PlacesOfWorker;
} {
  const ofFirm = new Map<string, number>();
  const ofSubject = new Map<string, number>();
  const count = (firm: string, subject: string, by: number) => {
    add(ofFirm, firm, by);
    add(ofSubject, nameOf(firm, subject), by);
  };
  return {
    open() {
      const own = new Map<string, { readonly firm: string; readonly subject: string; n: number }>();
      return {
        take(firm, subject) {
          const name = nameOf(firm, subject);
          if ((ofFirm.get(firm) ?? 0) >= limits.waitingOfFirm) return false;
          if ((ofSubject.get(name) ?? 0) >= limits.waitingOfSubject) return false;
          count(firm, subject, 1);
          const held = own.get(name) ?? { firm, subject, n: 0 };
          held.n += 1;
          own.set(name, held);
          return true;
        },
        leave(firm, subject) {
          const held = own.get(nameOf(firm, subject));
          if (held === undefined) return;
          count(firm, subject, -1);
          held.n -= 1;
          if (held.n === 0) own.delete(nameOf(firm, subject));
        },
        close() {
          for (const { firm, subject, n } of own.values()) count(firm, subject, -n);
          own.clear();
        },
      };
    },
  };
}

function nameOf(firm: string, subject: string): string {
  return `${firm} ${subject}`;
}

function add(counts: Map<string, number>, name: string, by: number): void {
  const sum = (counts.get(name) ?? 0) + by;
  if (sum > 0) counts.set(name, sum);
  else counts.delete(name);
}
