// In how many pieces a body may come: the chunks of its transfer, or the packets that brought it. Each
// costs a call of its own, so that a megabyte of single bytes held the process for seconds. (interface 8)
import type { IncomingMessage } from "node:http";

/** The least that each piece brings on average, beside a number of small ones. */
const leastOfPiece = 64;

/** Whether so many bytes came in too many pieces, if so many of them may be small. */
export function isInPieces(pieces: number, bytes: number, small: number): boolean {
  return pieces > small + bytes / leastOfPiece;
}

/** Tells of each piece of a body as it comes, also while nobody reads it. */
export function watchPieces(request: IncomingMessage, note: (bytes: number) => void): void {
  const { push } = request;
  request.push = (piece: Buffer | null, encoding) => {
    if (piece !== null) note(piece.length);
    return push.call(request, piece, encoding);
  };
}
