// What becomes of a body that is not read because its request was refused by its head. The rest of it
// is received and dropped, up to a bound: whoever is cut off while sending never reads the answer.
// (interface 7)
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** How many bytes of an unread body are received before its connection is destroyed. */
const mostDropped = 16 * 1_048_576;

/** Whether a request has a body, by its head. */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  if (headers["transfer-encoding"] !== undefined) return true;
  return (declaredLength({ headers }) ?? 0) > 0;
}

/** The length that a request declares for its body; undefined where it declares none. */
export function declaredLength({ headers }: Pick<IncomingMessage, "headers">): number | undefined {
  const declared = headers["content-length"];
  return declared === undefined ? undefined : Number(declared);
}

/** Whether the body of a request that is being answered is still to come. */
export function isUnread(request: IncomingMessage): boolean {
  // Strictly: a request that is injected in process does not say so.
  return request.complete === false && hasBody(request);
}

/** Whether the connection of an unread body is closed with its answer: its sender waits to be told
 * to send it, or would send more than is dropped. */
export function endsConnection(request: IncomingMessage): boolean {
  return request.headers.expect !== undefined || (declaredLength(request) ?? 0) > mostDropped;
}

/** Receives and drops what is left of bodies, a part of each in turns. */
export interface Dropper {
  /** Begins with the rest of a body; call it when the answer is about to be sent. */
  drop(request: IncomingMessage): void;
}

/**
 * A part is what a stream buffers, some 64 KiB. So many parts are dropped in a turn, and so many
 * bodies are looked at for them: at most 64 MiB a second of all bodies together. Dropped as they
 * come, the bodies of a hundred strangers took all of the time that known callers need.
 */
const partsOfTurn = 5;
const looksOfTurn = 100;
const turnMs = 5;

/** The dropper of one service. */
export function openDropper(): Dropper {
  // The one that had its turn longest ago is the first.
  const waiting = new Map<IncomingMessage, () => boolean>();
  let turns: NodeJS.Timeout | undefined;
  return {
    drop(request) {
      request.on("error", () => {});
      const dropPart = dropParts(request);
      // Small bodies are there already.
      dropPart();
      waiting.set(request, dropPart);
      turns ??= setInterval(() => {
        takeTurn(waiting);
        if (waiting.size > 0) return;
        clearInterval(turns);
        turns = undefined;
      }, turnMs).unref();
    },
  };
}

function takeTurn(waiting: Map<IncomingMessage, () => boolean>): void {
  let parts = 0;
  for (const [request, dropPart] of waiting.entries().take(looksOfTurn).toArray()) {
    if (parts === partsOfTurn) return;
    waiting.delete(request);
    if (dropPart()) parts += 1;
    // Node tells a request that was answered nothing of the end of its connection.
    const isOver = request.readableEnded || request.destroyed || request.socket.destroyed;
    if (!isOver) waiting.set(request, dropPart);
  }
}

/** What drops the next part of a body, and answers whether there was one. */
function dropParts(request: IncomingMessage): () => boolean {
  const { socket } = request;
  let left = mostDropped;
  let isAnswered = false;
  dropping.add(socket);
  // Node destroys a connection with its last answer; this one is only half closed until the rest of
  // the body is there. The time for that is the one in which a request must arrive.
  socket.destroySoon = () => {
    isAnswered = true;
    socket.end();
  };
  request.once("end", () => {
    dropping.delete(socket);
    Reflect.deleteProperty(socket, "destroySoon");
    if (isAnswered) socket.destroySoon();
  });
  // From here on parts are taken in turns, not as they come.
  request.pause();
  return () => {
    const part: Buffer | null = request.read();
    left -= part?.length ?? 0;
    if (left < 0) socket.destroy();
    return part !== null;
  };
}

/** Whether the rest of an unread body is still being received on a connection. */
export function isDropping(socket: Socket): boolean {
  return dropping.has(socket);
}

const dropping = new WeakSet<Socket>();
