// What the workers of one machine count together, so that a bound holds for the machine. Each counts by
// itself and tells the others within milliseconds, through the supervisor: no request waits for it.
// (docs/adr/0017-several-processes.md)
import type { Channel } from "./channel.ts";

/** The counts that a process shares with others. */
export interface SharedCounts {
  /** Adds to what this process holds under a name, or takes from it. */
  hold(name: string, by: number): void;
  /** How much the others hold under a name, as far as they have told. */
  heldElsewhere(name: string): number;
  /** How many processes count together. */
  readonly processes: number;
  /** Asks the one of the others that holds most under a name to give some of it up. */
  askForRoom(name: string): void;
  /** Calls back when another asks for room; each listener hears all names. */
  onRoomWanted(listener: (name: string) => void): void;
  /** Tells that a part of an allowance was used; `portion` is how much of it may go untold. */
  use(name: string, amount: number, portion: number): void;
  /** Calls back when others have used a part of an allowance. */
  onUse(listener: (name: string, amount: number) => void): void;
}

type Entries = readonly (readonly [name: string, amount: number])[];

/** How long a count may go untold, in milliseconds. */
const untoldMs = 10;

/** The counts of one of so many workers. */
export function shareCounts(supervisor: Channel, processes: number): SharedCounts {
  const elsewhere = new Map<string, number>();
  const held = new Map<string, number>();
  const used = new Map<string, number>();
  const wanted = new Set<string>();
  let listener: (name: string, amount: number) => void = () => {};
  const roomListeners: ((name: string) => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  const tell = () => {
    clearTimeout(timer);
    timer = undefined;
    if (held.size > 0 || used.size > 0) supervisor.tell("counts", [...held], [...used]);
    // Afterwards, so that whoever is asked counts already what the room is for.
    for (const name of wanted) supervisor.tell("room wanted", name);
    held.clear();
    used.clear();
    wanted.clear();
  };
  const tellSoon = () => {
    timer ??= setTimeout(tell, untoldMs).unref();
  };
  supervisor.hear("counts", (nowHeld: Entries, nowUsed: Entries) => {
    for (const [name, by] of nowHeld) add(elsewhere, name, by);
    for (const [name, amount] of nowUsed) listener(name, amount);
  });
  supervisor.hear("room wanted", (name: string) => {
    for (const each of roomListeners) each(name);
  });
  supervisor.tell("listens to counts");
  return {
    hold(name, by) {
      add(held, name, by);
      tellSoon();
    },
    heldElsewhere: (name) => elsewhere.get(name) ?? 0,
    processes,
    askForRoom(name) {
      wanted.add(name);
      tellSoon();
    },
    onRoomWanted: (next) => void roomListeners.push(next),
    use(name, amount, portion) {
      if (add(used, name, amount) >= portion) tell();
      else tellSoon();
    },
    onUse: (next) => {
      listener = next;
    },
  };
}

/** A map of sums has no entry for what is nothing. */
function add(sums: Map<string, number>, name: string, by: number): number {
  const sum = (sums.get(name) ?? 0) + by;
  if (sum === 0) sums.delete(name);
  else sums.set(name, sum);
  return sum;
}

/** What a supervisor passes on between its workers. */
export interface CountsOfWorkers {
  /** Lets a worker take part until its channel closes; then it holds nothing any more. */
  join(worker: Channel): void;
}

/** Passes the counts of each worker on to the others. */
export function passOnCounts(): CountsOfWorkers {
  const heldBy = new Map<Channel, Map<string, number>>();
  // Those that have begun to listen; a worker that starts has no ear yet.
  const listening = new Set<Channel>();
  const tellOthers = (worker: Channel, held: Entries, used: Entries) => {
    for (const each of listening) if (each !== worker) each.tell("counts", held, used);
  };
  const mostHolding = (name: string, asker: Channel): Channel | undefined => {
    let most = 0;
    let holder: Channel | undefined;
    for (const [each, held] of heldBy) {
      const amount = held.get(name) ?? 0;
      if (each !== asker && amount > most) [most, holder] = [amount, each];
    }
    return holder;
  };
  return {
    join(worker) {
      const own = new Map<string, number>();
      heldBy.set(worker, own);
      worker.hear("counts", (held: Entries, used: Entries) => {
        for (const [name, by] of held) add(own, name, by);
        tellOthers(worker, held, used);
      });
      worker.hear("room wanted", (name: string) => {
        mostHolding(name, worker)?.tell("room wanted", name);
      });
      worker.hear("listens to counts", () => {
        const all = new Map<string, number>();
        for (const [each, held] of heldBy) {
          if (each !== worker) for (const [name, by] of held) add(all, name, by);
        }
        listening.add(worker);
        worker.tell("counts", [...all], []);
      });
      worker.onClose(() => {
        heldBy.delete(worker);
        listening.delete(worker);
        const released = [...own].map(([name, by]) => [name, -by] as const);
        if (released.length > 0) tellOthers(worker, released, []);
      });
    },
  };
}
