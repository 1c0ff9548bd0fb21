// How much memory the bodies of requests may take together, and which part of it any one sender:
// without it, a few hundred large bodies would fill the process. (interface 8,
// docs/adr/0016-strangers-make-room.md)
import { type Body, BodyRoom, divide } from "./body-room.ts";

/** What one body holds of the memory. */
export interface BodyHold {
  /** Takes more bytes; answers whether there was room for them, or others could make room. */
  take(bytes: number): boolean;
  /** Notes that the body begins to arrive; `end` ends it when others need its room. */
  begin(end: () => void): void;
  /** Notes that nothing has come for a while. */
  fallSilent(): void;
  /** Notes that more has come. */
  speak(): void;
  /** Notes that nothing more comes: the body is no longer ended for others. */
  arrive(): void;
  /** Counts the body to an API user once its signature has proved who sent it. */
  prove(apiUserId: string): void;
  /** Gives back all that it holds; a second time nothing. */
  release(): void;
}

/** Who sends a body: an API user, or a network that claims to be one and has proved nothing yet. */
export type BodySender =
  | { readonly apiUserId: string }
  | { readonly network: string; readonly claimed: string };

/** The memory for bodies. */
export interface BodyMemory {
  /** Begins a body from a sender. */
  hold(sender: BodySender): BodyHold;
  /** How many bytes this process holds now. */
  bytes(): number;
}

/**
 * Memory of `most` bytes. An eighth is kept for small bodies, one of each sender. Of the rest, one
 * sender has at most a quarter of `most`: an API user, a network, or all who claim to be one API user.
 * All who have proved nothing yet have at most half, so that they leave room for known callers.
 * Whoever finds no room gets that of a body that has proved nothing and is silent, else of the oldest
 * body of whoever holds most, if that is more than it would hold itself. A body of `largest` bytes
 * always fits when nothing else is held.
 */
export function openBodyMemory(most: number, largest: number): BodyMemory {
  const room = new BodyRoom(divide(most, largest));
  const holdOf = (body: Body): BodyHold => ({
    take: (bytes) => room.take(body, bytes),
    begin(end) {
      body.end = end;
      room.begin(body);
    },
    fallSilent: () => room.fallSilent(body),
    speak: () => room.speak(body),
    arrive: () => room.arrive(body),
    prove: (apiUserId) => room.prove(body, apiUserId),
    release: () => room.release(body),
  });
  return {
    hold(sender) {
      const isUnproven = "network" in sender;
      const end = () => {};
      return holdOf({ names: namesOf(sender), isUnproven, isSmall: true, bytes: 0, end });
    },
    bytes: () => room.bytes(),
  };
}

// Forgers take nothing from the quarter of the API user whose key they name.
function namesOf(sender: BodySender): readonly string[] {
  if ("apiUserId" in sender) return [sender.apiUserId];
  return [`network ${sender.network}`, `claimed ${sender.claimed}`];
}
