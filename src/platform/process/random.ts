// Random bytes for the process, drawn from the system a few thousand at a time.
import { randomBytes } from "node:crypto";

const pooled = 4_096;

/** Opens a source of random bytes; each byte is given once. */
export function openRandom(): (bytes: number) => Uint8Array {
  let pool = Buffer.alloc(0);
  return (bytes) => {
    if (bytes > pool.length) pool = randomBytes(Math.max(bytes, pooled));
    const drawn = pool.subarray(0, bytes);
    pool = pool.subarray(bytes);
    return drawn;
  };
}
