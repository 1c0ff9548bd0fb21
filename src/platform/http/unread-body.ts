// What becomes of a body that is not read because its request was refused by its head. The rest of it
// is received and dropped, up to a bound: whoever is cut off while sending never reads the answer.
// (interface 7)
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { networkOf } from "../../values/network.ts";
import { isInPieces, watchPieces } from "./body-pieces.ts";

/** How many bytes of an unread body are received before its connection is destroyed. */
const mostDropped = 16 * 1_048_576;

/** How many are received, read or not, from an address with too many failed credentials as long as
 * nobody is known to have sent them. */
export const mostOfHostile = 65_536;

/** How many small pieces an unread body may come in. */
const smallPieces = 10_000;

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

/** How many bytes the body of a request has; without end where it does not say so. */
export function bytesToCome(request: IncomingMessage): number {
  return hasBody(request) ? (declaredLength(request) ?? Infinity) : 0;
}

/** Whether the body of a request that is being answered is still to come. */
export function isUnread(request: IncomingMessage): boolean {
  // Strictly: a request that is injected in process does not say so.
  return request.complete === false && hasBody(request);
}

/** Whether the connection of an unread body is closed with its answer: its sender waits to be told
 * to send it, or would send more than is dropped. */
export function endsConnection(
  request: IncomingMessage,
  terms: Pick<DropTerms, "isHostile">,
): boolean {
  return request.headers.expect !== undefined || (declaredLength(request) ?? 0) > mostOf(terms);
}

/** How a body is dropped. */
export interface DropTerms {
  /** Whether nobody is known to have sent it, and its address has had too many failed credentials. */
  readonly isHostile: boolean;
  /** Told at its end how many bytes of it were received. */
  readonly charge: (bytes: number) => void;
}

/** How much of a body that nobody reads is received, and at whose charge. */
export function dropTerms({
  server: { frame },
  provenBy,
  ip,
  startedAt,
}: FastifyRequest): DropTerms {
  const { failures, rates, clock } = frame;
  return {
    isHostile: provenBy === undefined && failures.areTooMany(networkOf(ip), startedAt),
    charge(bytes) {
      if (provenBy !== undefined) rates.charge(provenBy, { bytes, milliseconds: 0 }, clock());
    },
  };
}

function mostOf({ isHostile }: Pick<DropTerms, "isHostile">): number {
  return isHostile ? mostOfHostile : mostDropped;
}

/** Receives and drops what is left of bodies, a part of each in turns. */
export interface Dropper {
  /** Begins with the rest of a body; call it when the answer is about to be sent. */
  drop(request: IncomingMessage, terms: DropTerms): void;
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
  const waiting = new Map<IncomingMessage, Dropping>();
  let turns: NodeJS.Timeout | undefined;
  return {
    drop(request, terms) {
      request.on("error", () => {});
      const dropping = dropParts(request, terms);
      // Small bodies are there already.
      dropping.dropPart();
      waiting.set(request, dropping);
      turns ??= setInterval(() => {
        takeTurn(waiting);
        if (waiting.size > 0) return;
        clearInterval(turns);
        turns = undefined;
      }, turnMs).unref();
    },
  };
}

function takeTurn(waiting: Map<IncomingMessage, Dropping>): void {
  let parts = 0;
  for (const [request, dropping] of waiting.entries().take(looksOfTurn).toArray()) {
    if (parts === partsOfTurn) return;
    waiting.delete(request);
    if (dropping.dropPart()) parts += 1;
    // Node tells a request that was answered nothing of the end of its connection.
    const isOver = request.readableEnded || request.destroyed || request.socket.destroyed;
    if (isOver) dropping.end();
    else waiting.set(request, dropping);
  }
}

/** A body that is being dropped. */
interface Dropping {
  /** Drops the next part, and answers whether there was one. */
  dropPart(): boolean;
  end(): void;
}

function dropParts(request: IncomingMessage, terms: DropTerms): Dropping {
  const { socket } = request;
  const most = mostOf(terms);
  let dropped = 0;
  let pieces = 0;
  let received = 0;
  let isAnswered = false;
  watchPieces(request, (bytes) => {
    pieces += 1;
    received += bytes;
    if (isInPieces(pieces, received, smallPieces)) socket.destroy();
  });
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
  return {
    dropPart() {
      const part: Buffer | null = request.read();
      dropped += part?.length ?? 0;
      if (dropped > most) socket.destroy();
      return part !== null;
    },
    end: () => terms.charge(dropped),
  };
}

/** Whether the rest of an unread body is still being received on a connection. */
export function isDropping(socket: Socket): boolean {
  return dropping.has(socket);
}

const dropping = new WeakSet<Socket>();
