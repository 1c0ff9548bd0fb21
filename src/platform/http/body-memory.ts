// How much memory the bodies of requests may take together, and which part of it any one sender:
// without it, a few hundred large bodies would fill the process. (interface 8)

/** What one body holds of the memory. */
export interface BodyHold {
  /** Takes more bytes; answers whether there was room for them. */
  take(bytes: number): boolean;
  /** Counts the body to an API user once its signature has proved who sent it. */
  prove(apiUserId: string): void;
  /** Gives back all that it holds; a second time nothing. */
  release(): void;
}

/** The memory for bodies of one process. */
export interface BodyMemory {
  /** Begins a body from a sender: an API user, or an address that has proved nothing yet. */
  hold(sender: { readonly apiUserId: string } | { readonly address: string }): BodyHold;
  /** How many bytes are held now. */
  bytes(): number;
}

/**
 * Memory of `most` bytes. One sender holds at most a quarter of it, and all who have proved nothing
 * yet hold at most half, so that they leave room for known callers; a body of `largest` bytes always
 * fits when nothing else is held.
 */
export function openBodyMemory(most: number, largest: number): BodyMemory {
  const limits = {
    all: Math.max(most, largest),
    unproven: Math.max(Math.floor(most / 2), largest),
    sender: Math.max(Math.floor(most / 4), largest),
  };
  const held = { all: 0, unproven: 0 };
  const bySender = new Map<string, number>();

  function count(sender: string, bytes: number): void {
    const sum = (bySender.get(sender) ?? 0) + bytes;
    if (sum > 0) bySender.set(sender, sum);
    else bySender.delete(sender);
    held.all += bytes;
    if (isUnproven(sender)) held.unproven += bytes;
  }

  function hasRoom(sender: string, bytes: number): boolean {
    if (held.all + bytes > limits.all) return false;
    if (isUnproven(sender) && held.unproven + bytes > limits.unproven) return false;
    return (bySender.get(sender) ?? 0) + bytes <= limits.sender;
  }

  return {
    hold(by) {
      let sender = "address" in by ? unproven + by.address : by.apiUserId;
      let own = 0;
      return {
        take(bytes) {
          if (!hasRoom(sender, bytes)) return false;
          own += bytes;
          count(sender, bytes);
          return true;
        },
        prove(apiUserId) {
          count(sender, -own);
          sender = apiUserId;
          count(sender, own);
        },
        release() {
          count(sender, -own);
          own = 0;
        },
      };
    },
    bytes: () => held.all,
  };
}

// No API user's id begins with it.
const unproven = "address ";

function isUnproven(sender: string): boolean {
  return sender.startsWith(unproven);
}
