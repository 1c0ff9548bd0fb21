// Whose change uses the store next. Neither one subject nor one firm can take all connections, and
// firms that wait take turns, so that one caller's flood does not hold up another firm's change. Large
// reads take turns alike, each API user being a subject.

/** A change that wants to use the store. */
export interface Entrant {
  /** Whose change it is. */
  readonly firm: string;
  /** What it changes. */
  readonly subject: string;
  /** Called once, when its turn has come. */
  readonly begin: () => void;
}

/** How many changes may run and wait. */
export interface TurnLimits {
  /** Changes at once; one firm gets half of them, one subject two. */
  readonly connections: number;
  /** Changes that wait of one firm for one subject. */
  readonly waitingOfSubject: number;
  /** Changes that wait of one firm. */
  readonly waitingOfFirm: number;
}

interface Firm {
  running: number;
  waiting: number;
  /** The lines by subject, the one whose turn is next first. */
  readonly lines: Map<string, Set<Entrant>>;
}

/**
 * The changes that run and those that wait. At any time no change waits for which there is room.
 * Among those for which room is made, the firm that began longest ago comes first, and so does the
 * subject within the firm; changes of one firm to one subject begin in the order in which they came.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #mostOfFirm: number;
  readonly #mostOfSubject: number;
  /** Firms that have something running or waiting, the one whose turn is next first. */
  readonly #firms = new Map<string, Firm>();
  readonly #runningOfSubject = new Map<string, number>();
  #running = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#mostOfFirm = Math.max(1, Math.floor(limits.connections / 2));
    this.#mostOfSubject = Math.min(2, this.#mostOfFirm);
  }

  /** How many changes wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Begins a change if there is room for it; else it waits, or is refused. */
  enter(entrant: Entrant): "begun" | "waits" | "refused" {
    const { waitingOfSubject, waitingOfFirm } = this.#limits;
    const firm = this.#firms.get(entrant.firm) ?? { running: 0, waiting: 0, lines: new Map() };
    // Whoever waits has no room, so nobody is overtaken.
    if (this.#hasRoom(firm, entrant.subject)) {
      this.#begin(firm, entrant);
      return "begun";
    }
    const line = firm.lines.get(entrant.subject) ?? new Set();
    if (line.size >= waitingOfSubject || firm.waiting >= waitingOfFirm) return "refused";
    this.#firms.set(entrant.firm, firm);
    firm.lines.set(entrant.subject, line.add(entrant));
    firm.waiting += 1;
    this.#waiting += 1;
    return "waits";
  }

  /** Takes a change that still waits out of its line; false if it does not wait. */
  leave(entrant: Entrant): boolean {
    const firm = this.#firms.get(entrant.firm);
    const hasLeft = firm !== undefined && this.#removeWaiting(firm, entrant);
    if (hasLeft) this.#forgetIdle(entrant.firm);
    return hasLeft;
  }

  /** Ends a change that had begun, and begins those for which there is room now. */
  end({ firm: name, subject }: Entrant): void {
    const firm = this.#firms.get(name);
    if (firm === undefined || firm.running === 0) throw new Error("the change has not begun");
    this.#running -= 1;
    firm.running -= 1;
    const left = (this.#runningOfSubject.get(subject) ?? 0) - 1;
    if (left > 0) this.#runningOfSubject.set(subject, left);
    else this.#runningOfSubject.delete(subject);
    while (this.#beginNext());
    this.#forgetIdle(name);
  }

  #hasRoom(firm: Firm, subject: string): boolean {
    return (
      this.#running < this.#limits.connections &&
      firm.running < this.#mostOfFirm &&
      (this.#runningOfSubject.get(subject) ?? 0) < this.#mostOfSubject
    );
  }

  #begin(firm: Firm, entrant: Entrant): void {
    const { subject } = entrant;
    this.#running += 1;
    firm.running += 1;
    this.#runningOfSubject.set(subject, (this.#runningOfSubject.get(subject) ?? 0) + 1);
    moveToEnd(this.#firms, entrant.firm, firm);
    entrant.begin();
  }

  #beginNext(): boolean {
    for (const firm of this.#firms.values()) {
      const next = this.#nextOf(firm);
      if (next === undefined) continue;
      this.#removeWaiting(firm, next);
      this.#begin(firm, next);
      return true;
    }
    return false;
  }

  /** The next change of the firm for which there is room. */
  #nextOf(firm: Firm): Entrant | undefined {
    for (const [subject, line] of firm.lines) {
      if (!this.#hasRoom(firm, subject)) continue;
      const [first] = line;
      moveToEnd(firm.lines, subject, line);
      return first;
    }
    return undefined;
  }

  #removeWaiting(firm: Firm, entrant: Entrant): boolean {
    const line = firm.lines.get(entrant.subject);
    if (line?.delete(entrant) !== true) return false;
    if (line.size === 0) firm.lines.delete(entrant.subject);
    firm.waiting -= 1;
    this.#waiting -= 1;
    return true;
  }

  #forgetIdle(name: string): void {
    const firm = this.#firms.get(name);
    if (firm?.running === 0 && firm.waiting === 0) this.#firms.delete(name);
  }
}

/** A map keeps the order in which its keys were set. */
function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
