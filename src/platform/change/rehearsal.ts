// A dry run: a change whose transaction stays open until its outcome is read, and is then rolled
// back. It runs the same statements as the change, under the same locks.
import type { Database, Reader, Tx } from "../store/db.ts";
import type { WriteContext } from "./context.ts";
import type { EventNote, NotifiedChange } from "./event.ts";
import { checkDeferred } from "./rehearsal-queries.ts";

/** A dry run, and its outcome so far. */
export interface Rehearsal<Context extends WriteContext> {
  /** The context that replaces the operation's own. */
  readonly context: Context;
  /** The store as the change would leave it; as it is where the change has written nothing. */
  reader(): Reader;
  /** The events that the change would emit. */
  events(): readonly DryRunEvent[];
  /** The codes of the rules that are judged by the change alone. */
  unjudged(): readonly string[];
  /** A text with every value for which another stands in it, each written by `encode`. */
  withValues(text: string, encode: (value: string) => string): string;
  /** Rolls everything back; to be called whatever happens. */
  end(): Promise<void>;
}

/** An event with its subject. */
export type DryRunEvent = EventNote & { readonly subject: string };

/** Begins a dry run with a context. */
export function rehearse<Context extends WriteContext>(of: Context): Rehearsal<Context> {
  const events: DryRunEvent[] = [];
  const unjudged = new Set<string>();
  const standIns = new Map<string, string>();
  const ends: (() => void)[] = [];
  // A retried transaction has noted events that were rolled back.
  const open = openRolledBack(of.db, () => {
    events.length = 0;
  });
  const { noteAuditEntries: _, ...rest } = of;
  const context = {
    ...(rest as Context),
    isRehearsed: true as const,
    standIn: (code: string, value: string) => {
      unjudged.add(code);
      const standIn = `DRY${Buffer.from(of.random(16)).toString("hex").toUpperCase()}`;
      standIns.set(standIn, value);
      return standIn;
    },
    db: {
      ...of.db,
      transaction: open.transaction,
      forLoads: { ...of.db.forLoads, transaction: open.forLoads },
    },
    noteChange: (notes: readonly NotifiedChange[]) => {
      for (const { subject, events: emitted = [] } of notes) {
        // The additional viewers of an event are left out.
        events.push(...emitted.map(({ type, data }) => ({ subject, type, data })));
      }
    },
    // A rehearsal holds its place in the queue as long as the transaction.
    enterQueue: async (key: string | undefined) => {
      const end = ends.length === 0 ? await of.enterQueue?.(key) : undefined;
      if (end !== undefined) ends.push(end);
      return () => {};
    },
  };
  return {
    context,
    reader: () => open.reader() ?? of.db,
    events: () => events,
    unjudged: () => [...unjudged],
    withValues: (text, encode) =>
      [...standIns].reduce(
        (all, [standIn, value]) => all.replaceAll(standIn, () => encode(value)),
        text,
      ),
    end: async () => {
      await open.end();
      for (const end of ends) end();
    },
  };
}

/** Why a rehearsal's transaction is rolled back. */
class Over extends Error {}

/** The store with one transaction, which stays open after its work until `end`; all other work
 * meanwhile runs in it too. */
function openRolledBack(db: Database, onBegin: () => void) {
  const running: Promise<void>[] = [];
  let reader: Tx | undefined;
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });

  const transactionOf =
    (on: Database): Database["transaction"] =>
    async (work) => {
      if (reader === undefined) return begin(on, work);
      const value = await work(reader);
      await checkDeferred(reader);
      return value;
    };

  const begin = <T>(on: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const held = on.transaction(async (tx) => {
        onBegin();
        const value = await work(tx);
        // Constraints that only a commit would check are checked now, with all that was sent ahead.
        await checkDeferred(tx);
        reader = tx;
        resolve(value);
        await over;
        throw new Over();
      });
      running.push(
        held.then(
          () => {},
          (error: unknown) => {
            if (!(error instanceof Over)) reject(error);
          },
        ),
      );
    });

  return {
    transaction: transactionOf(db),
    forLoads: transactionOf(db.forLoads),
    reader: (): Reader | undefined => reader,
    end: async () => {
      end();
      await Promise.all(running);
    },
  };
}
