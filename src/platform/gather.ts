// Sending what belongs together in one call of the system.
import type { Duplex } from "node:stream";

/** Holds back what is written until the sockets that are ready now are served, then sends all. */
export function gather(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
