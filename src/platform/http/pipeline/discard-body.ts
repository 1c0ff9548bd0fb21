// Discards the body of a request that was refused by its head. It is received up to a limit: a
// client that is cut off while sending never reads the response. (interface 7)
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { declaredLength } from "../request/request-kind.ts";

/** How many bytes are discarded before the connection is destroyed. */
export const mostDiscarded = 16 * 1_048_576;

/** How many are received, read or not, from an address with too many failed credentials as long as
 * nobody is known to have sent them. */
export const mostOfFailing = 65_536;

/** How many small pieces may be discarded, and the least that each of the others brings on
 * average. */
const smallPieces = 10_000;
const leastOfPiece = 64;

type WithHeaders = Pick<IncomingMessage, "headers">;

/** Whether the connection of an unread body is closed with its response: its sender waits to be
 * asked to send it, or would send more than is discarded. */
export function endsConnection(request: WithHeaders, most: number): boolean {
  return request.headers.expect !== undefined || (declaredLength(request) ?? 0) > most;
}

/** Discards the rest of a body, up to `most` bytes, and reports at its end how many there were;
 * call it when the response is about to be sent. */
export function discardBody(
  request: IncomingMessage,
  most: number,
  onEnd: (bytes: number) => void,
): void {
  const { socket } = request;
  let bytes = 0;
  let pieces = 0;
  let isAnswered = false;
  discarding.add(socket);
  // Node destroys a connection with its last response; this one is only half closed until the rest
  // of the body is there. The time for that is the one in which a request must arrive.
  socket.destroySoon = () => {
    isAnswered = true;
    socket.end();
  };
  const end = () => {
    // A connection that ends within a body is closed, and the body has no end.
    if (!discarding.delete(socket)) return;
    socket.off("close", end);
    Reflect.deleteProperty(socket, "destroySoon");
    onEnd(bytes);
    if (isAnswered) socket.destroySoon();
  };
  request.on("error", () => {}).once("end", end);
  socket.once("close", end);
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    pieces += 1;
    if (bytes > most || pieces > smallPieces + bytes / leastOfPiece) socket.destroy();
  });
}

/** Whether the rest of an unread body is still being received on a connection. */
export function isDiscarding(socket: Socket): boolean {
  return discarding.has(socket);
}

const discarding = new WeakSet<Socket>();
