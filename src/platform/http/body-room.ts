// Who gives way when the memory for bodies is full. (docs/adr/0016-strangers-make-room.md)
import { openTally, type Tally } from "../process/tally.ts";

/** A body that has room in memory, or wants some. */
export interface Body {
  /** Whose it is: an API user, or a network and whom it claims to be. */
  names: readonly string[];
  isUnproven: boolean;
  /** Whether it has its room among the small ones. */
  isSmall: boolean;
  bytes: number;
  /** Ends it. */
  end: () => void;
}

/** The largest body that counts as small, in bytes, and which part of the memory it may be. */
const mostOfSmall = 65_536;
const smallPart = 64;

/** How much room there is, in bytes. */
interface Limits {
  /** For each small body, and for all of them. */
  readonly oneSmall: number;
  readonly small: number;
  /** For all others, for those of them that have proved nothing, and for those of one sender. */
  readonly all: number;
  readonly unproven: number;
  readonly sender: number;
}

/** How `most` bytes are divided; a body of `largest` bytes always fits when nothing else is held. */
export function divide(most: number, largest: number): Limits {
  const eighths = (share: number) => Math.floor((most * share) / 8);
  return {
    oneSmall: Math.min(mostOfSmall, most / smallPart),
    small: eighths(1),
    all: Math.max(eighths(7), largest),
    unproven: Math.max(eighths(4), largest),
    sender: Math.max(eighths(2), largest),
  };
}

/** The room for bodies, and the bodies that have some. */
export class BodyRoom {
  readonly #limits: Limits;
  readonly #held: Tally = openTally();
  // Those that arrive, the oldest first, and of them those that are silent, the longest first.
  readonly #arriving = new Set<Body>();
  readonly #silent = new Set<Body>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** How many bytes this process holds. */
  bytes(): number {
    return this.#held.sum("all") + this.#held.sum("small");
  }

  /** Takes room for more bytes of a body, and answers whether there was some or others gave way. */
  take(body: Body, bytes: number): boolean {
    if (!this.#fitsSmall(body, bytes)) {
      // One that has outgrown the small ones takes all of its room among the others.
      const moved = body.isSmall ? body.bytes : 0;
      this.#add(body, -moved);
      body.isSmall = false;
      if (!this.#makeRoom(body, moved + bytes)) return false;
      this.#add(body, moved);
    }
    this.#add(body, bytes);
    return true;
  }

  /** From now on the body may have to give way. */
  begin(body: Body): void {
    this.#arriving.add(body);
  }

  /** The body gives way first, if it has proved nothing. */
  fallSilent(body: Body): void {
    if (body.isUnproven && this.#arriving.has(body)) this.#silent.add(body);
  }

  speak(body: Body): void {
    this.#silent.delete(body);
  }

  /** From now on the body gives way to nobody. */
  arrive(body: Body): void {
    this.#arriving.delete(body);
    this.#silent.delete(body);
  }

  /** Counts the body to an API user. */
  prove(body: Body, apiUserId: string): void {
    const { bytes } = body;
    this.#add(body, -bytes);
    Object.assign(body, { names: [apiUserId], isUnproven: false });
    this.#add(body, bytes);
  }

  release(body: Body): void {
    this.arrive(body);
    this.#add(body, -body.bytes);
  }

  #add(body: Body, bytes: number): void {
    body.bytes += bytes;
    for (const name of sumsOf(body)) this.#held.add(name, bytes);
  }

  #mostOf(name: string): number {
    return name === "all" || name === "unproven" ? this.#limits[name] : this.#limits.sender;
  }

  #sumOf(sender: string): number {
    return this.#held.sum(`of ${sender}`);
  }

  #largestOf(senders: readonly string[]): number {
    return Math.max(...senders.map((each) => this.#sumOf(each)));
  }

  /** Whether a body has room among the small ones, with so many bytes more: one of each sender. */
  #fitsSmall({ names: [sender = ""], isSmall, bytes: before }: Body, bytes: number): boolean {
    const { oneSmall, small } = this.#limits;
    const isOnly = this.#sumOf(sender) === before;
    const isRoom = before + bytes <= oneSmall && this.#held.sum("small") + bytes <= small;
    return isSmall && isOnly && isRoom;
  }

  /** Makes room for more bytes of a body, and answers whether there is room now. */
  #makeRoom(body: Body, bytes: number): boolean {
    const isOther = (other: Body) => other !== body;
    const mayEnd = (other: Body) =>
      (other.isUnproven || !body.isUnproven) && this.#outweighs(other, body, bytes);
    for (const name of sumsOf(body)) {
      while (this.#held.sum(name) + bytes > this.#mostOf(name)) {
        if (!this.#endOne(name, isOther, mayEnd)) return false;
      }
    }
    return true;
  }

  /** Ends one of the bodies that are counted to a sum, if one of them may be ended. */
  #endOne(name: string, isOther: (body: Body) => boolean, mayEnd = isOther): boolean {
    const isCounted = isCountedTo(name);
    const isInWay = (body: Body) => isCounted(body) && isOther(body);
    const first =
      this.#silent.values().find(isInWay) ?? this.#heaviest((it) => isInWay(it) && mayEnd(it));
    if (first === undefined) return false;
    this.release(first);
    first.end();
    return true;
  }

  /** Whether a sender holds more than another one would with so many bytes more. What is counted to
   * both, such as forged bodies to the API user that they name, makes neither the larger. */
  #outweighs(body: Body, other: Body, bytes: number): boolean {
    const theirs = other.names.filter((name) => !body.names.includes(name));
    const own = body.names.filter((name) => !other.names.includes(name));
    return theirs.length > 0 && this.#largestOf(own) > this.#largestOf(theirs) + bytes;
  }

  /** The oldest body of the sender that holds most, among those that may be ended. */
  #heaviest(mayEnd: (body: Body) => boolean): Body | undefined {
    let found: Body | undefined;
    let weight: readonly number[] = [];
    for (const body of this.#arriving) {
      if (!mayEnd(body)) continue;
      // Of all who name one API user, or share one network, those that hold more of it.
      const own = body.names.map((name) => this.#sumOf(name)).sort((one, other) => other - one);
      if (found === undefined || isMore(own, weight)) [found, weight] = [body, own];
    }
    return found;
  }
}

/** The sums to which a body is counted. */
function sumsOf({ names, isSmall, isUnproven }: Body): string[] {
  const senders = names.map((each) => `of ${each}`);
  if (isSmall) return [...senders, "small"];
  return [...senders, ...(isUnproven ? ["unproven"] : []), "all"];
}

/** Whether a body is counted to a sum. */
function isCountedTo(name: string): (body: Body) => boolean {
  if (name === "all") return ({ isSmall }) => !isSmall;
  if (name === "unproven") return ({ isSmall, isUnproven }) => !isSmall && isUnproven;
  const sender = name.slice("of ".length);
  return ({ names }) => names.includes(sender);
}

function isMore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((each, place) => each !== other[place]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}
