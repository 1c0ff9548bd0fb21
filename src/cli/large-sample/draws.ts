// Whole numbers drawn from a seed: the same seed and purpose give the same draws on any machine.
// No draw is an amount; amounts are made of them by exact arithmetic.
import { createHash } from "node:crypto";

/** A stream of draws. */
export interface Draws {
  /** A whole number from 0 to `bound` - 1, each as likely as the others. */
  below(bound: number): number;
  /** One of a list. */
  pick<T>(list: readonly [T, ...T[]]): T;
  /** True once in `n` times. */
  oneIn(n: number): boolean;
}

/** The draws for one purpose, independent of those for any other. */
export function drawsFor(seed: string, purpose: string): Draws {
  const next = smallFastCounter(createHash("sha256").update(`${seed}/${purpose}`).digest());
  const below = (bound: number) => {
    const most = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const drawn = next();
      if (drawn < most) return drawn % bound;
    }
  };
  return {
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
    oneIn: (n) => below(n) === 0,
  };
}

/** The generator sfc32 of PractRand: 128 bits of state, 32 bits a draw. */
function smallFastCounter(state: Buffer): () => number {
  let a = state.readInt32LE(0);
  let b = state.readInt32LE(4);
  let c = state.readInt32LE(8);
  let counter = state.readInt32LE(12);
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
}
