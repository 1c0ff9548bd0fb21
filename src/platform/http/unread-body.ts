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

/** Receives and drops the rest of a body; call it when the answer is about to be sent. */
export function dropRest(request: IncomingMessage): void {
  const { socket } = request;
  let left = mostDropped;
  let isAnswered = false;
  droppingOn.add(socket);
  // Node destroys a connection with its last answer; this one is only half closed until the rest of
  // the body is there. The time for that is the one in which a request must arrive.
  socket.destroySoon = () => {
    isAnswered = true;
    socket.end();
  };
  request.once("end", () => {
    droppingOn.delete(socket);
    Reflect.deleteProperty(socket, "destroySoon");
    if (isAnswered) socket.destroySoon();
  });
  request.once("close", () => dropping.delete(request)).on("error", () => {});
  // From here on parts are taken in turns, not as they come.
  request.pause();
  const drop = () => {
    const part: Buffer | null = request.read();
    left -= part?.length ?? 0;
    if (left < 0) socket.destroy();
    return part !== null;
  };
  drop();
  dropping.set(request, drop);
  beginTurns();
}

/** Whether the rest of an unread body is still being received on a connection. */
export function isDropping(socket: Socket): boolean {
  return droppingOn.has(socket);
}

const droppingOn = new WeakSet<Socket>();

/** Bodies of which a part is to be dropped, the one that had its turn longest ago first. */
const dropping = new Map<IncomingMessage, () => boolean>();

/**
 * A part is what a stream buffers, some 64 KiB. So many parts are dropped in a turn, and so many
 * bodies are looked at for them: at most 64 MiB a second of all bodies together. Dropped as they
 * come, the bodies of a hundred strangers took all of the time that known callers need.
 */
const partsOfTurn = 5;
const looksOfTurn = 100;
const turnMs = 5;

let turns: NodeJS.Timeout | undefined;

function beginTurns(): void {
  turns ??= setInterval(() => {
    takeTurn();
    if (dropping.size > 0) return;
    clearInterval(turns);
    turns = undefined;
  }, turnMs).unref();
}

function takeTurn(): void {
  let parts = 0;
  for (const [request, drop] of dropping.entries().take(looksOfTurn).toArray()) {
    if (parts === partsOfTurn) return;
    if (!dropping.delete(request)) continue;
    if (drop()) parts += 1;
    if (!request.readableEnded && !request.destroyed) dropping.set(request, drop);
  }
}
