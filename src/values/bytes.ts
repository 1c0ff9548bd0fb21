// Whole numbers in bytes.

/** The view through which whole numbers of bytes are read and written: several times faster than by
 * the methods of a buffer. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
