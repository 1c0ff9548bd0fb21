// How much memory the bodies of requests may take together, and which part of it any one sender:
// without it, a few hundred large bodies would fill the process. (interface 8)
import type { SharedCounts } from "../process/shared-counts.ts";
import { openTally } from "../process/tally.ts";

/** What one body holds of the memory. */
export interface BodyHold {
  /** Takes more bytes; answers whether there was room for them, or others could make room. */
  take(bytes: number): boolean;
  /** Notes that nothing has come for a while. As long as its sender has proved nothing, `end` ends
   * the body when others need its room. */
  fallSilent(end: () => void): void;
  /** Notes that more has come. */
  speak(): void;
  /** Counts the body to an API user once its signature has proved who sent it. */
  prove(apiUserId: string): void;
  /** Gives back all that it holds; a second time nothing. */
  release(): void;
}

/** Who sends a body: an API user, or an address that claims to be one and has proved nothing yet. */
export type BodySender =
  | { readonly apiUserId: string }
  | { readonly address: string; readonly claimed: string };

/** The memory for bodies of one machine. */
export interface BodyMemory {
  /** Begins a body from a sender. */
  hold(sender: BodySender): BodyHold;
  /** How many bytes this process holds now. */
  bytes(): number;
}

interface Body {
  /** What its bytes are counted under. */
  names: readonly string[];
  isUnproven: boolean;
  bytes: number;
}

/**
 * Memory of `most` bytes. One sender holds at most a quarter of it: an API user, an address, or all
 * who claim to be one API user. All who have proved nothing yet hold at most half, so that they leave
 * room for known callers, and of them who has been silent longest makes room. A body of `largest`
 * bytes always fits when nothing else is held.
 */
export function openBodyMemory(most: number, largest: number, shared?: SharedCounts): BodyMemory {
  const part = (share: number) => Math.max(Math.floor(most / share), largest);
  const limits = { all: part(1), unproven: part(2), sender: part(4) };
  const held = openTally("body bytes", shared);
  // The one that fell silent first comes first.
  const silent = new Map<Body, () => void>();

  function count({ names, isUnproven }: Body, bytes: number): void {
    for (const name of names) held.add(`of ${name}`, bytes);
    held.add("all", bytes);
    if (isUnproven) held.add("unproven", bytes);
  }

  function release(body: Body): void {
    silent.delete(body);
    count(body, -body.bytes);
    body.bytes = 0;
  }

  /** Which bodies would have to end for room to be there; undefined if it is. */
  function inTheWay(body: Body, bytes: number): ((other: Body) => boolean) | undefined {
    const full = body.names.filter((name) => held.all(`of ${name}`) + bytes > limits.sender);
    if (full.length > 0) return ({ names }) => names.some((name) => full.includes(name));
    const isFull =
      held.all("all") + bytes > limits.all ||
      (body.isUnproven && held.all("unproven") + bytes > limits.unproven);
    return isFull ? () => true : undefined;
  }

  function makeRoom(body: Body, bytes: number): boolean {
    for (;;) {
      const blocks = inTheWay(body, bytes);
      if (blocks === undefined) return true;
      const first = silent.entries().find(([other]) => other !== body && blocks(other));
      if (first === undefined) return false;
      const [other, end] = first;
      release(other);
      end();
    }
  }

  const holdOf = (body: Body): BodyHold => ({
    take(bytes) {
      if (!makeRoom(body, bytes)) return false;
      body.bytes += bytes;
      count(body, bytes);
      return true;
    },
    fallSilent(end) {
      if (body.isUnproven && !silent.has(body)) silent.set(body, end);
    },
    speak: () => void silent.delete(body),
    prove(apiUserId) {
      silent.delete(body);
      count(body, -body.bytes);
      Object.assign(body, { names: namesOf({ apiUserId }), isUnproven: false });
      count(body, body.bytes);
    },
    release: () => release(body),
  });
  return {
    hold: (sender) => holdOf({ names: namesOf(sender), isUnproven: "address" in sender, bytes: 0 }),
    bytes: () => held.own("all"),
  };
}

// Forgers take nothing from the quarter of the API user whose key they name.
function namesOf(sender: BodySender): readonly string[] {
  if ("apiUserId" in sender) return [sender.apiUserId];
  return [`address ${sender.address}`, `claimed ${sender.claimed}`];
}
