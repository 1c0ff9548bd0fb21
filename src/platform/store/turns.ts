// The order of requests in the queue of a store: how many run and wait of each firm and subject, and which of the
// waiting ones begins next.

/** How many requests may run and wait. */
export interface TurnLimits {
  /** Requests at once; one firm gets half of them, one subject two. */
  readonly connections: number;
  /** Requests that wait of one firm for one subject. */
  readonly waitingOfSubject: number;
  /** Requests that wait of one firm. */
  readonly waitingOfFirm: number;
}

/** A request that begins when it is its turn. */
export interface Entrant {
  readonly firm: string;
  readonly subject: string;
  readonly begin: () => void;
}

interface Firm {
  running: number;
  waiting: number;
  /** Waiting requests by subject, the next subject first. */
  readonly subjects: Map<string, Set<Entrant>>;
}

/** The requests that run and wait. */
export interface Turns {
  readonly limits: TurnLimits;
  readonly mostOfFirm: number;
  readonly mostOfSubject: number;
  /** Firms with running or waiting requests, the next firm first. */
  readonly firms: Map<string, Firm>;
  readonly runningOfSubject: Map<string, number>;
  running: number;
  waiting: number;
}

/** The turns of a queue in which nothing runs or waits. */
export function openTurns(limits: TurnLimits): Turns {
  const mostOfFirm = Math.max(1, Math.floor(limits.connections / 2));
  return {
    limits,
    mostOfFirm,
    mostOfSubject: Math.min(2, mostOfFirm),
    firms: new Map(),
    runningOfSubject: new Map(),
    running: 0,
    waiting: 0,
  };
}

/** Begins a request if there is capacity for it; then no request that could use it is waiting, and none is overtaken. */
export function beginAtOnce(turns: Turns, entrant: Entrant): boolean {
  const firm = firmOf(turns, entrant);
  if (!hasCapacity(turns, firm, entrant.subject)) return false;
  begin(turns, firm, entrant);
  return true;
}

/** Lets a request wait for its turn; false if too many of its kind wait already. */
export function waitForTurn(turns: Turns, entrant: Entrant): boolean {
  const firm = firmOf(turns, entrant);
  const entrants = firm.subjects.get(entrant.subject) ?? new Set();
  const { waitingOfSubject, waitingOfFirm } = turns.limits;
  if (entrants.size >= waitingOfSubject || firm.waiting >= waitingOfFirm) return false;
  turns.firms.set(entrant.firm, firm);
  firm.subjects.set(entrant.subject, entrants.add(entrant));
  firm.waiting += 1;
  turns.waiting += 1;
  return true;
}

/** Takes a request out of those that wait; false if it does not wait. */
export function leave(turns: Turns, entrant: Entrant): boolean {
  const firm = firmOf(turns, entrant);
  if (!takeOut(turns, firm, entrant)) return false;
  forgetIdle(turns, entrant.firm);
  return true;
}

/** Ends a running request, and begins those for which there is capacity then. */
export function endTurn(turns: Turns, { firm: name, subject }: Entrant): void {
  const firm = turns.firms.get(name) as Firm;
  turns.running -= 1;
  firm.running -= 1;
  const left = (turns.runningOfSubject.get(subject) ?? 0) - 1;
  if (left > 0) turns.runningOfSubject.set(subject, left);
  else turns.runningOfSubject.delete(subject);
  while (beginNext(turns));
  forgetIdle(turns, name);
}

function firmOf({ firms }: Turns, { firm }: Entrant): Firm {
  return firms.get(firm) ?? { running: 0, waiting: 0, subjects: new Map() };
}

function hasCapacity(turns: Turns, firm: Firm, subject: string): boolean {
  return (
    turns.running < turns.limits.connections &&
    firm.running < turns.mostOfFirm &&
    (turns.runningOfSubject.get(subject) ?? 0) < turns.mostOfSubject
  );
}

function begin(turns: Turns, firm: Firm, entrant: Entrant): void {
  const { runningOfSubject } = turns;
  turns.running += 1;
  firm.running += 1;
  runningOfSubject.set(entrant.subject, (runningOfSubject.get(entrant.subject) ?? 0) + 1);
  moveToEnd(turns.firms, entrant.firm, firm);
  entrant.begin();
}

/** Begins the next request for which there is capacity: of the firm that began longest ago, and in it
 * of the subject that began longest ago. */
function beginNext(turns: Turns): boolean {
  for (const firm of turns.firms.values()) {
    for (const [subject, entrants] of firm.subjects) {
      const [first] = entrants;
      if (first === undefined || !hasCapacity(turns, firm, subject)) continue;
      moveToEnd(firm.subjects, subject, entrants);
      takeOut(turns, firm, first);
      begin(turns, firm, first);
      return true;
    }
  }
  return false;
}

function takeOut(turns: Turns, firm: Firm, entrant: Entrant): boolean {
  const entrants = firm.subjects.get(entrant.subject);
  if (entrants?.delete(entrant) !== true) return false;
  if (entrants.size === 0) firm.subjects.delete(entrant.subject);
  firm.waiting -= 1;
  turns.waiting -= 1;
  return true;
}

function forgetIdle({ firms }: Turns, name: string): void {
  const firm = firms.get(name);
  if (firm?.running === 0 && firm.waiting === 0) firms.delete(name);
}

/** A map keeps the order in which its keys were set. */
function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
