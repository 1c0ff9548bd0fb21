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
  dropping.add(socket);
  // Node destroys a connection with its last answer; this one is only half closed until the rest of
  // the body is there. The time for that is the one in which a request must arrive.
  socket.destroySoon = () => {
    isAnswered = true;
    socket.end();
  };
  request.on("data", (part: Buffer) => {
    left -= part.length;
    if (left < 0) socket.destroy();
  });
  request.once("end", () => {
    dropping.delete(socket);
    Reflect.deleteProperty(socket, "destroySoon");
    if (isAnswered) socket.destroySoon();
  });
  request.on("error", () => {}).resume();
}

/** Whether the rest of an unread body is still being received on a connection. */
export function isDropping(socket: Socket): boolean {
  return dropping.has(socket);
}

const dropping = new WeakSet<Socket>();
