// MD5 (RFC 1321), which the signature of a request contains and Web Crypto does not have. It protects
// nothing here: the HMAC around it does.

const shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

/** The constants of the 64 steps: the first 32 bits of the fraction of |sin(n)|. */
const sines = Array.from({ length: 64 }, (_, step) =>
  Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32),
);

type State = readonly [number, number, number, number];

/** The digest of some bytes in lower-case hexadecimal. */
export function md5(bytes: Uint8Array): string {
  const blocks = padded(bytes);
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let at = 0; at < blocks.byteLength; at += 64) {
    state = mixed(state, new DataView(blocks.buffer, at, 64));
  }
  const digest = new DataView(new ArrayBuffer(16));
  state.forEach((word, place) => {
    digest.setUint32(place * 4, word, true);
  });
  const hex = (byte: number) => byte.toString(16).padStart(2, "0");
  return Array.from(new Uint8Array(digest.buffer), hex).join("");
}

/** The bytes, a one, zeros, and the length in bits: whole blocks of 64 bytes. */
function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  new DataView(blocks.buffer).setBigUint64(blocks.length - 8, BigInt(bytes.length) * 8n, true);
  return blocks;
}

function mixed(state: State, block: DataView): State {
  let [a, b, c, d] = state;
  for (let step = 0; step < 64; step += 1) {
    const round = step >> 4;
    const [mix, word] = mixOf(round, step, [b, c, d]);
    const sum = a + mix + (sines[step] ?? 0) + block.getUint32(word * 4, true);
    const shift = shifts[round as 0]?.[(step & 3) as 0] ?? 0;
    [a, d, c, b] = [d, c, b, b + rotated(sum | 0, shift)];
  }
  return [state[0] + a, state[1] + b, state[2] + c, state[3] + d].map(
    (word) => word | 0,
  ) as unknown as State;
}

/** The value that a step mixes in, and the word of the block that it takes. */
function mixOf(round: number, step: number, [b, c, d]: readonly [number, number, number]) {
  if (round === 0) return [(b & c) | (~b & d), step] as const;
  if (round === 1) return [(d & b) | (~d & c), (5 * step + 1) % 16] as const;
  if (round === 2) return [b ^ c ^ d, (3 * step + 5) % 16] as const;
  return [c ^ (b | ~d), (7 * step) % 16] as const;
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
